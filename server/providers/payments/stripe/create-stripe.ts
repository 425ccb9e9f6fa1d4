import type Stripe from 'stripe'
import { refuseInTransaction } from '#server/platform/db/db.ts'
import { createStripeCatalog } from './stripe-catalog.ts'
import { createStripeCheckout } from './stripe-checkout.ts'
import { makeClient, type StripeSettings } from './stripe-client.ts'
import { createStripeConnect } from './stripe-connect.ts'
import { type RawEvent, readEvent } from './stripe-facts.ts'
import { createStripePortal } from './stripe-portal.ts'
import { createStripeReads } from './stripe-reads.ts'
import { createStripeSales } from './stripe-sales.ts'

/** Maximum age of a signature in seconds. */
const TOLERANCE = 300

const splitSecrets = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)

/** `isOn`: there is a key. Nothing may be called within a transaction. */
export function createStripeGateway(settings: StripeSettings) {
  let made: Stripe | undefined
  const client = (): Stripe => {
    made ??= makeClient(settings)
    return made
  }
  const secrets = {
    account: splitSecrets(settings.webhookSecret),
    connect: splitSecrets(settings.connectWebhookSecret),
  }
  /** All calls pass through here. */
  const withStripe = <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    refuseInTransaction('Calling Stripe')
    return call(client())
  }

  return {
    isOn: Boolean(settings.secretKey),
    /** Whether the key is for live mode. */
    live: /_live_/.test(settings.secretKey ?? ''),
    canAuthorize: Boolean(settings.secretKey && settings.clientId),
    hasSecret: { account: secrets.account.length > 0, connect: secrets.connect.length > 0 },

    /** An event with a valid signature not older than five minutes, else null. */
    readEvent(endpoint: 'account' | 'connect', body: Buffer, header: string): RawEvent | null {
      const isSigned = secrets[endpoint].some((secret) => {
        try {
          return client().webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE) ?? false
        } catch {
          return false
        }
      })
      if (!isSigned) return null
      try {
        return readEvent(JSON.parse(body.toString('utf8')))
      } catch {
        return null
      }
    },

    ...createStripeConnect(withStripe, settings),
    ...createStripeReads(withStripe),
    ...createStripeCatalog(withStripe),
    ...createStripeCheckout(withStripe),
    ...createStripePortal(withStripe),
    ...createStripeSales(withStripe),
  }
}

export type StripeGateway = ReturnType<typeof createStripeGateway>
