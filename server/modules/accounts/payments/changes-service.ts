import type { changePlan } from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { publicPackage } from '#server/modules/accounts/plans/index.ts'
import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { type StripeGateway, stripeProblem } from '#server/providers/payments/index.ts'
import type { SellerAt } from './apply-invoice.ts'
import type { Connections } from './connections-service.ts'
import { abandonedSubscriptions, findPaidSubscription } from './payments-store.ts'
import type { Prices } from './prices.ts'

export interface ChangesDeps {
  db: Db
  clock: Clock
  stripe: StripeGateway
  connections: Pick<Connections, 'chargeable'>
  prices: Prices
  paid: PaidSubscriptions
  sellerOf(accountId: number): Promise<number | null>
  /** Reads a subscription again and stores its state. */
  sync(seller: SellerAt, subscription: string): Promise<void>
}

type Change = Reply<typeof changePlan>

/** Changes of paid subscriptions. We decide the rules, Stripe follows, and the package follows the payment. */
export function createChanges({ db, clock, stripe, connections, prices, paid, sellerOf, sync }: ChangesDeps) {
  /** What the account pays for, and where. @throws AppError conflict without a subscription here. */
  async function payingOf(accountId: number) {
    const mine = await findPaidSubscription(db, accountId)
    const sellerId = await sellerOf(accountId)
    const connection = sellerId === null ? undefined : await connections.chargeable(sellerId)
    if (mine?.vendor !== 'stripe' || !connection || mine.vendor_account !== connection.external_id)
      throw conflict('You don’t pay for a package by card. Ask your provider')
    return {
      mine,
      connection,
      seller: {
        sellerId: connection.account_id,
        at: { vendor: 'stripe' as const, account: mine.vendor_account },
      },
    }
  }

  const withStripeProblems = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error) => {
      throw stripeProblem(error)
    })

  return {
    /** @throws AppError not_found, conflict for a declined card: the old package stays. */
    async change(actor: Actor, packageId: number): Promise<Change> {
      const { accountId, userId } = actor
      const { mine, connection, seller } = await payingOf(accountId)
      const { plan, version } = await publicPackage(db, connection.account_id, packageId)
      if (version.price_minor === 0)
        throw conflict('This package is free. Cancel the one you pay for instead')
      const now = clock.now()
      const { row, terms } = await transaction(db, () => paid.termsOf(accountId, version.id, now))
      if (row.state !== 'active' && row.state !== 'trialing')
        throw conflict('Pay your open invoice before you change the package')
      const facts = await withStripeProblems(stripe.readSubscription(seller.at.account, mine.external_id))
      const item = facts.items[0]
      if (!item) throw conflict('The subscription has nothing to change')
      if (facts.hasPendingUpdate)
        throw conflict('A change is waiting for payment. Pay it, or wait: it expires after 23 hours')
      const price = await withStripeProblems(prices.version(connection, { ...version, name: plan.name }))
      const key = `change:${mine.external_id}:${row.period_start?.toISOString()}:${version.id}:${item.price}`
      const change = { subscription: mine.external_id, item: item.id, price: price.external_id, key }
      const audit = () => recordAudit(db, { accountId, detail: { package: plan.name, rule: terms.rule } })
      if (terms.rule === 'period_end' || row.plan_version_id === version.id) {
        await withStripeProblems(stripe.setNextPrice(seller.at.account, change))
        await transaction(db, async () => {
          audit()
          await paid.schedule(accountId, version.id, userId, now)
        })
        const isBack = row.plan_version_id === version.id
        const message = isBack ? `You stay on ${plan.name}` : `${plan.name} begins with your next period`
        return { data: { result: isBack ? 'applied' : 'scheduled', url: null }, message }
      }
      // A trial is not charged. Credits of another package start at once at its full price; without credits
      // the difference is prorated. Nothing changes until that is paid.
      if (row.state === 'trialing') {
        await withStripeProblems(stripe.setNextPrice(seller.at.account, change))
        await sync(seller, mine.external_id)
        await transaction(db, async () => audit())
        return { data: { result: 'applied', url: null }, message: `You are on ${plan.name} now` }
      }
      const { newCycle } = terms
      const changed = await withStripeProblems(stripe.changePrice(seller.at.account, { ...change, newCycle }))
      await sync(seller, mine.external_id)
      await transaction(db, async () => audit())
      if (changed.subscription.hasPendingUpdate) {
        const message = `Confirm the payment to change to ${plan.name}. Until then your package stays as it is`
        return { data: { result: 'payment_needed', url: changed.invoice?.url ?? null }, message }
      }
      return { data: { result: 'applied', url: null }, message: `You are on ${plan.name} now` }
    },

    /** Closed accounts are no longer charged. */
    async endAbandoned(): Promise<void> {
      if (!stripe.isOn) return
      await forEachItem(
        'subscriptions',
        await abandonedSubscriptions(db),
        async ({ account, sellerId, id }) => {
          await stripe.cancelNow(account, id)
          await sync({ sellerId, at: { vendor: 'stripe', account } }, id)
        },
      )
    },

    /** @throws AppError conflict, unavailable. */
    async cancel(actor: Actor, undo: boolean) {
      const { accountId } = actor
      const { mine, seller } = await payingOf(accountId)
      const facts = await withStripeProblems(stripe.setCancel(seller.at.account, mine.external_id, !undo))
      await sync(seller, mine.external_id)
      await transaction(db, async () =>
        recordAudit(db, { accountId, detail: { action: undo ? 'undo_cancel' : 'cancel' } }),
      )
      const cancel_at = facts.cancelAt?.toISOString() ?? null
      const message = undo
        ? 'Your package continues'
        : 'Your package ends with its period. You can undo this until then'
      return { data: { cancel_at }, message }
    },
  }
}
export type Changes = ReturnType<typeof createChanges>
