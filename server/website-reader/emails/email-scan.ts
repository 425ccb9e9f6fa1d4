import type { EmailFinding, Method } from '../findings.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { readWordsStatus } from '../source-status/source-status.ts'
import { type AddressReader, createAddressReader } from './address-reader.ts'
import { getPageText, type PageText } from './page-text.ts'

/** One page under the readers of all forms. */
export interface EmailScan {
  page: PageTree
  text: PageText
  addressReader: AddressReader
  /** Keeps an address that the reader of addresses accepted. `offset` is where it stands in the text, when that is known better than by `at`. */
  add(address: {
    value: string
    method: Method
    at: PageElement | null
    context?: string
    offset?: number
  }): void
  findings(): EmailFinding[]
}

const MAX_FINDINGS = 1_000
const MAX_CONTEXT = 200
const MAX_CHARS_BEFORE = 110

/** Starts to look for the addresses of a page. */
export function createEmailScan(page: PageTree): EmailScan {
  const text = getPageText(page)
  const found: EmailFinding[] = []
  const seen = new Map<string, Set<PageElement | null>>()
  const addressReader = createAddressReader(page.url)
  return {
    page,
    text,
    addressReader,
    add({ value, method, at, context, offset }) {
      if (found.length >= MAX_FINDINGS) return
      const key = `${method} ${value}`
      const places = seen.get(key) ?? new Set()
      if (places.has(at)) return
      seen.set(key, places.add(at))
      const words = context ?? readSurroundingWords(text, offset ?? (at ? text.findStart(at) : -1))
      const finding: EmailFinding = { value, method, at, context: words.slice(0, MAX_CONTEXT) }
      // Whose an own address is does not depend on its place.
      if (at && !addressReader.isOwnDomain(value.slice(value.lastIndexOf('@') + 1)))
        finding.status = readWordsStatus(page, at, value)
      found.push(finding)
    },
    findings: () => found,
  }
}

/** Heading, the words before and a few after, in this order. */
function readSurroundingWords({ text, headingBefore }: PageText, offset: number): string {
  if (offset < 0) return ''
  const heading = headingBefore(offset)
  const before = text.slice(Math.max(0, offset - MAX_CHARS_BEFORE), offset)
  const end = text.indexOf('\n', offset)
  const after = text.slice(offset, end < 0 ? offset + 60 : Math.min(end, offset + 60))
  const start = heading && !before.includes(heading) ? `${heading}\n` : ''
  return start + before + after
}
