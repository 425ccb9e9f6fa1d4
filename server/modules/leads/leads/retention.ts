import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import { sourceById } from '#contract/sources/source-kinds/index.ts'
import type { Origin, StoredProvenance } from './provenance.ts'

const DAY_MS = 86_400_000

/** What is known about an address goes with that address. */
const FOLLOWS: Readonly<Record<string, string>> = { email_state: 'email', email_kind: 'email' }

/** When a value may not be kept any longer; null: it may be kept for good. Times are in UTC. */
export function expiryOf(origin: Origin, field: string): string | null {
  const source = sourceById(origin.source)
  if (!source || source.retentionDays === null || source.keeps.includes(field) || !origin.observed_at)
    return null
  return new Date(Date.parse(origin.observed_at) + source.retentionDays * DAY_MS).toISOString()
}

/** When the value of a field expires. What the program itself notes of a lead is nobody's value. */
export function expiryIn(provenance: StoredProvenance, field: string): string | null {
  if (field.startsWith(CUSTOM_FIELD_PREFIX) || field.startsWith('email_search')) return null
  const own = FOLLOWS[field] ?? field
  return expiryOf(provenance.fields?.[own] ?? provenance.default, own)
}

/** The provenance with the time at which the first of these values expires; without one when none does. */
export function withExpiry(provenance: StoredProvenance, fields: Iterable<string>): StoredProvenance {
  const { expires_at: _, ...rest } = provenance
  let first: string | null = null
  for (const field of fields) {
    const at = expiryIn(provenance, field)
    if (at !== null && (first === null || at < first)) first = at
  }
  return first === null ? rest : { ...rest, expires_at: first }
}

const plain = (value: string | number): string =>
  String(value)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/+$/, '')
/** Degrees: about a hundred meters. */
const SAME_SPOT = 0.001

/** Whether another source says the same, and may be kept for longer. */
export function confirms(
  field: string,
  old: { value: string | number; origin: Origin },
  found: { value: string | number; origin: Origin },
): boolean {
  if (expiryOf(old.origin, field) === null || expiryOf(found.origin, field) !== null) return false
  return typeof old.value === 'number' && typeof found.value === 'number'
    ? Math.abs(old.value - found.value) <= SAME_SPOT
    : plain(old.value) === plain(found.value)
}
