import { CUSTOM_FIELD_PREFIX } from '#contract/leads/custom-fields.ts'
import { sourceById } from '#contract/sources/source-kinds/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Origin, StoredProvenance } from './provenance.ts'

const DAY_MS = 86_400_000

/** Retention in days set by administrators, by source; the source's terms apply where none is set. */
export type Retention = ReadonlyMap<string, number>

/** Sources whose terms limit retention, with their maximum days. */
const maxDays = (source: string): number | null => sourceById(source)?.retentionDays ?? null

const listSources = ({ default: first, fields = {} }: StoredProvenance): string[] => [
  first.source,
  ...Object.values(fields).map(({ source }) => source),
]

/** Retention settings of these values' sources; queried only when one of them has a limit. */
export async function readRetention(db: Db, provenances: Iterable<StoredProvenance>): Promise<Retention> {
  const limited = new Set<string>()
  for (const provenance of provenances)
    for (const source of listSources(provenance)) if (maxDays(source) !== null) limited.add(source)
  if (limited.size === 0) return new Map()
  const rows = await db
    .selectFrom('source_retention_info')
    .select(['source_id', 'retention_days'])
    .where('source_id', 'in', [...limited])
    .where('retention_days', 'is not', null)
    .execute()
  return new Map(rows.map(({ source_id, retention_days }) => [source_id, retention_days as number]))
}

/** An email's state belongs to that email. */
const BASE_FIELD: Readonly<Record<string, string>> = { email_state: 'email', email_kind: 'email' }

/** Whether a value has to be deleted eventually. */
const isLimited = ({ source, observed_at }: Origin, field: string): boolean =>
  maxDays(source) !== null && Boolean(observed_at) && !sourceById(source)?.keeps.includes(field)

/** Expiry of a value; null: unlimited. UTC. */
export function findExpiry(retention: Retention, origin: Origin, field: string): string | null {
  if (!isLimited(origin, field)) return null
  const max = maxDays(origin.source) as number
  const days = Math.min(retention.get(origin.source) ?? max, max)
  return new Date(Date.parse(origin.observed_at as string) + days * DAY_MS).toISOString()
}

/** Expiry of a field's value. Our own data about a lead never expires. */
export function expiryIn(retention: Retention, provenance: StoredProvenance, field: string): string | null {
  if (field.startsWith(CUSTOM_FIELD_PREFIX) || field.startsWith('email_search')) return null
  const own = BASE_FIELD[field] ?? field
  return findExpiry(retention, provenance.fields?.[own] ?? provenance.default, own)
}

/** The provenance with the earliest expiry of these values; without one when none expires. */
export function withExpiry(
  retention: Retention,
  provenance: StoredProvenance,
  fields: Iterable<string>,
): StoredProvenance {
  const { expires_at: _, ...rest } = provenance
  let first: string | null = null
  for (const field of fields) {
    const at = expiryIn(retention, provenance, field)
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
/** In degrees: about a hundred meters. */
const SAME_SPOT = 0.001

/** Whether another source confirms the value, and may be stored for longer. */
export function confirms(
  field: string,
  old: { value: string | number; origin: Origin },
  found: { value: string | number; origin: Origin },
): boolean {
  if (!isLimited(old.origin, field) || isLimited(found.origin, field)) return false
  return typeof old.value === 'number' && typeof found.value === 'number'
    ? Math.abs(old.value - found.value) <= SAME_SPOT
    : plain(old.value) === plain(found.value)
}
