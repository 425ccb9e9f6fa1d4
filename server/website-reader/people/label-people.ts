import type { FineLine } from '../page/fine-lines.ts'
import type { LocatedPerson } from './located-person.ts'
import type { Place } from './page-sections.ts'
import type { PageLabels } from './person-labels.ts'
import { isFormerRole } from './read-role.ts'

/** On privacy pages the firms that process data are named with their directors; only the own one counts. */
const RESPONSIBLE =
  /verantwortlich|controller|responsible|responsable|titolare|verwerkingsverantwoordelijke|administrator/i
const PRIVACY_PAGE = /datenschutz|privacy|confidentialit|privacidad|riservatezza|data-protection/i

/** Whether a label at a place of a page may speak of another firm: on a privacy page outside the part about who is responsible. */
export function namesOtherParty(url: string, section: string | null, text: string): boolean {
  return PRIVACY_PAGE.test(url) && !RESPONSIBLE.test(`${section ?? ''} ${text.slice(0, 60)}`)
}

/** The people of "Managing directors: Anna Sample, Max Sample" and of lists below such a label. Contacts beside them are the company's. */
export function findLabelPeople({
  url,
  lines,
  labels,
  findPlace,
}: {
  url: string
  lines: readonly FineLine[]
  labels: PageLabels
  findPlace: (line: number) => Place
}): LocatedPerson[] {
  const people: LocatedPerson[] = []
  for (const [index, names] of labels.names) {
    const line = lines[index]
    const place = findPlace(index)
    if (!line || place.kind === 'foreign' || (names.length === 1 && labels.contacts.has(index))) continue
    if (namesOtherParty(url, place.section, line.text)) continue
    for (const { name, role } of names) {
      const staff = place.kind !== 'left' && !(role !== null && isFormerRole(role))
      const found = { name: name.name, role, section: place.section, method: 'section' as const, staff }
      people.push({ line: index, finding: { ...found, block: null, email: null, phone: null, socials: [] } })
    }
  }
  return people
}
