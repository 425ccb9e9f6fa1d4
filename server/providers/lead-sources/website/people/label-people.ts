import type { PersonFinding } from '../findings.ts'
import type { PageTree } from '../page-tree.ts'
import { classifyPath } from './classify-section.ts'
import type { PageLines } from './page-lines.ts'
import type { Place } from './page-sections.ts'
import type { PageLabels } from './person-labels.ts'
import { isRoleOfThePast } from './read-role.ts'

/** On privacy pages the firms that process data are named with their directors; only the own one counts. */
const RESPONSIBLE =
  /verantwortlich|controller|responsible|responsable|titolare|verwerkingsverantwoordelijke|administrator/i
const PRIVACY = /datenschutz|privacy|confidentialit|privacidad|riservatezza/i

/** The people of "Managing directors: Anna Sample, Max Sample" and of lists below such a label. Contacts beside them are the company's. */
export function labelPeople(
  page: PageTree,
  { lines }: PageLines,
  labels: PageLabels,
  placeOf: (line: number) => Place,
): PersonFinding[] {
  const privacy = classifyPath(page.url) === 'content' && PRIVACY.test(page.url)
  const people: PersonFinding[] = []
  for (const [index, names] of labels.names) {
    const line = lines[index]
    const place = placeOf(index)
    if (!line || place.kind === 'foreign' || (names.length === 1 && labels.contacts.has(index))) continue
    if (privacy && !RESPONSIBLE.test(`${place.section ?? ''} ${line.text.slice(0, 60)}`)) continue
    for (const { name, role } of names)
      people.push({
        name: name.name,
        role,
        section: place.section,
        method: 'section',
        block: null,
        email: null,
        phone: null,
        socials: [],
        staff: place.kind !== 'left' && !(role !== null && isRoleOfThePast(role)),
      })
  }
  return people
}
