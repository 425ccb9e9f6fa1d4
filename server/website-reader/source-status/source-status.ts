import { foldText } from '#server/platform/text/fold-text.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import { memoizePerObject } from '#server/platform/text/memoize.ts'
import type { SourceStatus } from '../findings.ts'
import type { Heading } from '../page/line-headings.ts'
import { isInFrame } from '../page/page-frame.ts'
import { findElementAt, getPageLines, type PageLine } from '../page/page-lines.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { getRegistrableDomain } from '../registrable-domain.ts'
import { FOREIGN_WORDS, OWNER_WORDS } from './foreign-words.ts'

/** Lines of a block that are looked at before and after a value. */
const MAX_LINES_BEFORE = 12
const MAX_LINES_AFTER = 6
const MAX_CREDIT_CHARS = 120
const MAX_PARAGRAPH_LINES = 8
const OTHER_DOMAIN = /(?:@|www\.)([a-z0-9][a-z0-9.-]{1,60}\.[a-z]{2,18})(?![\w.-])/gi
const POSTAL_LINE = /(?:^|\s)(?:[A-Z]{1,2}-)?\d{4,6}\s+\p{Lu}\p{L}+|\b[A-Z]{2}\s+\d{5}\b/u

/**
 * Whose a value in the text of line `index` at `offset` is, by the words over it and around it.
 * @param index position in `pageLines(page)`
 */
export function readStatusAt(page: PageTree, index: number, offset: number): SourceStatus {
  const lines = getPageLines(page)
  const line = lines[index]
  if (!line) return 'body'
  const { domain, self } = getSelf(page)
  if (isNamedForeign(lines, index, offset, self, domain)) return 'foreign'
  const block = getBlockAround(lines, index)
  const whole = block
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase()
  const ownBlock = domain !== null && mentionsDomain(whole, domain)
  const headed = ownBlock ? null : readHeadingStatus(line, self)
  if (headed) return headed
  if (isInFrame(findElementAt(line, offset))) return 'frame'
  if (ownBlock) return 'own'
  return domain && !isHeadedByOwner(line) && isForeignBlock(whole, block, domain) ? 'doubtful' : 'body'
}

/** As `readStatusAt`, for an element; by the words around it when it has none of its own. */
export function readElementStatus(page: PageTree, element: PageElement | null): SourceStatus {
  const places = getLinePlaces(page)
  for (let at = element, up = 0; at && up < 5; at = at.parent, up += 1) {
    const place = places.get(at)
    if (place) return readStatusAt(page, place.index, place.offset)
  }
  return isInFrame(element) ? 'frame' : 'body'
}

const MAX_ELEMENT_LINES = 80

/** As `readElementStatus`, for `words` somewhere in an element that holds several lines. */
export function readWordsStatus(page: PageTree, element: PageElement, words: string): SourceStatus {
  const first = getLinePlaces(page).get(element)
  const lines = getPageLines(page)
  const wanted = words.toLowerCase()
  for (let index = first?.index ?? lines.length; index < lines.length; index += 1) {
    if (index - (first?.index ?? 0) > MAX_ELEMENT_LINES) break
    const offset = lines[index]?.text.toLowerCase().indexOf(wanted) ?? -1
    if (offset >= 0) return readStatusAt(page, index, offset)
  }
  return readElementStatus(page, element)
}

interface Place {
  index: number
  offset: number
}
/** Where the words of an element begin. */
const getLinePlaces = memoizePerObject((page: PageTree): Map<PageElement, Place> => {
  const found = new Map<PageElement, Place>()
  for (const [index, line] of getPageLines(page).entries()) {
    if (!found.has(line.block)) found.set(line.block, { index, offset: 0 })
    for (const { element, from } of line.pieces)
      if (!found.has(element)) found.set(element, { index, offset: from })
  }
  return found
})

interface Self {
  /** Registrable domain of the page. */
  domain: string | null
  /** Title and host: a company that makes websites has the words for it over its own numbers. */
  self: string
}
const getSelf = memoizePerObject((page: PageTree): Self => {
  const host = URL.parse(page.url)?.hostname ?? ''
  return {
    domain: getRegistrableDomain(host),
    self: foldText(`${page.title} ${host.replace(/[.-]/g, ' ')}`),
  }
})

function getCreditPattern(self: string): RegExp {
  return FOREIGN_WORDS.credits.test(self) ? /(?!)/u : FOREIGN_WORDS.credits
}

/** By the headings over a line: `foreign` under the words for others, `doubtful` under a list of them. */
function readHeadingStatus(line: PageLine, self: string): SourceStatus | null {
  const credits = getCreditPattern(self)
  let result: SourceStatus | null = null
  for (let heading: Heading | null = line.heading; heading; heading = heading.above) {
    const text = foldText(heading.text)
    if (FOREIGN_WORDS.authorities.test(text)) return 'foreign'
    // The first heading of a page tells what it is about.
    if (heading.level > 1 && credits.test(text)) return 'foreign'
    if (FOREIGN_WORDS.partners.test(text)) result = 'doubtful'
  }
  return result
}

/** By the words before a value in its own paragraph, unless the paragraph has the website's own addresses. */
function isNamedForeign(
  lines: readonly PageLine[],
  index: number,
  offset: number,
  self: string,
  domain: string | null,
): boolean {
  const line = lines[index]
  if (!line) return false
  const credits = getCreditPattern(self)
  const before = foldText(line.text.slice(Math.max(0, offset - MAX_CREDIT_CHARS), offset))
  let named = FOREIGN_WORDS.authorities.test(before) || credits.test(before)
  for (let at = index - 1; !named && at >= 0 && at > index - MAX_PARAGRAPH_LINES; at -= 1) {
    const above = lines[at]
    if (above?.block !== line.block || above.heading !== line.heading) break
    const text = foldText(above.text.slice(-300))
    named = FOREIGN_WORDS.authorities.test(text) || matchesStart(credits, text)
  }
  if (!named || domain === null) return named
  const after = lines.slice(index, index + MAX_LINES_AFTER).filter(({ block }) => block === line.block)
  return !after.some(({ text }, at) =>
    mentionsDomain(text.slice(at === 0 ? offset : 0, 400).toLowerCase(), domain),
  )
}

function matchesStart(words: RegExp, text: string): boolean {
  return words.exec(text)?.index === 0
}

/** Lines of the same part of the page. */
function getBlockAround(lines: PageLine[], index: number): PageLine[] {
  const heading = lines[index]?.heading ?? null
  let from = index
  while (from > 0 && index - from < MAX_LINES_BEFORE && lines[from - 1]?.heading === heading) from -= 1
  let to = index
  while (to + 1 < lines.length && to - index < MAX_LINES_AFTER && lines[to + 1]?.heading === heading) to += 1
  return lines.slice(from, to + 1).map((line) => ({ ...line, text: line.text.slice(0, 400) }))
}

function mentionsDomain(text: string, domain: string): boolean {
  for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + domain.length] ?? ' '
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}-]/u.test(after)) return true
  }
  return false
}

/** Under words for whoever runs the website, an address of another domain is a company's that runs several. */
function isHeadedByOwner(line: PageLine): boolean {
  for (let heading: Heading | null = line.heading; heading; heading = heading.above)
    if (OWNER_WORDS.test(foldText(heading.text))) return true
  return false
}

/** An address of its own and a domain that is not like the website's. */
function isForeignBlock(text: string, block: PageLine[], domain: string): boolean {
  const own = domain.split('.')[0] ?? domain
  const others = [...text.matchAll(OTHER_DOMAIN)].map(
    (match) => getRegistrableDomain((match[1] ?? '').toLowerCase()) ?? '',
  )
  return (
    others.some(
      (other) => other !== '' && !isFreeDomain(other) && !areAlike(other.split('.')[0] ?? '', own),
    ) && block.some((line) => POSTAL_LINE.test(line.text))
  )
}

const areAlike = (a: string, b: string): boolean =>
  a.includes(b) || b.includes(a) || a.slice(0, 5) === b.slice(0, 5)
