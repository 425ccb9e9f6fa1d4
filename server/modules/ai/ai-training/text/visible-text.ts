import { parseHtml } from '#server/platform/html/parse-html.ts'
import { plainText } from './plain-text.ts'

/** Elements whose content is not shown. */
const UNREAD = new Set(
  'script style noscript template svg math iframe object canvas select button textarea datalist audio video'.split(
    ' ',
  ),
)
const BLOCK = new Set(
  'address article aside blockquote caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
)
const PARAGRAPH = new Set(
  'article blockquote dl figure form h1 h2 h3 h4 h5 h6 ol p pre section table ul'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const UNSEEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?:[a-z%]*)?\s*(?:;|!|$)|clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%)|(?:left|top|text-indent)\s*:\s*-\d{3,})/i

/** Whether an element hides itself by its attributes; style sheets are not read. */
export const isUnseen = (tag: string, attributes: Record<string, string | undefined>): boolean =>
  UNREAD.has(tag) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  UNSEEN_STYLE.test(attributes.style ?? '')

export interface VisiblePage {
  title: string
  /** As the page declares it, such as `de-AT`. */
  lang: string | null
  text: string
  /** Number of elements, and maximum nesting depth. */
  elements: number
  depth: number
}

/** The visible words of an HTML document, in order, one line per block. Skips scripts, comments and hidden elements. */
export function visibleText(html: string): VisiblePage {
  const pieces: string[] = []
  let title = ''
  let inTitle = false
  let lang: string | null = null
  /** Open elements inside a hidden one, including itself. */
  let unseen = 0
  let [elements, open, depth] = [0, 0, 0]
  parseHtml(html, {
    onopentag(tag, attributes) {
      if (tag === 'html') lang = attributes.lang ?? null
      if (tag === 'title' && title === '') inTitle = true
      elements += 1
      if (VOID.has(tag)) {
        if (tag === 'br' || tag === 'hr') pieces.push('\n')
        return
      }
      open += 1
      depth = Math.max(depth, open)
      if (unseen > 0 || isUnseen(tag, attributes)) unseen += 1
      else if (BLOCK.has(tag)) pieces.push(PARAGRAPH.has(tag) ? '\n\n' : '\n')
      else if (tag === 'td' || tag === 'th') pieces.push(' ')
    },
    ontext(content) {
      if (inTitle) title += content
      else if (unseen === 0) pieces.push(content.replace(/\s+/g, ' '))
    },
    onclosetag(tag) {
      if (tag === 'title') inTitle = false
      if (VOID.has(tag)) return
      open -= 1
      if (unseen > 0) unseen -= 1
      else if (BLOCK.has(tag)) pieces.push(PARAGRAPH.has(tag) ? '\n\n' : '\n')
    },
  })
  const text = plainText(pieces.join(''))
  return { title: plainText(title).replace(/\n/g, ' '), lang, text, elements, depth }
}
