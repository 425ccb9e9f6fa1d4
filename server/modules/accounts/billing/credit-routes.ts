import * as api from '#contract/accounts/credits.ts'
import { route } from '#server/platform/http/route.ts'
import type { CreditsService } from './credits-service.ts'
import type { PacksService } from './packs-service.ts'

const creditsText = (amount: number) =>
  `${amount.toLocaleString('en')} ${amount === 1 ? 'credit' : 'credits'}`

/** Funds, credits between accounts, top-up packs and the automatic recharge rule. */
export const creditRoutes = (credits: CreditsService, packs: PacksService) => [
  route(api.walletGrants, async ({ actor }) => ({ data: await credits.ownGrants(actor) })),
  route(api.accountCredits, async ({ actor, params }) => ({ data: await credits.show(actor, params.id) })),
  route(api.giveCredits, async ({ actor, params, body }) => ({
    data: await credits.give(actor, params.id, body),
    message: `${creditsText(body.amount)} given`,
  })),
  route(api.takeBackCredits, async ({ actor, params, body }) => ({
    data: await credits.takeBack(actor, params.id, body),
    message: `${creditsText(body.amount)} taken back`,
  })),
  route(api.checkCredits, async () => ({ data: await credits.check() })),
  route(api.offeredPacks, async ({ actor }) => ({ data: await packs.offered(actor) })),
  route(api.creditPacks, async ({ actor }) => ({ data: await packs.own(actor) })),
  route(api.saveCreditPacks, async ({ actor, body }) => ({
    data: await packs.save(actor, body.packs),
    message: 'Packs saved',
  })),
  route(api.rechargeRule, async ({ actor }) => ({ data: await packs.recharge(actor) })),
  route(api.setRechargeRule, async ({ actor, body }) => ({
    data: await packs.setRecharge(actor, body),
    message: 'Automatic recharge saved',
  })),
]
