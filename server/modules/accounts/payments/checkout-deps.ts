import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
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
  /** The account that owns a host's site; null for the installation's own. */
  siteAccountOf(host: string): Promise<number | null>
  originOf(accountId: number): Promise<string>
  originOfHost(host: string): Promise<string>
  packOf(
    sellerId: number,
    packId: number,
  ): Promise<{ id: number; name: string; credits: number; price: number; currency: string } | undefined>
  sellerOf(accountId: number): Promise<number | null>
}

/** The item to be paid. */
export interface Wanted {
  sellerId: number
  customerId: number | null
  email: string | null
  couponCode: string | undefined
  addOns: readonly string[]
  origin: string
  /** The return URL for a buyer without an account. */
  backTo: string
}
/** The parameters of a Stripe session. */
export interface Session {
  connection: ConnectionRow
  row: Omit<
    CheckoutRow,
    'id' | 'external_id' | 'state' | 'created_at' | 'check_at' | 'account_id' | 'vendor' | 'vendor_account'
  >
  prices: string[]
  coupon: string | null
  trialDays: number
  email: string | null
  origin: string
  backTo: string
}

/** The seller's account for charges. @throws AppError conflict where there is none. */
export async function requireChargeable(
  { connections }: Pick<CheckoutDeps, 'connections'>,
  sellerId: number,
): Promise<ConnectionRow> {
  const connection = await connections.chargeable(sellerId)
  if (!connection) throw conflict('This can’t be paid by card here. Ask your provider')
  return connection
}
