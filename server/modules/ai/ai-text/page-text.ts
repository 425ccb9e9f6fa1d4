import { parseHtml } from '#server/platform/html/parse-html.ts'
import { cutText } from '#server/platform/text/cut-text.ts'
import { plainText } from './quarantine.ts'

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'nav',
  'footer',
  'form',
  'button',
  'select',
  // Quotes someone else.
  'blockquote',
])
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'cite',
  'code',
  'em',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'font',
  'label',
])
/** Shorter blocks are menus and captions. */
const SHORTEST = 25
const LONGEST = 6000
/** Maximum characters of a block; nothing worth citing follows. */
const LONGEST_BLOCK = 20_000

const isHidden = (attributes: Record<string, string>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:[^.\d]|$)/i.test(
    attributes.style ?? '',
  )

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])

/** The visible text of a page: one line per block, without menus, hidden parts and scripts. */
export function pageText(html: string): { title: string; text: string } {
  const blocks: string[] = []
  let block = ''
  let title = ''
  let inTitle = false
  const silent: boolean[] = []
  const end = () => {
    const text = plainText(block).replace(/\n/g, ' ').trim()
    if (text.length >= SHORTEST) blocks.push(text)
    block = ''
  }
  parseHtml(html, {
    onopentag(tag, attributes) {
      if (tag === 'title' && title === '') inTitle = true
      if (!INLINE.has(tag)) end()
      if (!VOID.has(tag)) silent.push(silent.at(-1) === true || SKIPPED.has(tag) || isHidden(attributes))
    },
    ontext(text) {
      if (inTitle) title += text.slice(0, LONGEST_BLOCK)
      else if (silent.at(-1) !== true && block.length < LONGEST_BLOCK) block += text.slice(0, LONGEST_BLOCK)
    },
    onclosetag(tag) {
      if (tag === 'title') inTitle = false
      if (!VOID.has(tag)) silent.pop()
      if (!INLINE.has(tag)) end()
    },
  })
  end()
  const lines = [...new Set(blocks)]
  let length = 0
  const prose = lines.filter((line) => {
    length += line.length + 1
    return length <= LONGEST
  })
  return { title: cutText(plainText(title).replace(/\n/g, ' '), 200), text: prose.join('\n') }
}
