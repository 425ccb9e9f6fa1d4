import { PLATFORM_LABELS, type Platform } from '#contract/leads/influencer-filters.ts'
import { LEAD_STATUS_LABELS, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { SENIORITY_LABELS, type Seniority } from '#contract/leads/seniorities.ts'
import { sourceLabel } from '#contract/sources/source-kinds/index.ts'
import { distanceLabel } from '#web/lib/distance.ts'
import { emailKindLabel, emailLabel } from '#web/lib/email-labels.ts'
import { emailSearchLabel, emailSearchReason } from '#web/lib/email-search-labels.ts'
import { formatDecimal, formatPercent, formatRegion } from '#web/lib/format.ts'

/** A web address that is safe to link: http or https only, with a default scheme; else null. */
export function safeUrl(value: string): string | null {
  const text = value.trim()
  const candidate = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`
  if (!URL.canParse(candidate)) return null
  const url = new URL(candidate)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  return web && url.hostname.includes('.') ? url.href : null
}

/** A short web address: no scheme, no `www.`, no trailing slash. */
export const shortUrl = (value: string): string =>
  value
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')

/** Phone link, or null with too few digits. */
export function phoneHref(value: string): string | null {
  const digits = value.replace(/(?!^\+)[^\d]/g, '')
  return digits.replace('+', '').length >= 5 ? `tel:${digits}` : null
}

/** Readable form of a coded id: `craft/brewery` is "Brewery", `not_found` is "Not found". */
export function prettyId(value: string): string {
  const last = value.split('/').pop() || value
  const spaced = last.replaceAll('_', ' ').trim()
  return spaced ? spaced[0]!.toUpperCase() + spaced.slice(1) : value
}

/** Country name in the reader's language; other text is unchanged. */
export function countryName(value: string): string {
  if (!/^[a-z]{2}$/i.test(value)) return value
  try {
    return formatRegion(value.toUpperCase())
  } catch {
    return value
  }
}

/** Names of all declared fields; others are custom ones. */
const LIST_FIELDS = new Set(Object.values(LIST_TYPES).flatMap(({ fields }) => fields.map(({ name }) => name)))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Label of a choice; some fields have their own labels. */
export function choiceLabel(name: string, value: string): string {
  if (name === 'email_state') return emailLabel(value).label
  if (name === 'email_search') return emailSearchLabel(value)
  if (name === 'email_search_reason') return capital(emailSearchReason(value))
  if (name === 'lead_status') return LEAD_STATUS_LABELS[value as LeadStatus] ?? prettyId(value)
  if (name === 'seniority') return SENIORITY_LABELS[value as Seniority] ?? prettyId(value)
  // Whoever imported a source named it.
  if (name === 'source') return sourceLabel(value)
  if (name === 'platform') return PLATFORM_LABELS[value as Platform] ?? value
  if (name === 'email_kind') return emailKindLabel(value)?.label ?? prettyId(value)
  // Only our own codes are put in words; a custom field’s choice is what somebody wrote.
  return LIST_FIELDS.has(name) ? prettyId(value) : value
}

/** Value of a field as text, for plain cells, titles and chips. `labels` are labels by field. */
export function plainValue(
  field: Pick<FieldDefinition, 'kind' | 'name'>,
  value: string | number,
  label?: string,
): string {
  if (label) return label
  if (field.kind === 'distance' && value !== '' && Number.isFinite(Number(value)))
    return distanceLabel(Number(value))
  if (field.kind === 'rate' && value !== '' && Number.isFinite(Number(value)))
    return formatPercent(Number(value))
  if (typeof value === 'number') {
    return formatDecimal(value, field.kind === 'coordinate' ? 5 : 2)
  }
  switch (field.kind) {
    case 'category':
      return prettyId(value)
    case 'choice':
      return choiceLabel(field.name, value)
    case 'country':
      return countryName(value)
    case 'url':
      return shortUrl(value)
    default:
      return value
  }
}
