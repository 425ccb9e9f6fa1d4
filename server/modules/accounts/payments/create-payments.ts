import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { StripeGateway } from '#server/providers/payments/index.ts'
import { createAccountPayments } from './account-payments.ts'
import { createPaymentEffects } from './apply-payments.ts'
import { createChanges } from './changes-service.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { createCheckouts } from './checkout-service.ts'
import { createClaims } from './claim-sale.ts'
import { createConnections } from './connections-service.ts'
import { createEventWorker, type EventWorkerDeps } from './event-worker.ts'
import type { PaymentEffectsDeps } from './payment-deps.ts'
import { createPrices } from './prices.ts'
import { createStripeReceivers } from './receive-stripe-events.ts'
import type { RechargeDeps } from './recharge-deps.ts'
import { createRecharges } from './recharge-service.ts'
import { createReconciliation } from './reconcile.ts'
import { createSalesOfSeller } from './sales-service.ts'
import { createStripeHandler } from './stripe-objects.ts'
import { createSubscriptionSync } from './stripe-subscriptions.ts'

export interface PaymentsDeps {
  db: Db
  clock: Clock
  log: Log
  queue: Pick<Queue, 'send'>
  stripe: StripeGateway
  wallet: PaymentEffectsDeps['wallet'] & RechargeDeps['wallet']
  subscriptions: Pick<SubscriptionsService, 'openForSale' | 'findBuyer' | 'contactOf' | 'paid'>
  mail: PaymentEffectsDeps['mail']
  brandFor: PaymentEffectsDeps['brandFor']
  notifications: Pick<Notifications, 'notify'>
  rules: RechargeDeps['rules']
  /** Event sources of other vendors. */
  handlers?: EventWorkerDeps['handlers']
  siteAccountOf: CheckoutDeps['siteAccountOf']
  originOf: CheckoutDeps['originOf']
  originOfHost: CheckoutDeps['originOfHost']
  packOf: CheckoutDeps['packOf']
  sellerOf: CheckoutDeps['sellerOf']
}

/** Stripe payments, on top of the effects shared by all vendors. */
export function createPayments(deps: PaymentsDeps) {
  const { db, stripe, subscriptions, notifications } = deps
  const { paid } = subscriptions
  const effects = createPaymentEffects(deps)
  const connections = createConnections({
    ...deps,
    paid,
    catchUp: (connection) => reconciliation.rejoin(connection),
  })
  const recharges = createRecharges({ ...deps, effects, connections })
  const syncSubscription = createSubscriptionSync({ db, stripe, effects })
  const handler = createStripeHandler({
    ...deps,
    effects,
    recharges,
    connections,
    syncSubscription,
    methodRemoved: (accountId, card) =>
      notifications.notify({
        accountId,
        permission: 'owner',
        kind: 'card_expiring',
        detail: { card, month: '', reason: 'removed' },
      }),
  })
  const worker = createEventWorker({ ...deps, handlers: { ...deps.handlers, stripe: handler } })
  const reconciliation = createReconciliation({ ...deps, worker, connections, syncSubscription })
  const claims = createClaims({ ...deps, worker, contactOf: subscriptions.contactOf })
  const prices = createPrices({ db, stripe })
  const checkouts = createCheckouts({ ...deps, connections, prices, paid })
  const changes = createChanges({
    ...deps,
    connections,
    prices,
    paid,
    async sync(seller, id) {
      await transaction(db, await syncSubscription(seller, id))
    },
  })
  const sales = createSalesOfSeller({ db, stripe, effects, connections })
  const account = createAccountPayments({ ...deps, connections, paid, recharges })
  return {
    effects,
    connections,
    recharges,
    worker,
    reconciliation,
    checkouts,
    changes,
    claims,
    sales,
    account,
    receivers: createStripeReceivers({ db, stripe, worker }),
  }
}

export type Payments = ReturnType<typeof createPayments>
