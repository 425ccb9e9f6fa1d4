import {
  checkoutUrlOf,
  createIpnHandler,
  createIpnReceiver,
  createOverdueCheck,
  createPayKickstartCancel,
  createPayKickstartPortal,
  createPayKickstartSettings,
  payKickstartRoutes,
} from '#server/modules/accounts/paykickstart/index.ts'
import type { EventWorker, PaymentEffects } from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Platform } from './platform.ts'
import type { WebhookReceiver } from './webhook-receivers.ts'

const PATH = '/webhooks/paykickstart'

interface Parts {
  /** Built later than its consumers. */
  payments: () => { effects: PaymentEffects; worker: EventWorker }
  subscriptions: SubscriptionsService
}

/** Selling with PayKickstart: setup, notifications, and overdue payments. */
export function buildPayKickstart(platform: Platform, { payments, subscriptions }: Parts) {
  const { db, log, site, payKickstart: api } = platform
  const clock = platform.clock ?? systemClock
  const secretBox = createSecretBox(platform.secretKey)
  const settings = createPayKickstartSettings({
    db,
    clock,
    secretBox,
    ipnUrl: () => `${site.publicUrl()}${PATH}`,
  })
  const take = createIpnReceiver({
    db,
    clock,
    secretBox,
    events: { take: (event) => payments().worker.take(event) },
  })
  const receiver: WebhookReceiver = {
    path: PATH,
    isOn: true,
    receive: (body) => take(new URLSearchParams(body.toString('utf8'))),
  }
  const check = createOverdueCheck({ db, clock, effects: () => payments().effects, subscriptions })
  return {
    handler: createIpnHandler({ db, clock, effects: () => payments().effects, subscriptions }),
    receiver,
    routes: payKickstartRoutes(settings),
    checkOverdue: check,
    cancel: createPayKickstartCancel({
      db,
      secretBox,
      api,
      effects: () => payments().effects,
      subscriptions,
    }),
    portalOf: createPayKickstartPortal({ db, secretBox, api, log }),
    checkoutUrlOf: (sellerId: number, of: Parameters<typeof checkoutUrlOf>[2]) =>
      checkoutUrlOf(db, sellerId, of),
  }
}
