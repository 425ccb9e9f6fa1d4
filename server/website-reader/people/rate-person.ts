import type { CardRole } from './card-role.ts'
import { type ClassHints, classifyHeading } from './classify-section.ts'
import type { Place } from './page-sections.ts'
import type { Anchor } from './person-anchors.ts'
import { isFormerRole, rateRole } from './read-role.ts'

/** All that speaks for or against a name being a person of this company. */
export interface PersonEvidence {
  anchor: Anchor
  role: CardRole
  place: Place
  hints: ClassHints
  /** A picture on the page bears the name. */
  portrait: boolean
  /** An address or a profile stands in the block. */
  contact: boolean
}

const MIN_SCORE = 5

/** Whether a name is a person worth keeping. Words of customers and readers never are. */
export function isPerson(evidence: PersonEvidence): boolean {
  const { anchor, role, place, hints } = evidence
  if (hints.foreign || place.kind === 'foreign') return false
  return hasEvidence(evidence) && scorePerson(anchor, role, evidence) >= MIN_SCORE
}

/** Beside the name something must say that it is somebody's. */
function hasEvidence({ anchor, role, place, hints, contact }: PersonEvidence): boolean {
  if (anchor.label || role.strength > 0) return true
  // Contacts beside a lone name in a footer are the company's.
  if (contact && (anchor.groupSize >= 2 || anchor.line.heading > 0 || hints.person)) return true
  const isListed = anchor.groupSize >= 2 && anchor.groupShare >= 0.25
  const amongPeople = place.kind === 'staff' || place.kind === 'left'
  if (amongPeople && (isListed || hints.person)) return true
  if (place.kind === 'staff' && place.section !== null && isOwnHeading(place.section)) return true
  return isListed && (hints.person || (role.role !== null && anchor.groupSize >= 3 && isPeoplePage(place)))
}

const isPeoplePage = (place: Place): boolean => place.page === 'staff' || place.page === 'left'
const isOwnHeading = (section: string): boolean => classifyHeading(section) === 'staff'

function scorePerson(
  { name, label, groupShare, groupSize, line, slot }: Anchor,
  role: CardRole,
  evidence: PersonEvidence,
): number {
  const { place, hints, portrait, contact } = evidence
  const points = [
    name.strength,
    role.strength,
    label ? 4 : 0,
    slot ? 2 : 0,
    groupSize > 2 && groupShare >= 0.5 ? 2 : groupSize >= 2 && groupShare >= 0.4 ? 1 : 0,
    SECTION_POINTS[place.kind ?? 'none'],
    place.kind === null && place.page === 'staff' ? 1 : 0,
    place.kind === null && place.page === 'content' ? -1 : 0,
    hints.person ? 2 : hints.author ? 1 : 0,
    portrait ? 2 : 0,
    contact ? 1 : 0,
    // The first heading of a page names what the page is about.
    line.heading === 1 ? 2 : line.heading > 0 ? 1 : 0,
  ]
  return points.reduce<number>((sum, point) => sum + (point ?? 0), 0)
}

const SECTION_POINTS: Record<string, number> = {
  staff: 2,
  left: 1,
  other: 1,
  content: -2,
  foreign: -9,
  none: 0,
}

/** Whether the page says or implies that the person works here. The nearest heading decides, then the page, then the block. */
export function isStaff({ anchor, role, place, hints, contact }: PersonEvidence): boolean {
  if (role.role && isFormerRole(role.role)) return false
  if (anchor.label) return place.kind !== 'left'
  if (place.speakers) return false
  if (place.kind === 'staff') return true
  if (place.kind === 'left' || place.kind === 'other') return false
  if (place.page === 'staff') return true
  // Themes name the cards of a team after speakers, too: headings know better.
  if (hints.speaker) return false
  if (place.page === 'left' || place.page === 'other' || place.page === 'content') return false
  if (hints.author && !hints.person) return false
  const hasRole = role.strength > 0 || (role.role !== null && contact)
  return hasRole && !mentionsOtherFirm(role.role ?? '')
}

const DEPARTMENT_HEAD = /^(?:associate )?(?:director|manager|vice president|vp), .*(?:&|\band\b)/i

/** "CEO at Example Ltd" is how others sign what they say about this company. */
function mentionsOtherFirm(role: string): boolean {
  const at = /\s(?:at|bei|chez|@|presso|bij|hos|w)\s+\p{Lu}/u.test(role)
  // "Director, Sales & Marketing" names a department.
  const behind = DEPARTMENT_HEAD.test(role) ? undefined : /,\s+(\p{Lu}.{2,60})$/u.exec(role)?.[1]
  return (
    at ||
    /\b(?:GmbH|AG|Ltd|Inc|LLC|SAS|SARL|SpA|Srl|BV|KG|Corp)\b/.test(role) ||
    (behind !== undefined && rateRole(behind) === 0)
  )
}
