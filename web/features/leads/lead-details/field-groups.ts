import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { fieldsOf } from '#web/lib/list-fields.ts'
import { leadValue } from '../lead-data/lead-value.ts'

/** A field of a lead with its value. */
export interface FilledField {
  field: FieldDefinition
  value: string | number
}

type GroupName = 'contact' | 'about' | 'other'

/** The fields of a lead in the order in which people need them, and apart from them those without a value. */
export interface FieldGroups extends Record<GroupName, FilledField[]> {
  empty: FieldDefinition[]
}

/** Has a place of its own, above the values. */
const APART: ReadonlySet<string> = new Set(['lead_status'])

/** Told beside the email and not in lines of their own. */
const WITH_EMAIL: ReadonlySet<string> = new Set([
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
  'email_search_sources',
  'email_search_at',
])

/** Ways to a lead that are plain text, and plain text that is no way to it. */
const CONTACT: ReadonlySet<string> = new Set(['handle', 'platform'])
const OTHER: ReadonlySet<string> = new Set(['domain', 'source', 'added_at', 'score'])
const CONTACT_KINDS: readonly FieldDefinition['kind'][] = ['email', 'phone', 'url']

function groupOf({ name, kind }: FieldDefinition): GroupName {
  if (OTHER.has(name) || kind === 'coordinate') return 'other'
  return CONTACT.has(name) || CONTACT_KINDS.includes(kind) ? 'contact' : 'about'
}

/** The email first, whatever else the list type declares before it; then as declared. */
const emailFirst = (one: FilledField, other: FilledField): number =>
  Number(other.field.kind === 'email') - Number(one.field.kind === 'email')

/**
 * How to reach a lead, what it is, and the rest. A lead that could have an email keeps its place for it: what is
 * known of the search for it is there.
 */
export function fieldGroups(type: ListTypeId, lead: Lead): FieldGroups {
  const groups: FieldGroups = { contact: [], about: [], other: [], empty: [] }
  for (const field of fieldsOf(type)) {
    if (WITH_EMAIL.has(field.name) || APART.has(field.name)) continue
    const value = leadValue(lead, field.name) ?? ''
    if (value === '' && field.kind !== 'email') groups.empty.push(field)
    else groups[groupOf(field)].push({ field, value })
  }
  groups.contact.sort(emailFirst)
  return groups
}
