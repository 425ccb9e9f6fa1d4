import * as api from '#contract/accounts/credits.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { CreditsService } from './credits-service.ts'
import type { PacksService } from './packs-service.ts'

const creditsText = (amount: number) =>
  `${amount.toLocaleString('en')} ${amount === 1 ? 'credit' : 'credits'}`

/** Funds, credits between accounts, top-up packs and the automatic recharge rule. */
export const creditRoutes = (credits: CreditsService, packs: PacksService) => [
  route(api.walletGrants, ({ actor }) => data(credits.ownGrants(actor))),
  route(api.accountCredits, ({ actor, params }) => data(credits.show(actor, params.id))),
  route(api.giveCredits, async ({ actor, params, body }) => ({
    data: await credits.give(actor, params.id, body),
    message: `${creditsText(body.amount)} given`,
  })),
  route(api.takeBackCredits, async ({ actor, params, body }) => ({
    data: await credits.takeBack(actor, params.id, body),
    message: `${creditsText(body.amount)} taken back`,
  })),
  route(api.checkCredits, () => data(credits.check())),
  route(api.offeredPacks, ({ actor }) => data(packs.offered(actor))),
  route(api.creditPacks, ({ actor }) => data(packs.own(actor))),
  route(api.saveCreditPacks, async ({ actor, body }) => ({
    data: await packs.save(actor, body.packs),
    message: 'Packs saved',
  })),
  route(api.rechargeRule, ({ actor }) => data(packs.recharge(actor))),
  route(api.setRechargeRule, async ({ actor, body }) => ({
    data: await packs.setRecharge(actor, body),
    message: 'Automatic recharge saved',
  })),
]
