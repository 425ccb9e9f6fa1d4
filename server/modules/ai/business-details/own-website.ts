import { Parser } from 'htmlparser2'
import type { SuggestedField } from '#contract/ai/business-details.ts'
import type { RecordedPage } from '#server/platform/fetch/recording-outbound.ts'
import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import type { WebsiteReport } from '#server/website-reader/index.ts'

/** A website's value for a profile field, with its page. */
export interface Suggestion {
  field: SuggestedField
  value: string
  page: string
}

interface PageWords {
  url: string
  /** The page's folded text, with title and structured data. */
  words: string
  description: string | null
}

/** Requested incidentally; some servers return a page for it. */
const FOR_PROGRAMS = /^\/robots\.txt$|\.xml(?:\.gz)?$/i
const MAX_DESCRIPTION = 600
const WORDLESS = new Set(['script', 'style', 'noscript', 'template', 'svg'])

function readWords({ url, html }: RecordedPage): PageWords {
  const pieces: string[] = []
  let description: string | null = null
  /** For each open element, whether its text is hidden from people. */
  const silent: boolean[] = []
  const parser = new Parser({
    onopentag(tag, attributes) {
      const isData = tag === 'script' && /\bld\+json\b/i.test(attributes.type ?? '')
      if (WORDLESS.has(tag)) silent.push(!isData)
      if (tag !== 'meta') return
      const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
      const content = collapseSpaces(attributes.content ?? '')
        .trim()
        .slice(0, MAX_DESCRIPTION)
      if (!content) return
      if (name === 'description') description = content
      else if (name === 'og:description') description ??= content
      else if (name === 'og:site_name') pieces.push(content)
    },
    ontext(text) {
      if (!silent.includes(true)) pieces.push(text)
    },
    onclosetag(tag) {
      if (WORDLESS.has(tag)) silent.pop()
    },
  })
  parser.end(html)
  return { url, description, words: ` ${foldText(pieces.join(' '))} ` }
}

const pageWith = (pages: readonly PageWords[], values: readonly string[]): string | undefined =>
  pages.find(({ words }) => values.every((value) => words.includes(` ${foldText(value)} `)))?.url

/** The page of an address: with all of it, else one with at least street or postal code. */
function pageOfAddress(pages: readonly PageWords[], address: NonNullable<WebsiteReport['address']>) {
  const parts = [address.street, address.postal_code, address.city].filter((part) => part !== null)
  const firm = address.street ?? address.postal_code
  return pageWith(pages, parts) ?? (firm ? pageWith(pages, [firm]) : undefined)
}

/** Countries that write the postal code after the town. */
const CODE_LAST = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US'])

function addressLines({ address, country }: WebsiteReport): string | null {
  if (!address) return null
  const { street, postal_code: code, city, region } = address
  const town = CODE_LAST.has(country ?? '') ? [city, region, code] : [code, city, region]
  return [street, town.filter(Boolean).join(' ')].filter(Boolean).join('\n')
}

/** A business's profile values from its pages. A value on none of them is left out. */
export function findSuggestions(report: WebsiteReport, recorded: readonly RecordedPage[]): Suggestion[] {
  const pages = recorded.filter(({ url }) => !FOR_PROGRAMS.test(new URL(url).pathname)).map(readWords)
  const [home] = pages
  if (!home) return []
  const found: { field: SuggestedField; value: string | null; page: string | undefined }[] = [
    { field: 'name', value: report.name, page: report.name ? pageWith(pages, [report.name]) : undefined },
    { field: 'website', value: new URL('/', home.url).href, page: home.url },
    {
      field: 'address',
      value: addressLines(report),
      page: report.address ? pageOfAddress(pages, report.address) : undefined,
    },
    { field: 'description', value: home.description, page: home.url },
  ]
  return found.flatMap(({ field, value, page }) => (value && page ? [{ field, value, page }] : []))
}
