import type { Lead } from '#contract/leads/leads.ts'
import { plainValue } from '../lead-data/value-labels.ts'
import { type FilledField, fieldGroups } from './field-groups.ts'

const AS_IT_IS: readonly string[] = ['url', 'email', 'phone', 'number', 'coordinate']

/** A value for copying: addresses and numbers in full, codes as labels. */
export function copiedValue({ field, value }: FilledField, lead: Lead): string {
  return AS_IT_IS.includes(field.kind)
    ? String(value)
    : plainValue(field, value, field.kind === 'text' ? undefined : lead.labels[field.name])
}

/** Whether a value is useful outside the product. */
const isWorthCopying = ({ field, value }: FilledField): boolean =>
  value !== '' && field.name !== 'added_at' && field.name !== 'source'

/** A lead as text, one line per value: name first, then contacts, then the rest. */
export function leadText(lead: Lead): string {
  const { about, contact, other } = fieldGroups(lead.type as Parameters<typeof fieldGroups>[0], lead)
  return [...about.slice(0, 1), ...contact, ...about.slice(1), ...other]
    .filter(isWorthCopying)
    .map((filled) => `${filled.field.label}: ${copiedValue(filled, lead)}`)
    .join('\n')
}
