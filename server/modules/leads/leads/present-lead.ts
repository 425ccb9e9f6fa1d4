import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import { EMAIL_SEARCH_FIELDS } from '#contract/leads/email-search.ts'
import type { Lead, LeadDetail } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { readStatsHistory, STATS_HISTORY } from '#contract/leads/stats-history.ts'
import { categoryLabel, countryName } from '#server/modules/core/vocabulary/index.ts'
import { type LeadRow, type Origin, VALUE_COLUMNS, type ValueColumn } from './leads-store.ts'
import { expiryIn, type Retention } from './retention.ts'

/** Columns of a lead on a list page: everything but its origins. */
export const SHOWN_COLUMNS = [
  'id',
  'list_id',
  ...VALUE_COLUMNS,
  'lead_status',
  'source',
  'fields',
  'is_sample',
  'sent_at',
  'added_at',
  'deleted_at',
] as const
export type ShownLead = Pick<LeadRow, (typeof SHOWN_COLUMNS)[number] | 'labels'>

/** The stored value of a declared field, or null. */
export function fieldValue(lead: ShownLead, field: FieldDefinition): string | number | null {
  if (field.column === 'added_at') return lead.added_at.toISOString()
  if (field.column === 'source') return lead.source
  if (field.column === 'lead_status') return lead.lead_status
  if (field.kind === 'labels') return lead.labels ?? null
  const value = field.column ? lead[field.column as ValueColumn] : lead.fields[field.name]
  return value === undefined || value === '' ? null : value
}

const READABLE: Partial<Record<FieldDefinition['kind'], (code: string) => string | null>> = {
  category: (code) => categoryLabel(code) ?? null,
  country: (code) => countryName(code) ?? null,
}

/** Label of a coded value; null for plain values. */
export const readable = (field: FieldDefinition, value: string | number): string | null =>
  READABLE[field.kind]?.(String(value)) ?? null

/** A row for the grid: every declared or custom field with a value. */
export function presentLead(lead: ShownLead, type: ListTypeId): Lead {
  const values: Record<string, string | number> = {}
  const labels: Record<string, string> = {}
  for (const field of LIST_TYPES[type].fields) {
    const value = fieldValue(lead, field)
    if (value === null) continue
    values[field.name] = value
    const label = readable(field, value)
    if (label) labels[field.name] = label
  }
  for (const [name, value] of Object.entries(lead.fields))
    if (name.startsWith(CUSTOM_FIELD_PREFIX) && value !== '') values[name] = value
  return {
    id: lead.id,
    list_id: lead.list_id,
    type,
    values,
    labels,
    email_state: lead.email_state,
    is_sample: lead.is_sample,
    sent_at: lead.sent_at?.toISOString() ?? null,
    added_at: lead.added_at.toISOString(),
    deleted_at: lead.deleted_at?.toISOString() ?? null,
  }
}

const presentOrigin = (origin: Origin) => ({
  source: origin.source,
  url: origin.url ?? null,
  method: origin.method,
  confidence: origin.confidence,
  observed_at: origin.observed_at ?? null,
  licence: origin.licence ?? null,
  record: origin.record ?? null,
  ...(origin.text !== undefined && { text: origin.text }),
})

/** Fields that describe the row itself and have no source. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([
  'added_at',
  'source',
  'lead_status',
  'score',
  'why',
  'labels',
  ...EMAIL_SEARCH_FIELDS.map(({ name }) => name),
])

/** The source of a field's value. */
export const findOrigin = (lead: Pick<LeadRow, 'provenance'>, field: string): Origin =>
  lead.provenance.fields?.[field] ?? lead.provenance.default

export function presentLeadDetail(
  lead: LeadRow,
  {
    type,
    history,
    retention = new Map(),
  }: { type: ListTypeId; history: LeadDetail['history']; retention?: Retention },
): LeadDetail {
  const row = presentLead(lead, type)
  const months = readStatsHistory(lead.fields[STATS_HISTORY])
  const fields = [
    ...Object.keys(row.values).filter((name) => !OWN_FIELDS.has(name)),
    ...(months.length > 0 ? [STATS_HISTORY] : []),
  ]
  const provenance = Object.fromEntries(
    fields.map((name) => {
      const expires = expiryIn(retention, lead.provenance, name)
      return [name, { ...presentOrigin(findOrigin(lead, name)), ...(expires && { expires_at: expires }) }]
    }),
  )
  return {
    ...row,
    provenance,
    history,
    ...(months.length > 0 && { stats_history: months }),
    run_id: lead.run_id,
  }
}
