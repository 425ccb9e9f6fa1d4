import type { BillingDeps } from '#server/modules/accounts/billing/index.ts'
import {
  checkoutStateRoute,
  createEventWorker,
  createPaymentEffects,
} from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { buildPayKickstart } from './build-paykickstart.ts'
import type { Platform } from './platform.ts'

interface Parts {
  wallet: Wallet
  subscriptions: SubscriptionsService
  notifications: Notifications
}

type Portal = NonNullable<Awaited<ReturnType<BillingDeps['portalOf']>>>

/** Payments: what vendors tell, and what it causes. */
export function buildPayments(platform: Platform, { wallet, subscriptions, notifications }: Parts) {
  const { db, queue, log } = platform
  const clock = platform.clock ?? systemClock
  const effects = createPaymentEffects({ db, clock, wallet, subscriptions, notifications })
  const kick = buildPayKickstart(platform, { effects, events: () => worker, subscriptions })
  const worker = createEventWorker({ db, queue, log, handlers: { paykickstart: kick.handler } })
  return {
    worker,
    kick,
    portalOf: async (accountId: number): Promise<Portal | null> => {
      const value = await kick.portalFor(accountId)
      return value === null ? null : { type: 'paykickstart', value }
    },
    receivers: [kick.receiver],
    jobs: [...worker.jobs(), ...kick.jobs],
    routes: [...kick.routes, checkoutStateRoute(db)],
  }
}
