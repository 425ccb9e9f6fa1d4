import type { PersonFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readStructured } from '../structured/read-structured.ts'
import { type StructuredItem, textOf, textsOf } from '../structured/structured-item.ts'
import { classHints } from './classify-section.ts'
import { profileUrl } from './profile-links.ts'
import { readName } from './read-name.ts'
import { canBeRole, cleanRole, isRoleOfThePast } from './read-role.ts'

/** Properties under which people stand that work for the thing they are a property of. */
const OF_STAFF = new Set([
  'employee',
  'employees',
  'founder',
  'founders',
  'member',
  'members',
  'contactpoint',
  'owns',
  'legalrepresentative',
  'director',
])
/** Writers, performers, customers. */
const OF_OTHERS =
  /^(?:author|creator|contributor|editor|performer|actor|review|reviewedby|attendee|speaker|sponsor|alumni|customer|translator|illustrator|copyrightholder|accountableperson|publisher|agent|byartist)$/i

/** People that the page describes for machines: JSON-LD, microdata, hCard, vCard. Writers of articles are left out. */
export function structuredPeople(page: PageTree): PersonFinding[] {
  return readStructured(page).flatMap((item) => readPerson(item, page))
}

function readPerson(item: StructuredItem, page: PageTree): PersonFinding[] {
  if (!isPersonItem(item)) return []
  const property = (item.property ?? '').toLowerCase()
  if (OF_OTHERS.test(property) || (item.at && classHints(item.at).foreign)) return []
  const name = nameOf(item)
  if (!name) return []
  const job = textOf(item, 'jobTitle') ?? textOf(item, 'roleName') ?? roleByProperty(property)
  const role = job && canBeRole(job) ? cleanRole(job) : null
  const email = textOf(item, 'email')
  const phone = textOf(item, 'telephone')
  // A name alone is what themes write about whoever entered the text.
  if (!role && !email && !phone && !OF_STAFF.has(property)) return []
  return [
    {
      name,
      role,
      section: null,
      method: item.method,
      block: item.at,
      email: email?.includes('@') ? withLowerDomain(email) : null,
      phone,
      socials: textsOf(item, 'sameAs')
        .flatMap((url) => profileUrl(url, page.base) ?? [])
        .slice(0, 10),
      staff: property !== 'alumni' && !(role !== null && isRoleOfThePast(role)),
    },
  ]
}

/** hCards do not tell persons from organisations by type: an organisation's bears the organisation's name. */
function isPersonItem(item: StructuredItem): boolean {
  if (item.types.length > 0) return item.types.includes('Person')
  const name = textOf(item, 'name')
  return name !== null && !textsOf(item, 'worksFor').includes(name)
}

function nameOf(item: StructuredItem): string | null {
  const given = textOf(item, 'givenName')
  const family = textOf(item, 'familyName')
  const whole = textOf(item, 'name') ?? (given && family ? `${given} ${family}` : null)
  if (!whole) return null
  const name = readName(whole, { inverted: true })
  if (!name || (name.strength === 0 && item.types.length === 0)) return null
  return name.name
}

const roleByProperty = (property: string): string | null =>
  property === 'founder' || property === 'founders' ? 'Founder' : null

function withLowerDomain(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at) + email.slice(at).toLowerCase()
}
