import { sellsOn } from '#server/modules/accounts/payments/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { campaignsOf } from './settings-store.ts'

/** Whether an account has connected a payment vendor. */
export const acceptsPayments = async (db: Db, accountId: number): Promise<boolean> =>
  (await campaignsOf(db, accountId)).length > 0 || (await sellsOn(db, accountId, 'stripe'))
