import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { WebhookReceiver } from '#server/platform/http/webhook-receivers.ts'
import type { RawEvent, StripeGateway } from '#server/providers/payments/index.ts'
import { findByExternal } from './connections-store.ts'
import { takeEvent } from './event-worker.ts'
import type { NewEvent } from './events-store.ts'
import { isKnownType } from './known-types.ts'
import type { ConnectionRow } from './payments-tables.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

interface Receiving {
  connection: ConnectionRow | undefined
  sellerId: number | null
  stripe: Pick<StripeGateway, 'isOn' | 'live'>
}

/** Why an event is ignored; null: it is processed. */
function findRefusal(event: RawEvent, { connection, stripe }: Receiving): string | null {
  if (event.account !== '' && !connection) return 'Unknown account'
  if (!isKnownType(event.type)) return 'Unknown type'
  if (!stripe.isOn) return 'STRIPE_SECRET_KEY is not set'
  if (event.live !== stripe.live) return event.live ? 'Live event, and the key is for tests' : 'Test event'
  return null
}

/** An event as stored: it names its object, without personal data. */
export const toNewEvent = (event: RawEvent, receiving: Receiving): NewEvent => ({
  vendor: 'stripe',
  eventId: event.id,
  type: event.type,
  vendorAccount: event.account,
  sellerAccountId: receiving.sellerId,
  objectId: event.object.id,
  payload: { kind: event.object.kind, refs: event.object.refs },
  occurredAt: event.at,
  ignoredFor: findRefusal(event, receiving),
})

/** The two Stripe event URLs. */
export function createStripeReceivers(ctx: Context): WebhookReceiver[] {
  const { db, stripe } = ctx

  const receive = (endpoint: 'account' | 'connect') => async (body: Buffer, headers: Headers) => {
    const event = stripe.readEvent(endpoint, body, String(headers['stripe-signature'] ?? ''))
    if (!event) return 400 as const
    const connection = event.account === '' ? undefined : await findByExternal(db, event.account)
    const sellerId = event.account === '' ? await findPlatformId(db) : (connection?.account_id ?? null)
    await takeEvent(ctx, toNewEvent(event, { connection, sellerId, stripe }))
    return 200 as const
  }

  return [
    { path: '/webhooks/stripe', isOn: stripe.hasSecret.account, receive: receive('account') },
    { path: '/webhooks/stripe/connect', isOn: stripe.hasSecret.connect, receive: receive('connect') },
  ]
}
