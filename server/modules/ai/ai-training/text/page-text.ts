import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { plainText } from './plain-text.ts'
import { isUnseen, type VisiblePage, visibleText } from './visible-text.ts'

/** Above this a page is read completely: extraction would take too long. */
const MAX_CHARS = 1_000_000
const MAX_ELEMENTS = 10_000
const MAX_DEPTH = 150
/** Minimum share of the page for the extracted main text. */
const MIN_SHARE = 0.2
const MIN_CHARS = 140

type ParsedDocument = ReturnType<typeof parseHTML>['document']

/** Removes hidden elements, which readability would keep. */
function withoutUnseen(document: ParsedDocument): void {
  for (const element of document.querySelectorAll(
    '[hidden],[aria-hidden],[style],button,select,template,noscript',
  )) {
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
    if (isUnseen(element.localName, attributes)) element.remove()
  }
}

function mainPart(html: string): { title: string; html: string } | null {
  const { document } = parseHTML(html)
  withoutUnseen(document)
  const article = new Readability(document, { maxElemsToParse: MAX_ELEMENTS }).parse()
  return article?.content ? { title: article.title ?? '', html: article.content } : null
}

/** Title and main text of a page: without navigation where it can be separated, else everything. */
export function pageText(html: string): VisiblePage {
  const whole = visibleText(html)
  if (html.length > MAX_CHARS || whole.elements > MAX_ELEMENTS || whole.depth > MAX_DEPTH) return whole
  try {
    const main = mainPart(html)
    if (!main) return whole
    const { text } = visibleText(main.html)
    const isEnough = text.length >= MIN_CHARS && text.length >= whole.text.length * MIN_SHARE
    const title = plainText(main.title).replace(/\n/g, ' ') || whole.title
    return { ...whole, title, text: isEnough ? text : whole.text }
  } catch {
    // Too many elements, or a nesting too deep for parsers.
    return whole
  }
}
