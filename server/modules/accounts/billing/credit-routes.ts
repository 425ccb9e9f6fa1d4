import * as api from '#contract/accounts/credits.ts'
import { counted } from '#contract/core/plural.ts'
import { checkWalletBooks } from '#server/modules/accounts/wallet/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import {
  giveCreditsToCustomer,
  listOwnGrants,
  showCustomerCredits,
  takeCreditsFromCustomer,
} from './customer-credits.ts'
import { listOfferedPacks, listOwnPacks, savePacks, setRecharge, showRecharge } from './packs.ts'

const creditsText = (amount: number) => counted(amount, 'credit')

/** Funds, credits between accounts, top-up packs and the automatic recharge rule. */
export const creditRoutes = (ctx: Context): Route[] => [
  route(api.walletGrants, ({ actor }) => data(listOwnGrants(ctx, actor))),
  route(api.accountCredits, ({ actor, params }) => data(showCustomerCredits(ctx, actor, params.id))),
  route(api.giveCredits, async ({ actor, params, body }) => ({
    data: await giveCreditsToCustomer(ctx, actor, params.id, body),
    message: `${creditsText(body.amount)} given`,
  })),
  route(api.takeBackCredits, async ({ actor, params, body }) => ({
    data: await takeCreditsFromCustomer(ctx, actor, params.id, body),
    message: `${creditsText(body.amount)} taken back`,
  })),
  route(api.checkCredits, () => data(checkWalletBooks(ctx))),
  route(api.offeredPacks, ({ actor }) => data(listOfferedPacks(ctx, actor))),
  route(api.creditPacks, ({ actor }) => data(listOwnPacks(ctx, actor))),
  route(api.saveCreditPacks, async ({ actor, body }) => ({
    data: await savePacks(ctx, actor, body.packs),
    message: 'Packs saved',
  })),
  route(api.rechargeRule, ({ actor }) => data(showRecharge(ctx, actor))),
  route(api.setRechargeRule, async ({ actor, body }) => ({
    data: await setRecharge(ctx, actor, body),
    message: 'Automatic recharge saved',
  })),
]
