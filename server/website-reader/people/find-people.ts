import type { EmailFinding, PersonFinding, PhoneFinding } from '../findings.ts'
import { getFineLines } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { assignContacts, type CardContacts } from './card-contacts.ts'
import { findCardPeople } from './card-people.ts'
import { hasFillerText, isDemoPerson } from './demo-people.ts'
import { findLabelPeople } from './label-people.ts'
import { createSections } from './page-sections.ts'
import { findAnchors } from './person-anchors.ts'
import { findCards } from './person-cards.ts'
import { readLabels } from './person-labels.ts'
import { findStructuredPeople } from './structured-people.ts'
import { readTables } from './table-people.ts'

const MAX_PEOPLE = 1_000

/**
 * The people that a page names, with their roles and what stands in their blocks, in the order of the page. A name
 * alone is no person: a role, a label, a contact, a staff section or a description for machines must be beside it.
 * Never throws; at most 1,000.
 */
export function findPeople(
  page: PageTree,
  emails: readonly EmailFinding[],
  phones: readonly PhoneFinding[],
): PersonFinding[] {
  const lines = getFineLines(page)
  const labels = readLabels(lines.lines)
  const tables = readTables(lines)
  const anchors = findAnchors(lines, labels, tables.taken)
  const cards = findCards(lines, anchors)
  const contacts = assignContacts({ page, lines, cards: [...cards, ...tables.cards], emails, phones })
  const findPlace = createSections(page, lines, cards)
  const found = anchors.flatMap((anchor, index) => {
    const card = cards[index]
    return card ? [{ anchor, card, contacts: contacts[index] as CardContacts }] : []
  })
  const located = [
    ...findCardPeople({ url: page.url, page: lines, found, findPlace }),
    ...tables.people(findPlace, contacts.slice(cards.length)),
    ...findLabelPeople({ url: page.url, lines: lines.lines, labels, findPlace }),
  ]
  const people = [
    ...located.sort((a, b) => a.line - b.line).map(({ finding }) => finding),
    ...findStructuredPeople(page),
  ]
  const filler = people.length > 0 && hasFillerText(lines.lines)
  const demo = ({ name, block }: PersonFinding): boolean =>
    isDemoPerson({ name, card: (block && lines.spans.get(block)) ?? null, lines: lines.lines, filler })
  return people.filter((person) => !demo(person)).slice(0, MAX_PEOPLE)
}
