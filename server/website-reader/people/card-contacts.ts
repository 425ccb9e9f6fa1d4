import { isDepartmentMailbox } from '../emails/mailbox-words.ts'
import type { EmailFinding, PhoneFinding } from '../findings.ts'
import type { FineLines } from '../page/fine-lines.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import type { Card } from './person-cards.ts'
import { readProfileUrl } from './profile-links.ts'

/** What stands in a person's block. */
export interface CardContacts {
  email: string | null
  phone: string | null
  socials: string[]
}

/** Assigns contacts to cards by where they stand. Each goes to the smallest block around it, hence to one person. */
export function assignContacts({
  page,
  lines,
  cards,
  emails,
  phones,
}: {
  page: PageTree
  lines: FineLines
  cards: readonly Card[]
  emails: readonly EmailFinding[]
  phones: readonly PhoneFinding[]
}): CardContacts[] {
  const contacts = cards.map((): CardContacts => ({ email: null, phone: null, socials: [] }))
  if (cards.length === 0) return contacts
  const owner = createCardFinder(lines, cards)
  for (const { value, at } of emails) {
    const card = at ? owner(at, value) : -1
    const own = contacts[card]
    if (own && !isDepartmentMailbox(getLocalPart(value))) own.email ??= value
  }
  for (const { raw, at, kind } of phones) {
    const own = contacts[at && kind !== 'fax' ? owner(at, raw) : -1]
    if (own) own.phone ??= raw
  }
  for (const [element] of lines.spans) {
    if (element.tag !== 'a' || !element.attrs.href) continue
    const url = readProfileUrl(element.attrs.href, page.base)
    const own = url === null ? undefined : contacts[owner(element, '')]
    if (url && own && own.socials.length < 10 && !own.socials.includes(url)) own.socials.push(url)
  }
  return contacts
}

const getLocalPart = (email: string): string => email.slice(0, email.lastIndexOf('@')).toLowerCase()

/** Finds the card of an element: by its ancestors, else by its line. Text that stands in a long element is looked up in its lines. */
function createCardFinder({ lines, spans }: FineLines, cards: readonly Card[]) {
  const byElement = new Map<PageElement, number>()
  const byLine = new Map<number, number>()
  for (const [index, card] of cards.entries()) {
    if (!card.flat) byElement.set(card.element, index)
    else for (let line = card.from; line < card.to; line += 1) byLine.set(line, index)
  }
  return (at: PageElement, text: string): number => {
    for (let node: PageElement | null = at; node; node = node.parent) {
      const card = byElement.get(node)
      if (card !== undefined) return card
    }
    const span = findSpan(at, spans)
    if (!span) return -1
    // An icon has no line of its own: it follows the line before it.
    if (span.to <= span.from) return byLine.get(span.from - 1) ?? -1
    if (span.to - span.from === 1) return byLine.get(span.from) ?? -1
    for (let line = span.from; text && line < span.to; line += 1)
      if (lines[line]?.text.toLowerCase().includes(text.toLowerCase())) return byLine.get(line) ?? -1
    return -1
  }
}

function findSpan(at: PageElement, spans: FineLines['spans']) {
  for (let node: PageElement | null = at; node; node = node.parent) {
    const span = spans.get(node)
    if (span) return span
  }
  return null
}
