import type { CrmMappingItem } from '#contract/activity/run-kinds/crm.ts'
import { isAiField } from '#contract/ai/ai-prompt-types.ts'
import type { CrmField, CrmFieldKind, CrmRow } from '#contract/leads/crm.ts'
import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import type { FieldDefinition, FieldKind } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  fieldValue,
  findOrigin,
  type LeadRow,
  partOfName,
  readable,
} from '#server/modules/leads/leads/index.ts'
import {
  type ContactCrm,
  type CrmContact,
  type CrmMatch,
  type CrmValue,
  readDigits,
} from '#server/providers/crms/index.ts'

/** A sendable field of a lead. */
export interface LeadField {
  name: string
  label: string
  kind: FieldKind
  property: string | null
}

/** First and last name are sent even where a list has only the full name. */
const NAME_PARTS: LeadField[] = [
  { name: 'first_name', label: 'First name', kind: 'text', property: 'firstName' },
  { name: 'last_name', label: 'Last name', kind: 'text', property: 'lastName' },
]

/** The company of an address; nothing more than its domain is known. */
const COMPANY: LeadField = { name: 'company', label: 'Company', kind: 'text', property: 'companyName' }

/** Sendable fields of a lead type: its fields, custom fields and the parts of the name. */
export function listLeadFields(
  type: ListTypeId,
  custom: readonly Pick<FieldDefinition, 'name' | 'label' | 'kind'>[],
): LeadField[] {
  const declared: LeadField[] = LIST_TYPES[type].fields.map((field: FieldDefinition) => ({
    name: field.name,
    label: field.label,
    // CRMs have no domains, but websites.
    kind: field.name === 'domain' ? 'url' : field.kind,
    property: field.crm ?? (field.name === 'position' ? 'position' : null),
  }))
  const isDeclared = (name: string) => declared.some((field) => field.name === name)
  const parts = NAME_PARTS.filter(({ name }) => !isDeclared(name))
  return [
    // In addition to the full name.
    ...declared.flatMap((field) => (field.name === 'name' ? [field, ...parts] : [field])),
    ...(isDeclared('domain') && !isDeclared('company') ? [COMPANY] : []),
    ...custom.map(({ name, label, kind }) => ({ name, label, kind, property: null })),
  ]
}

const TEXTS: readonly CrmFieldKind[] = ['text', 'choice']
const TARGET_KINDS: Partial<Record<LeadField['kind'], readonly CrmFieldKind[]>> = {
  number: ['number', 'text'],
  distance: ['number', 'text'],
  rate: ['number', 'text'],
  coordinate: ['number', 'text'],
  date: ['date', 'text'],
  email: ['email', 'text'],
  phone: ['phone', 'text'],
  url: ['url', 'text'],
  country: ['text', 'choice'],
}

/** Compatible target kinds for a value of this kind. */
export const kindsFor = (kind: LeadField['kind']): readonly CrmFieldKind[] => TARGET_KINDS[kind] ?? TEXTS

export const fits = (kind: LeadField['kind'], to: CrmFieldKind): boolean => kindsFor(kind).includes(to)

/** The default mapping; every field is filled where it is empty. */
export function defaultItems(
  fields: readonly LeadField[],
  { makeKey, sender }: Pick<ContactCrm, 'makeKey' | 'sender'>,
): CrmMappingItem[] {
  const used = new Set<string>()
  // First and last name are preferred to the full name, which a CRM would split itself.
  const hasParts = makeKey('firstName') !== null
  return fields.flatMap(({ name, label, property }) => {
    // A sender’s variables are what its mails are written with.
    const isVariable = sender && (isAiField(name) || name.startsWith(CUSTOM_FIELD_PREFIX))
    if (!isVariable && (property === null || (property === 'name' && hasParts))) return []
    const to = isVariable ? sender.makeVariable(label) : makeKey(property ?? '')
    if (to === null || used.has(to)) return []
    used.add(to)
    return { field: name, to, policy: isVariable ? ('always' as const) : ('fill' as const) }
  })
}

/** A field's value for a CRM: labels instead of codes. */
function valueFor(lead: LeadRow, type: ListTypeId, name: string): CrmValue | null {
  if (name === 'first_name' || name === 'last_name') return partOfName(lead, type, name)
  if (name.startsWith(CUSTOM_FIELD_PREFIX)) return (lead.fields[name] as CrmValue | undefined) ?? null
  const fields: readonly FieldDefinition[] = LIST_TYPES[type].fields
  const field = fields.find((field) => field.name === name)
  if (!field && name === COMPANY.name) return valueFor(lead, type, 'domain')
  const value = field ? fieldValue(lead, field) : null
  if (value === null || !field) return null
  // A country stays a code, as CRMs expect.
  return field.kind === 'country' ? value : (readable(field, value) ?? value)
}

/** Whether two values are equivalent, ignoring case, spaces and the format of numbers and addresses. */
function isSame(a: CrmValue, b: CrmValue, kind: LeadField['kind']): boolean {
  const comparable = (value: CrmValue) => String(value).trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (comparable(a) === comparable(b)) return true
  if (kind === 'phone') return readDigits(String(a)) === readDigits(String(b))
  if (kind === 'url') {
    const bare = (value: CrmValue) =>
      comparable(value)
        .replace(/^https?:\/\/(www\.)?/, '')
        .replace(/\/$/, '')
    return bare(a) === bare(b)
  }
  if (typeof a === 'number' || typeof b === 'number') return Number(a) === Number(b)
  return false
}

function observedAt(lead: LeadRow, field: string): Date {
  const at = findOrigin(lead, field).observed_at
  return at ? new Date(at) : lead.added_at
}

/** The values of a lead that are sent, and conflicts with the CRM's values. */
export interface LeadPlan {
  contact: CrmContact | null
  values: Record<string, CrmValue>
  email: string | null
  phone: string | null
  conflicts: CrmRow['conflicts']
}

interface PlanInput {
  lead: LeadRow
  type: ListTypeId
  items: readonly CrmMappingItem[]
  labels: ReadonlyMap<string, LeadField>
  match: CrmMatch
}

const text = (value: CrmValue | null | undefined) =>
  value === null || value === undefined ? null : String(value)

const OTHER_CONTACT = 'belongs to another contact'

/**
 * Decides field by field. An email and a phone that belong to two contacts are never sent together: the email's
 * contact is the lead, and the phone stays where it is. The first email of a contact found by its second one is
 * never replaced.
 */
export function planLead({ lead, type, items, labels, match }: PlanInput): LeadPlan {
  const contact = match.byEmail ?? match.byPhone
  const phoneIsTaken = match.byPhone !== null && contact !== null && match.byPhone.id !== contact.id
  const values: Record<string, CrmValue> = {}
  const conflicts: LeadPlan['conflicts'] = []
  for (const { field, to, policy } of items) {
    const ours = valueFor(lead, type, field)
    if (ours === null) continue
    const { label = field, kind = 'text' } = labels.get(field) ?? {}
    const addConflict = (crmValue: string | null, wins: 'ours' | 'theirs') =>
      conflicts.push({ field, label, ours: text(ours), theirs: crmValue, wins })
    if (to === 'phone' && phoneIsTaken) {
      addConflict(OTHER_CONTACT, 'theirs')
      continue
    }
    const crmValue = contact?.values[to]
    if (crmValue === undefined) {
      values[to] = ours
      continue
    }
    if (isSame(ours, crmValue, kind)) continue
    const isSecondAddress = to === 'email' && contact?.emails.includes(String(ours).toLowerCase())
    if (isSecondAddress) continue
    const isNewer = contact?.updatedAt ? observedAt(lead, field) > contact.updatedAt : true
    const wins = policy === 'always' || (policy === 'newer' && isNewer) ? 'ours' : 'theirs'
    addConflict(text(crmValue), wins)
    if (wins === 'ours') values[to] = ours
  }
  // A new contact has the email used to find it, whatever the mapping.
  const email = contact ? null : lead.email
  const phone = contact || lead.email !== null ? null : lead.phone
  return { contact, values, email, phone, conflicts }
}

/** Sent fields that the CRM changed or dropped. */
export function findDropped(
  values: Record<string, CrmValue>,
  stored: Record<string, CrmValue>,
  fields: ReadonlyMap<string, Pick<CrmField, 'kind'>>,
): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const storedValue = stored[key]
    const kind = fields.get(key)?.kind
    return storedValue !== undefined &&
      isSame(value, storedValue, kind === 'phone' || kind === 'url' ? kind : 'text')
      ? []
      : key
  })
}
