import { foldText } from '#server/platform/text/fold-text.ts'
import type { Method } from '../findings.ts'
import type { FineLines } from '../page/fine-lines.ts'
import type { CardContacts } from './card-contacts.ts'
import { areRolesAbove, type CardRole, findCardRole } from './card-role.ts'
import { readClassHints } from './classify-section.ts'
import { namesOtherParty } from './label-people.ts'
import type { LocatedPerson } from './located-person.ts'
import type { Place } from './page-sections.ts'
import type { Anchor } from './person-anchors.ts'
import type { Card } from './person-cards.ts'
import { isPerson, isStaff } from './rate-person.ts'
import { cleanRole, rateRole } from './read-role.ts'

/** One name with its block and what stands in it. */
export interface CardWithContacts {
  anchor: Anchor
  card: Card
  contacts: CardContacts
}

/** The names of a page whose surroundings make them people. */
export function findCardPeople({
  url,
  page,
  found,
  findPlace,
}: {
  url: string
  page: FineLines
  found: readonly CardWithContacts[]
  findPlace: (line: number) => Place
}): LocatedPerson[] {
  if (found.length === 0) return []
  const above = areRolesAbove(
    page,
    found.map(({ anchor }) => anchor),
    found.map(({ card }) => card),
  )
  const portraits = new Set(page.lines.filter(({ alt }) => alt).map(({ text }) => foldText(text)))
  const names = new Set(found.map(({ anchor }) => anchor.line.index))
  return found.flatMap(({ anchor, card, contacts }): LocatedPerson[] => {
    const { line } = anchor
    const role = findCardRole(page, { anchor, card }, above)
    const place = findPlace(Math.min(card.from, line.index))
    const hints = readClassHints(line.segments[0]?.element ?? line.block)
    const contact = contacts.email !== null || contacts.socials.length > 0
    const portrait = portraits.has(foldText(anchor.name.name))
    const evidence = { anchor, role, place, hints, portrait, contact }
    if ((place.kind ?? place.page) !== 'staff' && hasQuote(page, card)) return []
    if (!isPerson(evidence) || (anchor.label && namesOtherParty(url, place.section, anchor.label.text)))
      return []
    const finding = {
      ...contacts,
      name: anchor.name.name,
      role: chooseRole(role, anchor, findHeading(page, line.index, names)),
      section: place.section,
      method: getMethod(anchor, card),
      block: card.element,
      staff: isStaff(evidence),
    }
    return [{ line: line.index, finding }]
  })
}

const QUOTE = /^["“„«「].{20,}["”“»«」][.!]?$/u

/** A sentence in quotation marks beside a name is what a customer says. */
const hasQuote = ({ lines }: FineLines, { from, to, flat }: Card): boolean =>
  !flat && lines.slice(from, to).some(({ text, alt }) => !alt && QUOTE.test(text))

/** A label says what somebody is where the block does not, then the heading of a list: "Partners", "Of Counsel". */
function chooseRole({ role, strength }: CardRole, { label }: Anchor, heading: string): string | null {
  if (label?.text && strength < 2) return cleanRole(label.text)
  const words = role === null && !NO_ROLE.test(heading) ? heading.replace(/s$/, '').split(' ') : []
  return words.length < 4 && rateRole(words.at(-1) ?? '') > 1 ? words.join(' ') : role
}

const NO_ROLE = /^(?:our|the|meet|unsere?|nos|notre|nuestr[oa]s?|i nostri)\b/i

/** The nearest heading above a line that is nobody's name. */
function findHeading({ lines }: FineLines, line: number, names: ReadonlySet<number>): string {
  let at = line - 1
  while (at >= 0 && (!lines[at]?.heading || names.has(at))) at -= 1
  return lines[at]?.text ?? ''
}

function getMethod({ line, label, role, slot }: Anchor, card: Card): Method {
  if (label || (role && !slot) || (card.flat && line.heading === 0)) return 'section'
  return line.heading === 1 ? 'heading' : 'card'
}
