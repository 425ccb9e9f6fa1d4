import { type Generated, type Selectable, sql } from 'kysely'
import { RUN_DEFINITIONS, type RunKind } from '#contract/activity/run-kinds/index.ts'
import type { RunState } from '#contract/activity/runs.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface RunTable {
  account_id: number
  id: Generated<number>
  kind: RunKind
  state: Generated<RunState>
  title: string
  list_id: number | null
  input: Record<string, unknown>
  total: number | null
  done: Generated<number>
  counts: Generated<Record<string, number>>
  cost: Generated<number>
  cursor: Record<string, unknown> | null
  attempt: Generated<number>
  failures: Generated<number>
  lease_until: Date | null
  lease_owner: string | null
  cancel_requested_at: Date | null
  error: { code: string; message: string } | null
  created_by: number | null
  actor_user_id: Generated<number | null>
  api_key_id: Generated<number | null>
  /** Maximum cost; null for a free run. */
  max_cost: Generated<number | null>
  /** The run that it repeats. */
  previous_run_id: Generated<number | null>
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    run: RunTable
    run_info: ReadOnly<
      RunTable,
      | 'account_id'
      | 'id'
      | 'kind'
      | 'state'
      | 'title'
      | 'list_id'
      | 'input'
      | 'done'
      | 'counts'
      | 'created_by'
      | 'created_at'
      | 'finished_at'
    >
  }
}
export type RunRow = Selectable<RunTable>

/** Seconds without a sign of life after which another worker takes a run over. */
const LEASE_SECONDS = 12
const lease = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`
/** A new run: its job arrives at once, or its kind says how long it may wait. */
const grace = (kind: RunKind) =>
  sql<Date>`now() + make_interval(secs => ${RUN_DEFINITIONS[kind].graceSeconds ?? LEASE_SECONDS})`

export interface NewRun {
  accountId: number
  kind: RunKind
  title: string
  listId: number | null
  input: Record<string, unknown>
  total: number | null
  /** Units that need no work. */
  done?: number
  counts?: Record<string, number>
  createdBy: number
  /** The real person, when logged in as `createdBy`. */
  actorUserId?: number | null
  /** The API key that started it. */
  apiKeyId?: number | null
  maxCost?: number | null
  /** The run that it repeats. */
  previousRunId?: number
}

export const insertRun = (db: Db, run: NewRun): Promise<RunRow> =>
  insertRow(db, 'run', {
    account_id: run.accountId,
    kind: run.kind,
    title: run.title,
    list_id: run.listId,
    input: asJson(run.input),
    total: run.total,
    done: run.done ?? 0,
    counts: asJson(run.counts ?? {}),
    cursor: null,
    lease_until: grace(run.kind),
    lease_owner: null,
    cancel_requested_at: null,
    error: null,
    created_by: run.createdBy,
    actor_user_id: run.actorUserId ?? null,
    api_key_id: run.apiKeyId ?? null,
    max_cost: run.maxCost ?? null,
    previous_run_id: run.previousRunId ?? null,
    started_at: null,
    finished_at: null,
  })

export const lockRun = (db: Db, accountId: number, id: number) =>
  lockRow(db, 'run', { account_id: accountId, id })

/** Unfinished runs of these lists, locked in a consistent order. */
export const lockUnfinishedOfLists = (db: Db, accountId: number, listIds: number[]) =>
  db
    .selectFrom('run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('list_id', '=', sql<number>`any(${listIds}::bigint[])`)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute()

export const lockUnfinishedOfAccount = (db: Db, accountId: number) =>
  db
    .selectFrom('run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Runs without an open transaction: a locked row belongs to a running step, however long it takes. */
const unlocked = (db: Db, accountId: number, ids: number[]) =>
  db
    .selectFrom('run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .skipLocked()

/**
 * Claims an unfinished run for `owner`: one that waits, whose worker died, or that this worker held as `held`
 * and lost. The attempt number grows, so its previous holder can no longer write.
 */
export const claimRun = (
  db: Db,
  accountId: number,
  id: number,
  { owner, held }: { owner: string; held: number | null },
) =>
  db
    .updateTable('run')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      lease_until: lease,
      lease_owner: owner,
      started_at: sql<Date>`coalesce(started_at, (select now()))`,
    })
    .where('account_id', '=', accountId)
    .where('id', 'in', unlocked(db, accountId, [id]))
    .where((eb) =>
      eb.or([
        eb('lease_owner', 'is', null),
        eb('lease_until', '<', sql<Date>`now()`),
        ...(held === null ? [] : [eb.and([eb('lease_owner', '=', owner), eb('attempt', '=', held)])]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** A claim that its worker renews. */
export interface HeldRun {
  accountId: number
  id: number
  attempt: number
}

/**
 * Renews the leases of an account's runs outside of a step; a step renews its own. Waits for no lock. Returns
 * the state of each run.
 */
export async function renewLeases(db: Db, accountId: number, held: readonly HeldRun[]) {
  const ids = held.map(({ id }) => id)
  await db
    .updateTable('run')
    .set({ lease_until: lease })
    .where('account_id', '=', accountId)
    .where('id', 'in', unlocked(db, accountId, ids))
    .where((eb) =>
      eb.or(held.map(({ id, attempt }) => eb.and([eb('id', '=', id), eb('attempt', '=', attempt)]))),
    )
    .execute()
  return db
    .selectFrom('run')
    .select(['id', 'attempt', 'state', 'cancel_requested_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

/** Releases a run so that another worker can take it at once; `failed` counts the try. */
export const releaseRun = (
  db: Db,
  accountId: number,
  { id, attempt, failed }: { id: number; attempt: number; failed: boolean },
) =>
  db
    .updateTable('run')
    .set({
      lease_until: sql<Date>`now()`,
      lease_owner: null,
      failures: sql<number>`failures + ${failed ? 1 : 0}`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .returning('failures')
    .executeTakeFirst()

/** Releases a run for a while: nobody takes it before, unless it is woken. */
export const parkRun = (
  db: Db,
  { account_id, id, attempt }: Pick<RunRow, 'account_id' | 'id' | 'attempt'>,
  seconds: number,
) =>
  updateRows(
    db,
    'run',
    { account_id, id, attempt },
    { lease_until: sql<Date>`now() + make_interval(secs => ${seconds})`, lease_owner: null },
  )

/** Makes unclaimed runs available at once. */
export const wakeRuns = (db: Db, accountId: number, ids: readonly number[]) =>
  db
    .updateTable('run')
    .set({ lease_until: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', '=', 'running')
    .where('lease_owner', 'is', null)
    .execute()

/** How long a download may stall before it counts as dead: its reader sets the pace. */
const STREAM_SECONDS = 120

/** Marks a streaming request's run as running. */
export const holdTracked = (db: Db, accountId: number, id: number) =>
  updateRows(
    db,
    'run',
    { account_id: accountId, id },
    {
      state: 'running',
      started_at: sql<Date>`coalesce(started_at, (select now()))`,
      lease_until: sql<Date>`now() + make_interval(secs => ${STREAM_SECONDS})`,
    },
  )

export interface Progress {
  cursor?: Record<string, unknown> | null
  done?: number
  total?: number | null
  counts?: Record<string, number>
  cost?: number
}

/** Writes progress (absolute values) and renews the lease. */
export const writeProgress = (db: Db, accountId: number, id: number, progress: Progress) =>
  updateRows(
    db,
    'run',
    { account_id: accountId, id },
    {
      lease_until: lease,
      ...(progress.cursor !== undefined && { cursor: asJson(progress.cursor) }),
      ...(progress.done !== undefined && { done: progress.done }),
      ...(progress.total !== undefined && { total: progress.total }),
      ...(progress.counts && { counts: asJson(progress.counts) }),
      ...(progress.cost !== undefined && { cost: progress.cost }),
    },
  )

/** Adds charges made for a run after its delivery. */
export const addRunCost = (db: Db, accountId: number, id: number, credits: number) =>
  updateRows(
    db,
    'run',
    { account_id: accountId, id },
    {
      cost: sql<number>`cost + ${credits}`,
      counts: sql<never>`jsonb_set(counts, '{charged}', (coalesce((counts ->> 'charged')::int, 0) + ${credits}::int)::text::jsonb)`,
    },
  )

export const finishRun = (
  db: Db,
  accountId: number,
  {
    id,
    state,
    error,
  }: {
    id: number
    state: 'succeeded' | 'cancelled' | 'failed'
    error: { code: string; message: string } | null
  },
) =>
  updateRows(
    db,
    'run',
    { account_id: accountId, id },
    {
      state,
      error: error ? asJson(error) : null,
      finished_at: sql<Date>`now()`,
      lease_until: null,
      lease_owner: null,
    },
  )

export const requestCancel = (db: Db, accountId: number, id: number) =>
  db
    .updateTable('run')
    .set({
      cancel_requested_at: sql<Date>`coalesce(cancel_requested_at, (select now()))`,
      // An unclaimed run is made available so that it ends.
      lease_until: sql<Date>`case when state = 'running' and lease_owner is null then (select now()) else lease_until end`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

/** Removes a permanently deleted list from its runs, which stay for their cost. */
export const detachList = (db: Db, accountId: number, listId: number) =>
  updateRows(db, 'run', { account_id: accountId, list_id: listId }, { list_id: null })
