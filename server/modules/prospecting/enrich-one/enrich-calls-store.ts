import { type Generated, type Selectable, sql } from 'kysely'
import type { LookupState } from '#contract/prospecting/enrich-one.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

/** A wanted value: its run, or why it has none. */
export interface Lookup {
  want: Want
  run_id: number | null
  state: LookupState | null
  reason: string | null
}

interface EnrichCallTable {
  account_id: number
  id: Generated<number>
  list_id: number
  lead_id: number
  lookups: Lookup[]
  run_ids: number[]
  callback_url: string | null
  called_back_at: Date | null
  callback_problem: string | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    enrich_call: EnrichCallTable
  }
}
export type EnrichCallRow = Selectable<EnrichCallTable>

export const insertCall = (
  db: Db,
  { lookups, ...row }: Pick<EnrichCallRow, 'account_id' | 'list_id' | 'lead_id' | 'lookups' | 'callback_url'>,
): Promise<EnrichCallRow> =>
  insertRow(db, 'enrich_call', {
    ...row,
    lookups: asJson(lookups),
    run_ids: lookups.flatMap(({ run_id }) => run_id ?? []),
    called_back_at: null,
    callback_problem: null,
  })

export const findCall = (db: Db, accountId: number, id: number): Promise<EnrichCallRow | undefined> =>
  findRow(db, 'enrich_call', { account_id: accountId, id })

/** Locks the calls that wait for this run and have a callback: of runs that end together, one is the last. */
export const lockWaitingForRun = (db: Db, accountId: number, runId: number) =>
  db
    .selectFrom('enrich_call')
    .select(['account_id', 'id', 'run_ids'])
    .where('account_id', '=', accountId)
    .where('callback_url', 'is not', null)
    .where('called_back_at', 'is', null)
    .where(sql<boolean>`run_ids @> array[${runId}]::bigint[]`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether another of a call’s runs is unfinished. */
export async function waitsForMore(
  db: Db,
  { account_id, run_ids }: Pick<EnrichCallRow, 'account_id' | 'run_ids'>,
  endingRun: number,
): Promise<boolean> {
  const open = await db
    .selectFrom('run_info')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '=', sql<number>`any(${run_ids}::bigint[])`)
    .where('id', '<>', endingRun)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

export const updateCall = (
  db: Db,
  { account_id, id }: Pick<EnrichCallRow, 'account_id' | 'id'>,
  change: Partial<Pick<EnrichCallRow, 'called_back_at' | 'callback_problem'>>,
) => updateRows(db, 'enrich_call', { account_id, id }, change)

export const removeOldCalls = (db: Db, days: number) =>
  db
    .deleteFrom('enrich_call')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
