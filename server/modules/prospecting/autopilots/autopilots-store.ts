import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Every, Schedule } from '#contract/prospecting/autopilot-schedule.ts'
import type { AutopilotStep } from '#contract/prospecting/autopilot-steps.ts'
import type { PauseReason, StepResult } from '#contract/prospecting/autopilots.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface AutopilotTable {
  account_id: number
  id: Generated<number>
  name: string
  list_id: number
  every: Every
  at: string
  weekday: number | null
  month_day: number | null
  time_zone: string
  cap: number | null
  month_cap: number | null
  only_new: boolean
  empty_limit: number
  empty_runs: Generated<number>
  steps: AutopilotStep[]
  state: Generated<'active' | 'paused'>
  pause_reason: PauseReason | null
  pause_message: string | null
  paused_at: Date | null
  next_slot: Date | null
  exhausted_at: Date | null
  created_by: number | null
  /** The API key used by `created_by`; null for a signed-in person. */
  api_key_id: number | null
  created_at: Generated<Date>
  version: Generated<number>
  updated_by: number | null
  updated_at: Generated<Date>
  deleted_at: Date | null
}
interface AutopilotRunTable {
  account_id: number
  id: Generated<number>
  autopilot_id: number
  slot: Date
  is_manual: boolean
  state: 'working' | 'finished' | 'failed' | 'cancelled' | 'skipped'
  step: Generated<number>
  run_id: number | null
  search_run_id: number | null
  steps: AutopilotStep[]
  results: Generated<StepResult[]>
  matched: number | null
  leads: Generated<number>
  cost: Generated<number>
  message: string | null
  started_by: number | null
  api_key_id: number | null
  started_at: Date
  finished_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    autopilot: AutopilotTable
    autopilot_run: AutopilotRunTable
    autopilot_run_info: ReadOnly<AutopilotRunTable, 'account_id' | 'id' | 'autopilot_id' | 'finished_at'>
    autopilot_info: ReadOnly<
      AutopilotTable,
      'account_id' | 'id' | 'list_id' | 'pause_reason' | 'paused_at' | 'deleted_at'
    >
  }
}
export type AutopilotRow = Selectable<AutopilotTable>
export type AutopilotRunRow = Selectable<AutopilotRunTable>

export const readSchedule = ({ every, at, weekday, month_day, time_zone }: AutopilotRow): Schedule => ({
  every,
  at,
  weekday,
  month_day,
  time_zone,
})

/** Writable columns of an autopilot. */
export type AutopilotChange = Updateable<Omit<AutopilotTable, 'account_id' | 'id'>>

const makeColumns = ({ steps, ...change }: AutopilotChange) => ({
  ...change,
  ...(steps !== undefined && { steps: asJson(steps) }),
})

export const insertAutopilot = (
  db: Db,
  row: Omit<AutopilotChange, 'steps'> &
    Pick<
      AutopilotRow,
      'account_id' | 'list_id' | 'name' | 'every' | 'at' | 'time_zone' | 'steps' | 'only_new' | 'empty_limit'
    >,
): Promise<AutopilotRow> =>
  insertRow(db, 'autopilot', {
    weekday: null,
    month_day: null,
    cap: null,
    month_cap: null,
    pause_reason: null,
    pause_message: null,
    paused_at: null,
    next_slot: null,
    exhausted_at: null,
    created_by: null,
    api_key_id: null,
    updated_by: null,
    deleted_at: null,
    ...row,
    steps: asJson(row.steps),
  } as never) as Promise<AutopilotRow>

/** An autopilot, including a deleted one. */
export const findAutopilot = (db: Db, accountId: number, id: number): Promise<AutopilotRow | undefined> =>
  findRow(db, 'autopilot', { account_id: accountId, id })

/** All that are not deleted, the oldest first. */
export const findAutopilots = (db: Db, accountId: number): Promise<AutopilotRow[]> =>
  db
    .selectFrom('autopilot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The one of this name that was deleted last. */
export const findDeletedAutopilot = (
  db: Db,
  accountId: number,
  name: string,
): Promise<AutopilotRow | undefined> =>
  db
    .selectFrom('autopilot')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Locks an autopilot, which serializes starting, advancing and changing it. */
export const lockAutopilot = (db: Db, accountId: number, id: number): Promise<AutopilotRow | undefined> =>
  lockRow(db, 'autopilot', { account_id: accountId, id })

export const updateAutopilot = (
  db: Db,
  { account_id, id }: Pick<AutopilotRow, 'account_id' | 'id'>,
  change: AutopilotChange,
): Promise<AutopilotRow> =>
  db
    .updateTable('autopilot')
    .set(makeColumns(change) as never)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const countAutopilots = async (db: Db, accountId: number): Promise<number> => {
  const row = await db
    .selectFrom('autopilot')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Due autopilots of open accounts that are not running. */
export const findDue = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('autopilot as a')
    .innerJoin('account_node as account', 'account.id', 'a.account_id')
    .select(['a.account_id', 'a.id'])
    .where('account.access', '=', 'full')
    .where('a.state', '=', 'active')
    .where('a.deleted_at', 'is', null)
    .where('a.next_slot', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('autopilot_run as r')
            .select('r.id')
            .whereRef('r.account_id', '=', 'a.account_id')
            .whereRef('r.autopilot_id', '=', 'a.id')
            .where('r.state', '=', 'working'),
        ),
      ),
    )
    .orderBy('a.next_slot')
    .limit(limit)
    .execute()

/** Autopilot runs that can advance: the run they waited for has ended, or they wait for none. */
export const findMovable = (db: Db, limit: number) =>
  db
    .selectFrom('autopilot_run as r')
    .leftJoin('run_info as w', (join) =>
      join.onRef('w.account_id', '=', 'r.account_id').onRef('w.id', '=', 'r.run_id'),
    )
    .select(['r.account_id', 'r.autopilot_id', 'r.id'])
    .where('r.state', '=', 'working')
    .where((eb) => eb.or([eb('r.run_id', 'is', null), eb('w.finished_at', 'is not', null)]))
    .orderBy('r.id')
    .limit(limit)
    .execute()

/**
 * Claims a slot, in the transaction that starts its search.
 * @returns undefined when it was claimed before.
 */
export const insertRun = (
  db: Db,
  run: Pick<AutopilotRunRow, 'account_id' | 'autopilot_id' | 'slot' | 'is_manual' | 'state' | 'started_at'> &
    Partial<Pick<AutopilotRunRow, 'steps' | 'message' | 'started_by' | 'api_key_id' | 'finished_at'>>,
): Promise<AutopilotRunRow | undefined> =>
  db
    .insertInto('autopilot_run')
    .values({
      run_id: null,
      search_run_id: null,
      matched: null,
      message: null,
      started_by: null,
      api_key_id: null,
      finished_at: null,
      ...run,
      steps: asJson(run.steps ?? []),
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockRun = (db: Db, accountId: number, id: number): Promise<AutopilotRunRow | undefined> =>
  lockRow(db, 'autopilot_run', { account_id: accountId, id })

export const findRun = (db: Db, accountId: number, id: number): Promise<AutopilotRunRow | undefined> =>
  findRow(db, 'autopilot_run', { account_id: accountId, id })

export const updateRun = (
  db: Db,
  { account_id, id }: Pick<AutopilotRunRow, 'account_id' | 'id'>,
  { results, ...change }: Updateable<Omit<AutopilotRunTable, 'account_id' | 'id' | 'steps'>>,
): Promise<AutopilotRunRow> =>
  db
    .updateTable('autopilot_run')
    .set({ ...change, ...(results !== undefined && { results: asJson(results) }) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const isWorking = async (db: Db, accountId: number, autopilotId: number): Promise<boolean> =>
  (await findRow(
    db,
    'autopilot_run',
    { account_id: accountId, autopilot_id: autopilotId, state: 'working' },
    ['id'],
  )) !== undefined

/** New leads of each autopilot since its `since`; autopilots without any are omitted. */
export async function leadsSince(
  db: Db,
  accountId: number,
  wanted: readonly { id: number; since: Date }[],
): Promise<Map<number, number>> {
  const ids = wanted.map(({ id }) => id)
  const moments = wanted.map(({ since }) => since)
  const { rows } = await sql<{ id: number; leads: number }>`
    select w.id, sum(r.leads)::int as leads
    from unnest(${ids}::bigint[], ${moments}::timestamptz[]) as w (id, since)
    join autopilot_run r on r.account_id = ${accountId} and r.autopilot_id = w.id and r.slot >= w.since
    group by w.id`.execute(db)
  return new Map(rows.map(({ id, leads }) => [id, leads]))
}

/** The finished run before this one. */
export const findRunBefore = (db: Db, { account_id, autopilot_id, slot }: AutopilotRunRow) =>
  db
    .selectFrom('autopilot_run')
    .select(['slot', 'leads'])
    .where('account_id', '=', account_id)
    .where('autopilot_id', '=', autopilot_id)
    .where('slot', '<', slot)
    .where('state', '=', 'finished')
    .orderBy('slot', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The run that checked websites, if a step did. */
export const findCheckRun = (results: readonly StepResult[]): number | null =>
  results.find(({ step, run_id, state }) => step === 'check-websites' && state === 'done' && run_id !== null)
    ?.run_id ?? null

/** The check of the newest run before this one that had one; null for none. */
export async function findLastCheckRun(
  db: Db,
  { account_id, autopilot_id, id }: Pick<AutopilotRunRow, 'account_id' | 'autopilot_id' | 'id'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('autopilot_run')
    .select('results')
    .where('account_id', '=', account_id)
    .where('autopilot_id', '=', autopilot_id)
    .where('id', '<', id)
    .where(sql<boolean>`results @> '[{"step": "check-websites", "state": "done"}]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? findCheckRun(row.results) : null
}

/** Permanently deletes autopilots that have been in the trash for 30 days. */
export const removeOldAutopilots = (db: Db) =>
  db.deleteFrom('autopilot').where('deleted_at', '<', sql<Date>`now() - interval '30 days'`).execute()
