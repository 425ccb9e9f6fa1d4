import type { PersonFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getText, getTexts, type StructuredItem } from '../structured/structured-item.ts'
import { readClassHints } from './classify-section.ts'
import { readProfileUrl } from './profile-links.ts'
import { readName } from './read-name.ts'
import { canBeRole, cleanRole, isFormerRole } from './read-role.ts'

/** Properties under which people stand that work for the thing they are a property of. */
const STAFF_PROPERTIES = new Set([
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
const FOREIGN_PROPERTY =
  /^(?:author|creator|contributor|editor|performer|actor|review|reviewedby|attendee|speaker|sponsor|alumni|customer|translator|illustrator|copyrightholder|accountableperson|publisher|agent|byartist)$/i

/** People that the page describes for machines: JSON-LD, microdata, hCard, vCard. Writers of articles are left out. */
export function findStructuredPeople(page: PageTree): PersonFinding[] {
  return readStructured(page).flatMap((item) => readPerson(item, page))
}

function readPerson(item: StructuredItem, page: PageTree): PersonFinding[] {
  if (!isPersonItem(item)) return []
  const property = (item.property ?? '').toLowerCase()
  if (FOREIGN_PROPERTY.test(property) || (item.at && readClassHints(item.at).foreign)) return []
  const name = readItemName(item)
  if (!name) return []
  const job = getText(item, 'jobTitle') ?? getText(item, 'roleName') ?? getPropertyRole(property)
  const role = job && canBeRole(job) ? cleanRole(job) : null
  const email = getText(item, 'email')
  const phone = getText(item, 'telephone')
  // A name alone is what themes write about whoever entered the text.
  if (!role && !email && !phone && !STAFF_PROPERTIES.has(property)) return []
  return [
    {
      name,
      role,
      section: null,
      method: item.method,
      block: item.at,
      email: email?.includes('@') ? lowercaseDomain(email) : null,
      phone,
      socials: getTexts(item, 'sameAs')
        .flatMap((url) => readProfileUrl(url, page.base) ?? [])
        .slice(0, 10),
      staff: property !== 'alumni' && !(role !== null && isFormerRole(role)),
    },
  ]
}

/** hCards do not tell persons from organisations by type: an organisation's bears the organisation's name. */
function isPersonItem(item: StructuredItem): boolean {
  if (item.types.length > 0) return item.types.includes('Person')
  const name = getText(item, 'name')
  return name !== null && !getTexts(item, 'worksFor').includes(name)
}

function readItemName(item: StructuredItem): string | null {
  const given = getText(item, 'givenName')
  const family = getText(item, 'familyName')
  const whole = getText(item, 'name') ?? (given && family ? `${given} ${family}` : null)
  if (!whole) return null
  const name = readName(whole, { inverted: true })
  if (!name || (name.strength === 0 && item.types.length === 0)) return null
  return name.name
}

const getPropertyRole = (property: string): string | null =>
  property === 'founder' || property === 'founders' ? 'Founder' : null

function lowercaseDomain(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at) + email.slice(at).toLowerCase()
}
