import { isEditableField } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '#contract/leads/lead-statuses.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition, FieldKind } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { listFields } from '#web/lib/list-fields.ts'

/** Fields of a list type that people can change. */
export const editableFields = (type: ListTypeId): FieldDefinition[] =>
  listFields(type).filter(({ name }) => isEditableField(name))

/** A field's value as text; coded values as labels, which the server accepts too. */
export function editedText(lead: Lead, { name, kind }: FieldDefinition): string {
  const value = lead.values[name]
  if (value === undefined) return ''
  return kind === 'category' || kind === 'country' ? (lead.labels[name] ?? String(value)) : String(value)
}

/** The options of a field that takes no other value, or null. `current` stays an option. */
export function fieldOptions(
  { name, choices }: FieldDefinition,
  current = '',
): { value: string; label: string }[] | null {
  if (name === 'lead_status')
    return LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] }))
  if (!choices) return null
  const known = current === '' || choices.includes(current) ? choices : [...choices, current]
  return [{ value: '', label: '–' }, ...known.map((value) => ({ value, label: value }))]
}

/** Hints by field type. */
export const FIELD_HINTS: Partial<Record<FieldKind, string>> = {
  date: 'YYYY-MM-DD',
  url: 'https://example.com',
  phone: '+49 30 123456',
}
