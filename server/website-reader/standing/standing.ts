import { foldText } from '#server/platform/text/fold-text.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { SourceStatus } from '../findings.ts'
import type { Heading } from '../page/line-headings.ts'
import { inFrame } from '../page/page-frame.ts'
import { elementAt, type PageLine, pageLines } from '../page/page-lines.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { registrableDomain } from '../registrable-domain.ts'
import { FOREIGN_WORDS, OWNER_WORDS } from './foreign-words.ts'

/** Lines of a block that are looked at before and after a value. */
const LINES_BEFORE = 12
const LINES_AFTER = 6
const CREDIT_BEFORE = 120
const PARAGRAPH_LINES = 8
const OTHER_DOMAIN = /(?:@|www\.)([a-z0-9][a-z0-9.-]{1,60}\.[a-z]{2,18})(?![\w.-])/gi
const POSTAL_LINE = /(?:^|\s)(?:[A-Z]{1,2}-)?\d{4,6}\s+\p{Lu}\p{L}+|\b[A-Z]{2}\s+\d{5}\b/u

/**
 * Whose a value in the text of line `index` at `offset` is, by the words over it and around it.
 * @param index position in `pageLines(page)`
 */
export function statusAt(page: PageTree, index: number, offset: number): SourceStatus {
  const lines = pageLines(page)
  const line = lines[index]
  if (!line) return 'body'
  const { domain, self } = selfOf(page)
  if (isNamedForeign(lines, index, offset, self, domain)) return 'foreign'
  const block = blockAround(lines, index)
  const whole = block
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase()
  const ownBlock = domain !== null && mentionsDomain(whole, domain)
  const headed = ownBlock ? null : foreignHeading(line, self)
  if (headed) return headed
  if (inFrame(elementAt(line, offset))) return 'frame'
  if (ownBlock) return 'own'
  return domain && !isHeadedByOwner(line) && isOthersBlock(whole, block, domain) ? 'doubtful' : 'body'
}

/** As `statusAt`, for an element; by the words around it when it has none of its own. */
export function statusOf(page: PageTree, element: PageElement | null): SourceStatus {
  const places = linePlaces(page)
  for (let at = element, up = 0; at && up < 5; at = at.parent, up += 1) {
    const place = places.get(at)
    if (place) return statusAt(page, place.index, place.offset)
  }
  return inFrame(element) ? 'frame' : 'body'
}

const LINES_OF_ELEMENT = 80

/** As `statusOf`, for `words` somewhere in an element that holds several lines. */
export function statusOfWords(page: PageTree, element: PageElement, words: string): SourceStatus {
  const first = linePlaces(page).get(element)
  const lines = pageLines(page)
  const wanted = words.toLowerCase()
  for (let index = first?.index ?? lines.length; index < lines.length; index += 1) {
    if (index - (first?.index ?? 0) > LINES_OF_ELEMENT) break
    const offset = lines[index]?.text.toLowerCase().indexOf(wanted) ?? -1
    if (offset >= 0) return statusAt(page, index, offset)
  }
  return statusOf(page, element)
}

interface Place {
  index: number
  offset: number
}
const placesOf = new WeakMap<PageTree, Map<PageElement, Place>>()

/** Where the words of an element begin. */
function linePlaces(page: PageTree): Map<PageElement, Place> {
  let found = placesOf.get(page)
  if (!found) {
    found = new Map()
    for (const [index, line] of pageLines(page).entries()) {
      if (!found.has(line.block)) found.set(line.block, { index, offset: 0 })
      for (const { element, from } of line.pieces)
        if (!found.has(element)) found.set(element, { index, offset: from })
    }
    placesOf.set(page, found)
  }
  return found
}

interface Self {
  /** Registrable domain of the page. */
  domain: string | null
  /** Title and host: a company that makes websites has the words for it over its own numbers. */
  self: string
}
const selves = new WeakMap<PageTree, Self>()

function selfOf(page: PageTree): Self {
  let known = selves.get(page)
  if (!known) {
    const host = URL.parse(page.url)?.hostname ?? ''
    known = {
      domain: registrableDomain(host),
      self: foldText(`${page.title} ${host.replace(/[.-]/g, ' ')}`),
    }
    selves.set(page, known)
  }
  return known
}

function creditWords(self: string): RegExp {
  return FOREIGN_WORDS.credits.test(self) ? /(?!)/u : FOREIGN_WORDS.credits
}

/** By the headings over a line: `foreign` under the words for others, `doubtful` under a list of them. */
function foreignHeading(line: PageLine, self: string): SourceStatus | null {
  const credits = creditWords(self)
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
  const credits = creditWords(self)
  const before = foldText(line.text.slice(Math.max(0, offset - CREDIT_BEFORE), offset))
  let named = FOREIGN_WORDS.authorities.test(before) || credits.test(before)
  for (let at = index - 1; !named && at >= 0 && at > index - PARAGRAPH_LINES; at -= 1) {
    const above = lines[at]
    if (above?.block !== line.block || above.heading !== line.heading) break
    const text = foldText(above.text.slice(-300))
    named = FOREIGN_WORDS.authorities.test(text) || startsWith(credits, text)
  }
  if (!named || domain === null) return named
  const after = lines.slice(index, index + LINES_AFTER).filter(({ block }) => block === line.block)
  return !after.some(({ text }, at) =>
    mentionsDomain(text.slice(at === 0 ? offset : 0, 400).toLowerCase(), domain),
  )
}

function startsWith(words: RegExp, text: string): boolean {
  return words.exec(text)?.index === 0
}

/** Lines of the same part of the page. */
function blockAround(lines: PageLine[], index: number): PageLine[] {
  const heading = lines[index]?.heading ?? null
  let from = index
  while (from > 0 && index - from < LINES_BEFORE && lines[from - 1]?.heading === heading) from -= 1
  let to = index
  while (to + 1 < lines.length && to - index < LINES_AFTER && lines[to + 1]?.heading === heading) to += 1
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
function isOthersBlock(text: string, block: PageLine[], domain: string): boolean {
  const own = domain.split('.')[0] ?? domain
  const others = [...text.matchAll(OTHER_DOMAIN)].map(
    (match) => registrableDomain((match[1] ?? '').toLowerCase()) ?? '',
  )
  return (
    others.some((other) => other !== '' && !isFreeDomain(other) && !alike(other.split('.')[0] ?? '', own)) &&
    block.some((line) => POSTAL_LINE.test(line.text))
  )
}

const alike = (a: string, b: string): boolean =>
  a.includes(b) || b.includes(a) || a.slice(0, 5) === b.slice(0, 5)
