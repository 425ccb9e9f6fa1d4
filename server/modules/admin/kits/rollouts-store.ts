import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { ROLLOUT_OUTCOMES, ROLLOUT_STATES, Rollout } from '#contract/admin/kit-rollouts.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRow, insertRows, lockRow, updateRows } from '#server/platform/db/rows.ts'

export type Outcome = (typeof ROLLOUT_OUTCOMES)[number]

/** What a roll-out did in an account: how many settings, and the names of those that stayed the account's own. */
export interface RolloutResult {
  added: number
  changed: number
  removed: number
  conflicts: number
  kept: string[]
}

interface KitRolloutTable {
  account_id: number
  id: Generated<number>
  kit_id: number
  kit: string
  version: number
  /** Kinds of settings in it. */
  parts: string[]
  /** `package`: for a new customer of a package that names the kit; nobody started it. */
  kind: Rollout['kind'] | 'package'
  conflicts: Rollout['conflicts']
  /** Values for its kit by name, sealed; null without any, and once it has ended. */
  variables: string | null
  state: Generated<(typeof ROLLOUT_STATES)[number]>
  rolls_back: number | null
  created_by: number | null
  created_at: Generated<Date>
  ended_at: Date | null
}
interface KitRolloutAccountTable {
  account_id: number
  rollout_id: number
  customer_id: number
  outcome: Generated<Outcome>
  result: Generated<Partial<RolloutResult>>
  /** The use that it made or rolls back. */
  use_id: number | null
  problem: string | null
  ended_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    kit_rollout: KitRolloutTable
    kit_rollout_account: KitRolloutAccountTable
  }
}
export type RolloutRow = Selectable<KitRolloutTable>
type AccountRow = Selectable<KitRolloutAccountTable>

export const findRollout = (db: Db, accountId: number, id: number) =>
  findRow(db, 'kit_rollout', { account_id: accountId, id })

export const lockRollout = (db: Db, accountId: number, id: number) =>
  lockRow(db, 'kit_rollout', { account_id: accountId, id })

/** Whether someone's roll-out of a kit has not ended. */
export async function hasOpenRollout(db: Db, kit: { account_id: number; id: number }): Promise<boolean> {
  const row = await db
    .selectFrom('kit_rollout')
    .select('id')
    .where('account_id', '=', kit.account_id)
    .where('kit_id', '=', kit.id)
    .where('kind', '<>', 'package')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When someone last started to roll a kit out; null: never. */
export async function findLastRollOut(
  db: Db,
  kit: { account_id: number; id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('kit_rollout')
    .select('created_at')
    .where('account_id', '=', kit.account_id)
    .where('kit_id', '=', kit.id)
    .where('kind', '=', 'apply')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at.toISOString() ?? null
}

/** Starts it for these accounts; a rollback names the use of each. */
export async function insertRollout(
  db: Db,
  rollout: Omit<RolloutRow, 'id' | 'state' | 'created_at' | 'ended_at'>,
  accounts: readonly { id: number; useId: number | null }[],
): Promise<RolloutRow> {
  const row = await insertRow(db, 'kit_rollout', { ...rollout, ended_at: null })
  const rows = accounts.map(({ id, useId }) => ({
    account_id: row.account_id,
    rollout_id: row.id,
    customer_id: id,
    use_id: useId,
    problem: null,
    ended_at: null,
  }))
  await insertRows(db, 'kit_rollout_account', rows)
  return row
}

/** Says that a worker has begun. */
export async function setRunning(db: Db, { account_id, id }: RolloutRow): Promise<void> {
  await updateRows(db, 'kit_rollout', { account_id, id, state: 'waiting' }, { state: 'running' })
}

export const setStopping = (db: Db, { account_id, id }: RolloutRow) =>
  updateRows(db, 'kit_rollout', { account_id, id }, { state: 'stopping' })

export const listWaiting = async (db: Db, { account_id, id }: RolloutRow): Promise<number[]> => {
  const rows = await db
    .selectFrom('kit_rollout_account')
    .select('customer_id')
    .where('account_id', '=', account_id)
    .where('rollout_id', '=', id)
    .where('outcome', '=', 'waiting')
    .orderBy('customer_id')
    .execute()
  return rows.map((row) => row.customer_id)
}

/** An account that still waits, locked; undefined when another worker has done it. */
export const lockWaiting = (db: Db, { account_id, id }: RolloutRow, customerId: number) =>
  lockRow(db, 'kit_rollout_account', {
    account_id,
    rollout_id: id,
    customer_id: customerId,
    outcome: 'waiting',
  })

export const setOutcome = (
  db: Db,
  { account_id, id }: RolloutRow,
  customerId: number,
  set: { outcome: Outcome; result?: RolloutResult; use_id?: number | null; problem?: string },
) =>
  updateRows(
    db,
    'kit_rollout_account',
    { account_id, rollout_id: id, customer_id: customerId, outcome: 'waiting' },
    { ...set, ...(set.result && { result: asJson(set.result) }), ended_at: sql<Date>`now()` },
  )

/** Ends it once no account waits. */
export async function endRollout(db: Db, { account_id, id }: RolloutRow): Promise<void> {
  await db
    .updateTable('kit_rollout')
    .set({
      state: sql`case when state = 'stopping' then 'stopped' else 'done' end`,
      ended_at: sql<Date>`now()`,
      variables: null,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from kit_rollout_account a where a.account_id = ${account_id}
        and a.rollout_id = ${id} and a.outcome = 'waiting')`,
    )
    .execute()
}

/** Uses that a roll-out made and that still count, with their accounts. */
export const listUsesToRollBack = (db: Db, accountId: number, rolloutIds: readonly number[]) =>
  db
    .selectFrom('kit_rollout_account as a')
    .innerJoin('kit_use as u', (join) =>
      join.onRef('u.account_id', '=', 'a.customer_id').onRef('u.id', '=', 'a.use_id'),
    )
    .select(['a.rollout_id', 'a.customer_id as id', 'a.use_id as useId'])
    .where('a.account_id', '=', accountId)
    .where('a.rollout_id', '=', sql<number>`any(${rolloutIds}::bigint[])`)
    .where('a.outcome', 'in', ['done', 'unchanged'])
    .where('u.rolled_back_at', 'is', null)
    .orderBy('a.customer_id')
    .execute()

export async function pageRollouts(
  db: Db,
  accountId: number,
  { kit_id, ...page }: { page: number; limit: number; kit_id?: number },
) {
  let base = db.selectFrom('kit_rollout').where('account_id', '=', accountId).where('kind', '<>', 'package')
  if (kit_id !== undefined) base = base.where('kit_id', '=', kit_id)
  return readPage(base, base.selectAll().orderBy('id', 'desc'), page)
}

/** Accounts of roll-outs by outcome. */
export const countOutcomes = (db: Db, accountId: number, rolloutIds: readonly number[]) =>
  db
    .selectFrom('kit_rollout_account')
    .select((eb) => ['rollout_id', 'outcome', eb.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('rollout_id', '=', sql<number>`any(${rolloutIds}::bigint[])`)
    .groupBy(['rollout_id', 'outcome'])
    .execute()

export async function pageRolloutAccounts(
  db: Db,
  { account_id, id }: RolloutRow,
  { outcome, ...page }: { page: number; limit: number; outcome?: Outcome },
): Promise<{ rows: (AccountRow & { account: string | null })[]; total: number }> {
  let base = db
    .selectFrom('kit_rollout_account as a')
    .where('a.account_id', '=', account_id)
    .where('a.rollout_id', '=', id)
  if (outcome) base = base.where('a.outcome', '=', outcome)
  const sorted = base
    .leftJoin('account_node as n', 'n.id', 'a.customer_id')
    .selectAll('a')
    .select('n.name as account')
    .orderBy('a.customer_id')
  return readPage(base, sorted, page)
}

/** Roll-outs of people that have not ended, of all accounts. */
export const listOpenRollouts = (db: Db) =>
  db
    .selectFrom('kit_rollout')
    .select(['account_id as accountId', 'id as rolloutId'])
    .where('ended_at', 'is', null)
    .where('kind', '<>', 'package')
    .execute()

/** Roll-outs of packages that wait for the first person of a new customer. */
export const listWaitingForPerson = (db: Db, customerId: number) =>
  db
    .selectFrom('kit_rollout_account as a')
    .innerJoin('kit_rollout as r', (join) =>
      join.onRef('r.account_id', '=', 'a.account_id').onRef('r.id', '=', 'a.rollout_id'),
    )
    .select(['r.account_id as accountId', 'r.id as rolloutId'])
    .where('a.customer_id', '=', customerId)
    .where('a.outcome', '=', 'waiting')
    .where('r.kind', '=', 'package')
    .execute()

/** Whether an account has a kit, or a roll-out brings it. */
export async function hasOrAwaitsKit(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
  customerId: number,
): Promise<boolean> {
  const use = await db
    .selectFrom('kit_use')
    .select('id')
    .where('account_id', '=', customerId)
    .where('kit_id', '=', id)
    .where('rolled_back_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (use) return true
  const waiting = await db
    .selectFrom('kit_rollout_account as a')
    .innerJoin('kit_rollout as r', (join) =>
      join.onRef('r.account_id', '=', 'a.account_id').onRef('r.id', '=', 'a.rollout_id'),
    )
    .select('a.customer_id')
    .where('a.account_id', '=', account_id)
    .where('a.customer_id', '=', customerId)
    .where('a.outcome', '=', 'waiting')
    .where('r.kit_id', '=', id)
    .where('r.kind', '<>', 'roll_back')
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}
