import type { EmailFinding, Method } from '../findings.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { statusOfWords } from '../standing/standing.ts'
import { type AddressJudge, createAddressJudge } from './accept-address.ts'
import { type PageText, pageText } from './page-text.ts'

/** One page under the readers of all forms. */
export interface EmailScan {
  page: PageTree
  text: PageText
  judge: AddressJudge
  /** Keeps an address that the judge took. `offset` is where it stands in the text, when that is known better than by `at`. */
  add(value: string, method: Method, at: PageElement | null, context?: string, offset?: number): void
  findings(): EmailFinding[]
}

const MAX_FINDINGS = 1_000
const MAX_CONTEXT = 200
const WORDS_BEFORE = 110

/** Starts to look for the addresses of a page. */
export function createEmailScan(page: PageTree): EmailScan {
  const text = pageText(page)
  const found: EmailFinding[] = []
  const seen = new Map<string, Set<PageElement | null>>()
  const judge = createAddressJudge(page.url)
  return {
    page,
    text,
    judge,
    add(value, method, at, context, offset) {
      if (found.length >= MAX_FINDINGS) return
      const key = `${method} ${value}`
      const places = seen.get(key) ?? new Set()
      if (places.has(at)) return
      seen.set(key, places.add(at))
      const words = context ?? wordsAround(text, offset ?? (at ? text.startOf(at) : -1))
      const finding: EmailFinding = { value, method, at, context: words.slice(0, MAX_CONTEXT) }
      // Whose an own address is does not depend on its place.
      if (at && !judge.isOwn(value.slice(value.lastIndexOf('@') + 1)))
        finding.standing = statusOfWords(page, at, value)
      found.push(finding)
    },
    findings: () => found,
  }
}

/** Heading, the words before and a few after, in this order. */
function wordsAround({ text, headingBefore }: PageText, offset: number): string {
  if (offset < 0) return ''
  const heading = headingBefore(offset)
  const before = text.slice(Math.max(0, offset - WORDS_BEFORE), offset)
  const end = text.indexOf('\n', offset)
  const after = text.slice(offset, end < 0 ? offset + 60 : Math.min(end, offset + 60))
  const start = heading && !before.includes(heading) ? `${heading}\n` : ''
  return start + before + after
}
