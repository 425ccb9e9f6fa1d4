import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { findChargeableSeller } from './connection-reads.ts'
import type { CheckoutRow, ConnectionRow } from './payments-tables.ts'

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
export async function requireChargeable(ctx: Context, sellerId: number): Promise<ConnectionRow> {
  const connection = await findChargeableSeller(ctx, sellerId)
  if (!connection) throw conflict('This can’t be paid by card here. Ask your provider')
  return connection
}
