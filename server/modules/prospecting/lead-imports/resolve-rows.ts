import { sql } from 'kysely'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { type LeadKeys, resolveEntities } from '#server/modules/leads/leads/index.ts'
import { corpusEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Values } from './read-row.ts'

interface Row {
  values: Values
  keys: LeadKeys
}

/** Imports of one account take turns until their transactions end, so that each sees the results of the previous one. */
export const takeImportTurn = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('lead_import'), ${accountId}::int)`.execute(db)

/**
 * Entities of rows: the account's by one of their keys, or the open corpus's, or new ones. Rows that share a key
 * are the same entity. Runs in the caller's transaction.
 * @returns entity ids in the order of the rows
 */
export async function resolveRows(
  db: Db,
  accountId: number,
  type: ListTypeId,
  rows: readonly Row[],
): Promise<number[]> {
  // Complete addresses first: rows without one join them, never the other way round, which would join branches.
  const parts = ({ values }: Row) => Number(Boolean(values.street)) + Number(Boolean(values.city))
  const sorted = rows.toSorted((one, other) => parts(other) - parts(one))
  const ids = await resolveEntities(db, accountId, sorted, {
    type,
    makeKey: ({ values, keys }) =>
      leadSubject(type) === 'address' && typeof values.email === 'string'
        ? values.email
        : `own:${keys.learn[0] ?? JSON.stringify(values).slice(0, 300)}`,
    listAliases: ({ keys }) => keys,
    otherKeys: (unknown) =>
      corpusEntityKeys(
        db,
        type,
        unknown.map(({ values }) => values),
      ),
  })
  const idOf = new Map(sorted.map((row, n) => [row, ids[n] as number]))
  return rows.map((row) => idOf.get(row) as number)
}
