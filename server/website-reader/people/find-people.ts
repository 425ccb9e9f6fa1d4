import type { EmailFinding, PersonFinding, PhoneFinding } from '../findings.ts'
import { fineLines } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { captionPeople } from './caption-people.ts'
import { assignContacts, type CardContacts } from './card-contacts.ts'
import { cardPeople } from './card-people.ts'
import { isDemoPerson, pageHasFiller } from './demo-people.ts'
import { labelPeople } from './label-people.ts'
import { createSections } from './page-sections.ts'
import { findAnchors } from './person-anchors.ts'
import { findCards } from './person-cards.ts'
import { readLabels } from './person-labels.ts'
import { structuredPeople } from './structured-people.ts'
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
  const lines = fineLines(page)
  const labels = readLabels(lines.lines)
  const tables = readTables(lines)
  const anchors = findAnchors(lines, labels, tables.taken)
  const cards = findCards(lines, anchors)
  const contacts = assignContacts(page, lines, [...cards, ...tables.cards], { emails, phones })
  const placeOf = createSections(page, lines, cards)
  const found = anchors.flatMap((anchor, index) => {
    const card = cards[index]
    return card ? [{ anchor, card, contacts: contacts[index] as CardContacts }] : []
  })
  const located = [
    ...cardPeople(page.url, lines, found, placeOf),
    ...tables.people(placeOf, contacts.slice(cards.length)),
    ...labelPeople(page.url, lines, labels, placeOf),
    ...captionPeople(lines, cards, placeOf),
  ]
  const people = [
    ...located.sort((a, b) => a.line - b.line).map(({ finding }) => finding),
    ...structuredPeople(page),
  ]
  const filler = people.length > 0 && pageHasFiller(lines.lines)
  const demo = ({ name, block }: PersonFinding): boolean =>
    isDemoPerson(name, block ? (lines.spans.get(block) ?? null) : null, lines.lines, filler)
  return people.filter((person) => !demo(person)).slice(0, MAX_PEOPLE)
}
