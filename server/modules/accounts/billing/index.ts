import { alertThreshold, poolUsed, walletMoved } from '#server/modules/accounts/wallet/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { findCreditAlert, notifyBelowAlert } from './billing.ts'
import { billingRoutes } from './billing-routes.ts'
import { creditRoutes } from './credit-routes.ts'
import { notifyWhenPoolLow } from './customer-credits.ts'
import { transactionsFile } from './transactions-file.ts'

export { sellablePacks } from './packs.ts'
export { findPack, findRecharge, findRechargesDue, listPacks } from './packs-store.ts'
export { accountPortal, packCheckoutUrl } from './signals.ts'

export const billingModule = defineModule({
  routes: (ctx) => [...billingRoutes(ctx), ...creditRoutes(ctx)],
  downloaders: (ctx) => [transactionsFile.downloader(ctx)],
  on: [
    walletMoved.on(notifyBelowAlert),
    poolUsed.on(notifyWhenPoolLow),
    alertThreshold.answer(async (ctx, { accountId }) => (await findCreditAlert(ctx, accountId)).threshold),
  ],
})
