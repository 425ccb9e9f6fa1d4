import { creditsPosted } from '#server/modules/accounts/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { defineModule } from '#server/platform/module.ts'
import { marginFile } from './margin-file.ts'
import { marginRoutes } from './margin-routes.ts'
import { insertEntries, insertFee } from './margin-store.ts'

/** Books a vendor's fee as a cost of the seller. Joins the current transaction. */
export const postPaymentFee = async (
  db: Db,
  fee: { accountId: number; sellerId: number; minor: number; currency: string },
): Promise<void> => {
  await insertFee(db, fee)
}

export const marginModule = defineModule({
  routes: marginRoutes,
  downloaders: (ctx) => [marginFile.downloader(ctx)],
  // Earnings on credits are booked in the transaction that spends or refunds them.
  on: [creditsPosted.on((ctx, posting) => insertEntries(ctx.db, posting))],
})
