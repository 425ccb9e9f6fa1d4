import { sql } from 'kysely'
import type { Difference } from '#contract/accounts/payments.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { type IntentFacts, type StripeGateway, stripeProblem } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import { atOf, livingConnections, payingAccounts, updateConnection } from './connections-store.ts'
import type { EventWorker } from './event-worker.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { customerById, noteDifference } from './stripe-rows.ts'
import type { SyncSubscription } from './stripe-subscriptions.ts'
import { toNewEvent } from './take-stripe-events.ts'

export interface ReconcileDeps {
  db: Db
  clock: Clock
  log: Log
  stripe: StripeGateway
  worker: Pick<EventWorker, 'take' | 'handle'>
  connections: Pick<Connections, 'chargeable' | 'refresh'>
  syncSubscription: SyncSubscription
  notifications: Pick<Notifications, 'notify'>
}

type Found = {
  kind: 'payment_missing' | 'amount_differs' | 'refund_differs'
  external_id: string
  message: string
}

const HOUR_MS = 60 * 60_000
const OVERLAP_MS = HOUR_MS
const LOOK_BACK_MS = 3 * 24 * HOUR_MS
/** Stripe keeps events for 30 days. */
const MOST_BACK_MS = 29 * 24 * HOUR_MS

/** What a payment at Stripe and ours have to agree on. */
const compare = (
  intent: IntentFacts,
  ours: { amount_minor: number; refunded_minor: number; currency: string } | undefined,
): Found | null => {
  const found = (kind: Found['kind'], message: string): Found => ({ kind, external_id: intent.id, message })
  if (!ours)
    return found(
      'payment_missing',
      `${intent.receivedMinor} ${intent.currency} arrived at Stripe and not here`,
    )
  if (ours.amount_minor !== intent.receivedMinor || ours.currency !== intent.currency)
    return found(
      'amount_differs',
      `Stripe has ${intent.receivedMinor} ${intent.currency}, and here it is ${ours.amount_minor} ${ours.currency}`,
    )
  if (ours.refunded_minor !== intent.refundedMinor)
    return found(
      'refund_differs',
      `Stripe has refunded ${intent.refundedMinor}, and here it is ${ours.refunded_minor} ${ours.currency}`,
    )
  return null
}

/** Catches up after outages and compares with what Stripe knows. */
export function createReconciliation(deps: ReconcileDeps) {
  const { db, clock, log, stripe, worker, connections, syncSubscription } = deps

  /** Takes in the events since the stored moment, as if they had just been sent. @returns how many were new. */
  async function catchUp(connection: ConnectionRow): Promise<number> {
    const now = clock.now().getTime()
    const since = Math.max((connection.event_cursor?.getTime() ?? now) - OVERLAP_MS, now - MOST_BACK_MS)
    const events = await stripe.readEvents(connection.external_id, new Date(since))
    let taken = 0
    for (const event of events) {
      const isNew = await worker.take(
        toNewEvent(event, { connection, stripe, sellerId: connection.account_id }),
      )
      if (isNew) taken += 1
    }
    const last = events.at(-1)
    if (last) await updateConnection(db, connection.account_id, { event_cursor: last.at })
    return taken
  }

  /** After an account is back: every subscription is read, so that none stays unverified. */
  async function verify(connection: ConnectionRow, mayGrant: boolean): Promise<number> {
    const at = atOf(connection)
    let checked = 0
    for (const { external_id } of await payingAccounts(db, at)) {
      const write = await syncSubscription({ sellerId: connection.account_id, at }, external_id, { mayGrant })
      await transaction(db, write)
      checked += 1
    }
    return checked
  }

  async function paymentsOf(connection: ConnectionRow): Promise<{ checked: number; found: Found[] }> {
    const at = atOf(connection)
    const from = (connection.reconciled_at ?? connection.connected_at ?? clock.now()).getTime() - LOOK_BACK_MS
    const found: Found[] = []
    const intents = await stripe.readIntentsSince(at.account, new Date(from))
    for (const intent of intents) {
      if (intent.status !== 'succeeded') continue
      const ours = await db
        .selectFrom('payment')
        .selectAll()
        .where('vendor', '=', at.vendor)
        .where('vendor_account', '=', at.account)
        .where('external_id', '=', intent.id)
        .executeTakeFirst()
      // The account at Stripe may sell other things, too.
      const isOurs =
        ours !== undefined ||
        intent.metadata.checkout !== undefined ||
        intent.metadata.recharge !== undefined ||
        (intent.customer !== null && (await customerById(db, at, intent.customer)) !== undefined)
      const difference = isOurs ? compare(intent, ours) : null
      if (difference) found.push(difference)
      if (ours && ours.fee_minor === null && intent.feeMinor !== null)
        await db
          .updateTable('payment')
          .set({ fee_minor: intent.feeMinor })
          .where('account_id', '=', ours.account_id)
          .where('id', '=', ours.id)
          .execute()
    }
    return { checked: intents.length, found }
  }

  async function stateCounts(connection: ConnectionRow): Promise<string> {
    const { rows } = await sql<{ state: string }>`
      select s.account_id || ':' || s.state || ':' || coalesce(c.state, '') || ':' || coalesce(c.cancel_at::text, '') as state
      from payment_subscription s left join subscription_info c on c.account_id = s.account_id and c.is_current
      where s.vendor_account = ${connection.external_id} order by 1`.execute(db)
    return JSON.stringify(rows)
  }

  /** States are repaired, differences of money are noted, no credits are given. */
  async function reconcile(connection: ConnectionRow) {
    const before = JSON.parse(await stateCounts(connection)) as { state: string }[]
    const subscriptions = await verify(connection, false)
    const after = JSON.parse(await stateCounts(connection)) as { state: string }[]
    const known = new Set(before.map(({ state }) => state))
    const { checked, found } = await paymentsOf(connection)
    await transaction(db, async () => {
      await db
        .deleteFrom('payment_difference')
        .where('account_id', '=', connection.account_id)
        .where('vendor', '=', 'stripe')
        .where('kind', 'in', ['payment_missing', 'amount_differs', 'refund_differs'])
        .where('external_id', 'like', 'pi_%')
        .execute()
      for (const { kind, external_id: externalId, message } of found)
        await noteDifference(db, { accountId: connection.account_id, kind, externalId, message })
      await updateConnection(db, connection.account_id, { reconciled_at: clock.now() })
    })
    const open = await db
      .selectFrom('payment_difference')
      .select(['kind', 'external_id', 'message'])
      .where('account_id', '=', connection.account_id)
      .orderBy('found_at')
      .execute()
    return {
      checked: checked + subscriptions,
      repaired: after.filter(({ state }) => !known.has(state)).length,
      differences: open as Difference[],
    }
  }

  /** What a person asks for. @throws AppError conflict, unavailable. */
  async function reconcileFor(accountId: number) {
    const connection = await connections.chargeable(accountId)
    if (!connection) throw new AppError('conflict', 'There is no connected Stripe account')
    try {
      await catchUp(connection)
      return await reconcile(connection)
    } catch (error) {
      throw error instanceof AppError ? error : stripeProblem(error)
    }
  }

  const forAll = async (
    what: string,
    work: (connection: ConnectionRow) => Promise<unknown>,
  ): Promise<void> => {
    if (!stripe.isOn) return
    for (const connection of await livingConnections(db))
      await work(connection).catch((error) =>
        log.warn({ err: error, account: connection.account_id }, `${what} failed for one account`),
      )
  }

  /** Owners hear of cards that end this month or the next one, once for each card. */
  async function warnOfCards(): Promise<void> {
    const { rows } = await sql<{ account_id: number; last4: string | null; expires_month: Date }>`
      select c.account_id, c.last4, c.expires_month from payment_customer c
      join payment_subscription s on s.account_id = c.account_id and s.vendor = c.vendor
        and s.vendor_account = c.vendor_account and s.state in ('active', 'trialing', 'past_due')
      where c.expires_month <= date_trunc('month', ${clock.now()}::timestamptz) + interval '1 month'`.execute(
      db,
    )
    for (const { account_id: accountId, last4, expires_month } of rows)
      await transaction(db, () =>
        deps.notifications.notify({
          accountId,
          permission: 'owner',
          kind: 'card_expiring',
          detail: { card: last4 ?? '', month: expires_month.toISOString().slice(0, 7), reason: 'expires' },
        }),
      )
  }

  return {
    reconcileFor,
    /** For an account that is back: what was missed, then every subscription. */
    async rejoin(connection: ConnectionRow): Promise<void> {
      await catchUp(connection)
      await verify(connection, true)
    },
    catchUpAll: () => forAll('catching up with Stripe', catchUp),
    nightly: async () => {
      await forAll('the nightly comparison with Stripe', async (connection) => {
        await connections.refresh(connection.account_id)
        await catchUp(connection)
        await reconcile(connection)
      })
      await warnOfCards()
    },
  }
}

export type Reconciliation = ReturnType<typeof createReconciliation>
