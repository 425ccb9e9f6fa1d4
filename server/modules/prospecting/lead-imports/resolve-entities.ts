import { type ListTypeId, subjectOf } from '#contract/leads/list-types/index.ts'
import { findAliases, type LeadKeys, storeEntities } from '#server/modules/leads/leads/index.ts'
import { corpusEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Values } from './read-row.ts'

/**
 * Entities of rows: the account's by one of their keys, or the open corpus's, or new ones. Rows that share a key
 * are the same entity. Runs in the caller's transaction.
 * @returns entity ids in the order of the rows
 */
export async function resolveEntities(
  db: Db,
  accountId: number,
  type: ListTypeId,
  rows: readonly { values: Values; keys: LeadKeys }[],
): Promise<number[]> {
  const known = await findAliases(
    db,
    accountId,
    type,
    rows.flatMap(({ keys }) => keys.find),
  )
  const unknown = rows.flatMap(({ values, keys }, n) =>
    keys.find.some((key) => known.has(key)) ? [] : [{ n, values }],
  )
  const inCorpus = await corpusEntityKeys(
    db,
    type,
    unknown.map(({ values }) => values),
  )
  const corpusKey = new Map([...inCorpus].map(([at, key]) => [unknown[at]?.n, key]))
  // A new one is represented by its entity's key until it has an id.
  const seen = new Map<string, number | string>()
  const resolve = ({ values, keys: { find, learn } }: (typeof rows)[number], n: number): number | string => {
    const match = find.map((key) => known.get(key) ?? seen.get(key)).find((item) => item !== undefined)
    const address =
      subjectOf(type) === 'address' && typeof values.email === 'string' ? values.email : undefined
    const own =
      match ?? corpusKey.get(n) ?? address ?? `own:${learn[0] ?? JSON.stringify(values).slice(0, 300)}`
    for (const key of learn) if (!seen.has(key)) seen.set(key, own)
    return own
  }
  const resolved: (number | string)[] = []
  // Complete addresses first: rows without one join them, never the other way round, which would join branches.
  const places = rows.map(({ values }) => Number(Boolean(values.street)) + Number(Boolean(values.city)))
  const order = rows.map((_, n) => n).sort((a, b) => (places[b] ?? 0) - (places[a] ?? 0) || a - b)
  for (const n of order) resolved[n] = resolve(rows[n] as (typeof rows)[number], n)
  return storeEntities(
    db,
    accountId,
    type,
    resolved.map((entity, n) => ({ entity, aliases: rows[n]?.keys.learn ?? [] })),
  )
}
