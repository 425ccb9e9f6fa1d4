import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StripeGateway } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import type { CheckoutRow, ConnectionRow } from './payments-tables.ts'
import type { Prices } from './prices.ts'

export interface CheckoutDeps {
  db: Db
  clock: Clock
  stripe: StripeGateway
  connections: Pick<Connections, 'chargeable' | 'feePercent'>
  prices: Prices
  paid: Pick<PaidSubscriptions, 'current'>
  /** The account that a host's site belongs to; null for the installation's own. */
  siteAccountOf(host: string): Promise<number | null>
  originOf(accountId: number): Promise<string>
  originOfHost(host: string): Promise<string>
  packOf(
    sellerId: number,
    packId: number,
  ): Promise<{ id: number; name: string; credits: number; price: number; currency: string } | undefined>
  sellerOf(accountId: number): Promise<number | null>
}

/** What someone wants to pay for. */
export interface Wanted {
  sellerId: number
  customerId: number | null
  email: string | null
  couponCode: string | undefined
  addOns: readonly string[]
  origin: string
  /** Where a buyer without an account returns to. */
  backTo: string
}
/** What a session at Stripe is opened with. */
export interface Session {
  connection: ConnectionRow
  row: Omit<
    CheckoutRow,
    'id' | 'external_id' | 'state' | 'created_at' | 'account_id' | 'vendor' | 'vendor_account'
  >
  prices: string[]
  coupon: string | null
  trialDays: number
  email: string | null
  origin: string
  backTo: string
}

/** The account that a seller can charge on. @throws AppError conflict where there is none. */
export async function requireChargeable(
  { connections }: Pick<CheckoutDeps, 'connections'>,
  sellerId: number,
): Promise<ConnectionRow> {
  const connection = await connections.chargeable(sellerId)
  if (!connection) throw new AppError('conflict', 'This can’t be paid by card here. Ask your provider')
  return connection
}
