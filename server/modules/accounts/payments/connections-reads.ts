import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

/** Whether an account is connected at a vendor and can take payments there. */
export const sellsOn = async (db: Db, accountId: number, vendor: PaymentVendor): Promise<boolean> =>
  (await findRow(
    db,
    'payment_connection',
    { account_id: accountId, vendor, state: 'connected', charges_enabled: true },
    ['account_id'],
  )) !== undefined
