import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Whether an account is connected at a vendor and can take payments there. */
export const sellsOn = async (db: Db, accountId: number, vendor: PaymentVendor): Promise<boolean> =>
  (await db
    .selectFrom('payment_connection')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('vendor', '=', vendor)
    .where('state', '=', 'connected')
    .where('charges_enabled', '=', true)
    .executeTakeFirst()) !== undefined
