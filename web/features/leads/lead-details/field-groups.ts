import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS, WHY_FIELD } from '#contract/leads/signals.ts'
import { listFields } from '#web/lib/list-fields.ts'
import { leadValue } from '../lead-data/lead-value.ts'

/** A field of a lead with its value. */
export interface FilledField {
  field: FieldDefinition
  value: string | number
}

type GroupName = 'contact' | 'about' | 'other'

/** The fields of a lead in display order, and separately those without a value. */
export interface FieldGroups extends Record<GroupName, FilledField[]> {
  empty: FieldDefinition[]
}

/** Shown separately: above the values, and signals below them. */
const APART: ReadonlySet<string> = new Set(['lead_status', WHY_FIELD.name, ...SIGNAL_IDS])

/** Shown beside the email, not on their own lines. */
const WITH_EMAIL: ReadonlySet<string> = new Set([
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
  'email_search_sources',
  'email_search_at',
])

/** Text fields that are contacts, and text-like fields that are not. */
const CONTACT: ReadonlySet<string> = new Set(['handle', 'platform'])
const OTHER: ReadonlySet<string> = new Set(['domain', 'source', 'added_at', 'score'])
const CONTACT_KINDS: readonly FieldDefinition['kind'][] = ['email', 'phone', 'url']

function findGroup({ name, kind }: FieldDefinition): GroupName {
  if (OTHER.has(name) || kind === 'coordinate') return 'other'
  return CONTACT.has(name) || CONTACT_KINDS.includes(kind) ? 'contact' : 'about'
}

/** The email first; the others as declared. */
const emailFirst = (one: FilledField, other: FilledField): number =>
  Number(other.field.kind === 'email') - Number(one.field.kind === 'email')

/**
 * Contact fields, facts, and the rest. A lead that could have an email keeps its line: it shows the state of the
 * search.
 */
export function fieldGroups(type: ListTypeId, lead: Lead): FieldGroups {
  const groups: FieldGroups = { contact: [], about: [], other: [], empty: [] }
  for (const field of listFields(type)) {
    if (WITH_EMAIL.has(field.name) || APART.has(field.name)) continue
    const value = leadValue(lead, field.name) ?? ''
    if (value === '' && field.kind !== 'email') groups.empty.push(field)
    else groups[findGroup(field)].push({ field, value })
  }
  groups.contact.sort(emailFirst)
  return groups
}
