import Stripe from 'stripe'
import { refuseInTransaction } from '#server/platform/db/db.ts'
import { createStripeConnect } from './stripe-connect.ts'
import { eventOf, type RawEvent } from './stripe-facts.ts'
import { createStripeReads } from './stripe-reads.ts'
import { createStripeSales } from './stripe-sales.ts'

/** The version whose fields `stripe-facts.ts` reads; also to be chosen for the endpoints at Stripe. */
export const API_VERSION = '2026-10-28.endive'
/** Seconds that a signature may be old. */
const TOLERANCE = 300
const TIMEOUT_MS = 20_000

export interface StripeSettings {
  secretKey?: string | undefined
  clientId?: string | undefined
  /** One, or two with a comma between while they are changed. */
  webhookSecret?: string | undefined
  connectWebhookSecret?: string | undefined
  baseUrl?: string | undefined
}

const secretsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)

/** Options of a call for an account at Stripe; empty is the platform's own. */
export const on = (account: string, more: { idempotencyKey?: string } = {}) => ({
  ...(account && { stripeAccount: account }),
  ...more,
})

function clientOf({ secretKey, baseUrl }: StripeSettings): Stripe {
  const url = baseUrl ? new URL(baseUrl) : null
  return new Stripe(secretKey ?? 'sk_test_unset', {
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
      maxNetworkRetries: 0,
    }),
  })
}

/** The way to Stripe. `isOn`: there is a key. Nothing is called from within a transaction. */
export function createStripeGateway(settings: StripeSettings) {
  const client = clientOf(settings)
  const secrets = {
    account: secretsOf(settings.webhookSecret),
    connect: secretsOf(settings.connectWebhookSecret),
  }
  /** Every call goes through here. */
  const ask = <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    refuseInTransaction('Calling Stripe')
    return call(client)
  }

  return {
    isOn: Boolean(settings.secretKey),
    /** Whether the key is one for real money. */
    live: /_live_/.test(settings.secretKey ?? ''),
    canAuthorize: Boolean(settings.secretKey && settings.clientId),
    hasSecret: { account: secrets.account.length > 0, connect: secrets.connect.length > 0 },

    /** An event whose signature is right and not older than five minutes, else null. */
    readEvent(endpoint: 'account' | 'connect', body: Buffer, header: string): RawEvent | null {
      const isSigned = secrets[endpoint].some((secret) => {
        try {
          return client.webhooks.signature?.verifyHeader(body, header, secret, TOLERANCE) ?? false
        } catch {
          return false
        }
      })
      if (!isSigned) return null
      try {
        return eventOf(JSON.parse(body.toString('utf8')))
      } catch {
        return null
      }
    },

    ...createStripeConnect(ask, settings),
    ...createStripeReads(ask),
    ...createStripeSales(ask),
  }
}

export type StripeGateway = ReturnType<typeof createStripeGateway>
export type Ask = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>
