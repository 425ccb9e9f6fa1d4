import type Stripe from 'stripe'
import { onFirstUse } from '#server/platform/first-use.ts'

/** The API version that `stripe-facts.ts` reads; webhook endpoints at Stripe must use it too. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 20_000

export interface StripeSettings {
  secretKey?: string
  clientId?: string
  /** One, or two separated by a comma while rotating. */
  webhookSecret?: string
  connectWebhookSecret?: string
  baseUrl?: string
}

export const stripeSdk = onFirstUse<typeof Stripe>('stripe')

export type WithStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Options of a call for a Stripe account; empty is the platform's own. */
export const on = (account: string, more: { idempotencyKey?: string } = {}) => ({
  ...(account && { stripeAccount: account }),
  ...more,
})

/** A client with a pinned API version. Only the operator can set a base URL other than Stripe's. */
export function makeClient({ secretKey, baseUrl }: StripeSettings): Stripe {
  const url = baseUrl ? new URL(baseUrl) : null
  return new (stripeSdk())(secretKey ?? 'sk_test_unset', {
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
