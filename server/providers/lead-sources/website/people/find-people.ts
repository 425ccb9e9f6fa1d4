import { foldText } from '#server/platform/text/fold-text.ts'
import type { EmailFinding, Method, PersonFinding, PhoneFinding } from '../findings.ts'
import type { PageTree } from '../page-tree.ts'
import { captionPeople } from './caption-people.ts'
import { assignContacts, type CardContacts } from './card-contacts.ts'
import { type CardRole, roleOf, rolesStandAbove } from './card-role.ts'
import { classHints } from './classify-section.ts'
import { isDemoPerson, pageHasFiller } from './demo-people.ts'
import { labelPeople } from './label-people.ts'
import { type PageLines, readLines } from './page-lines.ts'
import { createSections } from './page-sections.ts'
import { type Anchor, findAnchors } from './person-anchors.ts'
import { type Card, findCards } from './person-cards.ts'
import { readLabels } from './person-labels.ts'
import { isPerson, isStaff } from './rate-person.ts'
import { cleanRole } from './read-role.ts'
import { structuredPeople } from './structured-people.ts'
import { readTables } from './table-people.ts'

const MAX_PEOPLE = 1_000

/**
 * The people that a page names, with their roles and what stands in their blocks. A name alone is no person: a role, a
 * label, a contact, a staff section or a description for machines must be beside it. Never throws; at most 1,000.
 */
export function findPeople(
  page: PageTree,
  emails: readonly EmailFinding[],
  phones: readonly PhoneFinding[],
): PersonFinding[] {
  const lines = readLines(page)
  const labels = readLabels(lines.lines)
  const tables = readTables(lines)
  const anchors = findAnchors(lines, labels, tables.taken)
  const cards = findCards(lines, anchors)
  const contacts = assignContacts(page, lines, [...cards, ...tables.cards], { emails, phones })
  const placeOf = createSections(page, lines, cards)
  const filler = pageHasFiller(lines.lines)
  const above = rolesStandAbove(lines, anchors, cards)
  const portraits = portraitNames(lines)

  const people: PersonFinding[] = []
  for (const [index, anchor] of anchors.entries()) {
    const card = cards[index] as Card
    const own = contacts[index] as CardContacts
    const role = roleOf(lines, anchor, card, above)
    const place = placeOf(Math.min(card.from, anchor.line.index))
    const hints = classHints(anchor.line.segments[0]?.element ?? anchor.line.block)
    const portrait = portraits.has(foldText(anchor.name.name))
    const evidence = {
      anchor,
      role,
      place,
      hints,
      portrait,
      contact: own.email !== null || own.socials.length > 0,
    }
    if (!isPerson(evidence) || isDemoPerson(anchor.name.name, card, lines.lines, filler)) continue
    people.push({
      ...own,
      name: anchor.name.name,
      role: withLabel(role, anchor),
      section: place.section,
      method: methodOf(anchor, card),
      block: card.element,
      staff: isStaff(evidence),
    })
  }
  const others = [
    ...tables.people(placeOf, contacts.slice(cards.length)),
    ...labelPeople(page, lines, labels, placeOf),
    ...captionPeople(lines, cards, placeOf),
    ...structuredPeople(page),
  ]
  people.push(...others.filter(({ name }) => !isDemoPerson(name, null, lines.lines, filler)))
  return people.slice(0, MAX_PEOPLE)
}

/** A label says what somebody is where the block does not; labels that only introduce do so for want of better words. */
function withLabel({ role, strength }: CardRole, { label }: Anchor): string | null {
  if (!label?.text || strength >= 2 || label.contact) return role
  return cleanRole(label.text)
}

function methodOf({ line, label, role }: Anchor, card: Card): Method {
  if (label) return 'section'
  if (role || (card.flat && line.heading === 0)) return 'section'
  return line.heading === 1 ? 'heading' : 'card'
}

function portraitNames({ lines }: PageLines): Set<string> {
  return new Set(lines.filter((line) => line.alt).map((line) => foldText(line.text)))
}
