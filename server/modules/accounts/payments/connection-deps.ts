import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import type { AccountFacts, StripeGateway } from '#server/providers/payments/index.ts'
import type { ConnectionRow } from './payments-tables.ts'

export interface ConnectionsDeps {
  db: Db
  clock: Clock
  log: Log
  stripe: StripeGateway
  paid: PaidSubscriptions
  /** URL of the brand that an account's people use, without a trailing slash. */
  originOf(accountId: number): Promise<string>
  /** Reads what a connected account missed. */
  catchUp(connection: ConnectionRow): Promise<unknown>
}

/** An account at Stripe as it is stored. */
export const factsOf = (facts: AccountFacts, now: Date) => ({
  name: facts.name,
  charges_enabled: facts.chargesEnabled,
  payouts_enabled: facts.payoutsEnabled,
  requirements: facts.requirements,
  country: facts.country,
  currency: facts.currency,
  checked_at: now,
})
