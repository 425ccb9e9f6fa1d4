import {
  createIpnHandler,
  createIpnReceiver,
  createOverdueCheck,
  createPayKickstartPortal,
  createPayKickstartSettings,
  overdueJob,
  payKickstartRoutes,
} from '#server/modules/accounts/paykickstart/index.ts'
import type { EventWorker, PaymentEffects } from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { WebhookReceiver } from './payment-webhooks.ts'
import type { Platform } from './platform.ts'

const PATH = '/webhooks/paykickstart'

interface Parts {
  effects: PaymentEffects
  events: () => Pick<EventWorker, 'take'>
  subscriptions: SubscriptionsService
}

/** Selling with PayKickstart: set-up, notifications, and what is late. */
export function buildPayKickstart(platform: Platform, { effects, events, subscriptions }: Parts) {
  const { db, log, site, payKickstart: api } = platform
  const clock = platform.clock ?? systemClock
  const secretBox = createSecretBox(platform.secretKey)
  const settings = createPayKickstartSettings({
    db,
    clock,
    secretBox,
    ipnUrl: () => `${site.publicUrl()}${PATH}`,
  })
  const take = createIpnReceiver({ db, clock, secretBox, events: { take: (event) => events().take(event) } })
  const receiver: WebhookReceiver = {
    path: PATH,
    isOn: true,
    receive: (body) => take(new URLSearchParams(body.toString('utf8'))),
  }
  const check = createOverdueCheck({ db, clock, effects, subscriptions })
  return {
    handler: createIpnHandler({ db, clock, effects, subscriptions }),
    receiver,
    routes: payKickstartRoutes(settings),
    jobs: [overdueJob(check)],
    checkOverdue: check,
    portalFor: createPayKickstartPortal({ db, secretBox, api, log }),
  }
}
