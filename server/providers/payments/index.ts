import type { PayKickstart } from './paykickstart/paykickstart-api.ts'
import type { StripeGateway } from './stripe/create-stripe.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The Stripe client; off without a key. */
    stripe: StripeGateway
    payKickstart: PayKickstart
  }
}

export { isSignedIpn } from './paykickstart/ipn-signature.ts'
export { createPayKickstart, PayKickstartError } from './paykickstart/paykickstart-api.ts'
export { type Ipn, minorOfAmount, readIpn } from './paykickstart/read-ipn.ts'
export { createStripeGateway, type StripeGateway } from './stripe/create-stripe.ts'
export type { StripeSettings } from './stripe/stripe-client.ts'
export type {
  AccountFacts,
  CheckoutFacts,
  CustomerFacts,
  IntentFacts,
  InvoiceFacts,
  MethodFacts,
  RawEvent,
  SubscriptionFacts,
} from './stripe/stripe-facts.ts'
export { isStripeGone, stripeProblem } from './stripe/stripe-problem.ts'
