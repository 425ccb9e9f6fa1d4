import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { BillingState } from '#contract/accounts/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface SubscriptionTable {
  id: Generated<number>
  account_id: number
  plan_version_id: number
  state: Generated<BillingState>
  started_at: Generated<Date>
  ends_at: Generated<Date | null>
  is_current: Generated<boolean>
  anchor_at: Generated<Date | null>
  period_start: Generated<Date | null>
  period_end: Generated<Date | null>
  trial_ends_at: Generated<Date | null>
  past_due_since: Generated<Date | null>
  paused_at: Generated<Date | null>
  paused_from: Generated<BillingState | null>
  cancel_at: Generated<Date | null>
  access_check_at: Generated<Date | null>
  /** The vendor whose payments start its periods; null: the clock does. */
  billed_by: Generated<PaymentVendor | null>
}
interface SubscriptionPeriodTable {
  account_id: number
  subscription_id: number
  period_start: Date
  period_end: Date | null
  plan_version_id: number
  credits: number
  created_at: Generated<Date>
}
interface SubscriptionChangeTable {
  account_id: number
  id: Generated<number>
  subscription_id: number
  from_version_id: number
  target_version_id: number
  rule: 'now' | 'period_end'
  applies_at: Date
  charge_minor: number | null
  credit_minor: number | null
  currency: string | null
  requested_by: number | null
  created_at: Generated<Date>
  applied_at: Generated<Date | null>
  dropped_at: Generated<Date | null>
  /** The move of the seller that planned it; null: it was planned for this subscription alone. */
  move_id: Generated<number | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    subscription: SubscriptionTable
    subscription_period: SubscriptionPeriodTable
    subscription_change: SubscriptionChangeTable
    subscription_info: ReadOnly<
      SubscriptionTable,
      | 'account_id'
      | 'id'
      | 'plan_version_id'
      | 'state'
      | 'is_current'
      | 'started_at'
      | 'period_start'
      | 'period_end'
      | 'cancel_at'
      | 'billed_by'
    >
    subscription_change_info: ReadOnly<
      SubscriptionChangeTable,
      | 'account_id'
      | 'id'
      | 'subscription_id'
      | 'from_version_id'
      | 'target_version_id'
      | 'applies_at'
      | 'applied_at'
      | 'dropped_at'
      | 'move_id'
    >
  }
}
export type SubscriptionRow = Selectable<SubscriptionTable>
export type ChangeRow = Selectable<SubscriptionChangeTable>
type SubscriptionSet = Partial<Omit<SubscriptionRow, 'id' | 'account_id' | 'is_current'>>

/** An account's current or last subscription, locked until the transaction ends. */
export const lockCurrent = (db: Db, accountId: number) =>
  lockRow(db, 'subscription', { account_id: accountId, is_current: true })

export const findCurrent = (db: Db, accountId: number) =>
  findRow(db, 'subscription', { account_id: accountId, is_current: true })

export const updateSubscription = (
  db: Db,
  row: SubscriptionRow,
  set: SubscriptionSet,
): Promise<SubscriptionRow> =>
  db
    .updateTable('subscription')
    .set(set)
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Replaces an account's last subscription, ending it if necessary, with what was planned for it. */
export async function insertCurrent(
  db: Db,
  row: Omit<Insertable<SubscriptionTable>, 'is_current'>,
  now: Date,
): Promise<SubscriptionRow> {
  await db
    .updateTable('subscription')
    .set({ is_current: false, state: 'cancelled', cancel_at: null, access_check_at: null })
    .set({ ends_at: sql<Date>`coalesce(ends_at, ${now}::timestamptz)` })
    .where('account_id', '=', row.account_id)
    .where('is_current', '=', true)
    .execute()
  await db
    .updateTable('subscription_change')
    .set({ dropped_at: now })
    .where('account_id', '=', row.account_id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute()
  return insertRow(db, 'subscription', { ...row, is_current: true })
}

/** Records that a period's credits were granted. @returns whether it had none before. */
export async function insertPeriod(
  db: Db,
  period: Omit<Insertable<SubscriptionPeriodTable>, 'created_at'>,
): Promise<boolean> {
  const row = await db
    .insertInto('subscription_period')
    .values(period)
    .onConflict((oc) => oc.columns(['account_id', 'subscription_id', 'period_start']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

const openChanges = (db: Db, { account_id, id }: Pick<SubscriptionRow, 'account_id' | 'id'>) =>
  db
    .selectFrom('subscription_change')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)

export const findOpenChange = (db: Db, row: Pick<SubscriptionRow, 'account_id' | 'id'>) =>
  openChanges(db, row).executeTakeFirst()

/** @returns whether there was an open change. */
export async function dropOpenChange(db: Db, row: SubscriptionRow, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscription_change')
    .set({ dropped_at: now })
    .where('account_id', '=', row.account_id)
    .where('subscription_id', '=', row.id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertChange = (db: Db, change: Insertable<SubscriptionChangeTable>): Promise<ChangeRow> =>
  insertRow(db, 'subscription_change', change)

/** An open change is rescheduled: the end of the period has moved. */
export const moveChange = (db: Db, change: Pick<ChangeRow, 'account_id' | 'id'>, appliesAt: Date) =>
  updateRows(
    db,
    'subscription_change',
    { account_id: change.account_id, id: change.id },
    { applies_at: appliesAt },
  )

export const markApplied = (db: Db, change: Pick<ChangeRow, 'account_id' | 'id'>, now: Date) =>
  updateRows(db, 'subscription_change', { account_id: change.account_id, id: change.id }, { applied_at: now })

/** Accounts whose period or notice has ended, or whose planned change is due without a period. */
export async function findDue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    (select account_id from subscription
      where is_current and state in ('trialing', 'active') and billed_by is null and period_end <= ${now})
    union
    (select account_id from subscription
      where is_current and cancel_at <= ${now} and state <> 'cancelled' and billed_by is null)
    union
    (select s.account_id from subscription_change c
      join subscription s on s.account_id = c.account_id and s.id = c.subscription_id
      where c.applied_at is null and c.dropped_at is null and c.applies_at <= ${now} and s.is_current
        and s.state in ('trialing', 'active') and s.billed_by is null and s.period_end is null)`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Trials whose end wasn't mailed about: those that end within `days`, a shorter one when half of it is over. */
export async function findEndingTrials(db: Db, now: Date, days: number) {
  const { rows } = await sql<{ account_id: number; event: string }>`
    select t.account_id, t.event from (
      select account_id, 'trial-ends:' || id || ':' || extract(epoch from trial_ends_at)::bigint as event
      from subscription
      where is_current and state = 'trialing' and trial_ends_at > ${now}
        and trial_ends_at - least(make_interval(days => ${days}), (trial_ends_at - period_start) / 2) <= ${now}
    ) t
    where not exists (select 1 from customer_mail m where m.account_id = t.account_id and m.event = t.event)
    order by t.account_id`.execute(db)
  return rows
}

/** Accounts whose access must be recomputed. */
export async function findAccessDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('is_current', '=', true)
    .where('access_check_at', '<=', now)
    .orderBy('access_check_at')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Schedules recomputing the access of a seller's overdue customers. */
export const checkOverdue = (db: Db, sellerAccountId: number, now: Date) =>
  db
    .updateTable('subscription')
    .set({ access_check_at: now })
    .where('is_current', '=', true)
    .where('state', '=', 'past_due')
    .where((eb) =>
      eb(
        'account_id',
        'in',
        eb.selectFrom('account_node as a').select('a.id').where('a.parent_id', '=', sellerAccountId),
      ),
    )
    .execute()

/** Vendor-billed accounts whose cancellation is due, or whose period ended before a moment without renewal. */
export async function findBilledDue(
  db: Db,
  vendor: PaymentVendor,
  { now, before }: { now: Date; before: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('is_current', '=', true)
    .where('billed_by', '=', vendor)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['active', 'trialing', 'past_due']).and('cancel_at', '<=', now),
        eb('state', 'in', ['active', 'trialing']).and('period_end', '<=', before),
      ]),
    )
    .orderBy('period_end')
    .execute()
  return rows.map(({ account_id }) => account_id)
}
