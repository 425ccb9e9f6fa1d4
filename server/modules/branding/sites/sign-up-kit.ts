import type { InstallationSignUp } from '#contract/admin/installation-sites.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { signUpSettings } from './signals.ts'
import { updateBrandSettings } from './site-editing.ts'
import { findSiteScope } from './site-scope.ts'

async function findOffers(ctx: Context, actor: Actor) {
  const { account, site } = await findSiteScope(ctx, actor, undefined)
  return signUpSettings.ask(ctx, { owner: account, site })
}

/** Opens registration with a package, which the document may have added just before. */
async function open(ctx: Context, actor: Actor, { package: name }: InstallationSignUp) {
  const { sign_up_plans: plans } = await findOffers(ctx, actor)
  const plan = plans.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!plan)
    throw invalidField(
      'package',
      `There is no free package “${name}” on sale, with which people could register`,
    )
  await updateBrandSettings(ctx, actor, undefined, { sign_up: true, sign_up_plan_id: plan.id })
}

/** Whether people can register on a site. What they get for free is up to the package. */
export const signUpKitPart = defineKitPart<InstallationSignUp>({
  name: 'sign_up',
  module: 'whitelabel',
  async list(ctx, actor) {
    const { sign_up_plan_id: id, sign_up_plans: plans } = await findOffers(ctx, actor)
    const plan = plans.find((one) => one.id === id)
    return new Map(plan ? [['own', { id: 'own', content: { package: plan.name } }]] : [])
  },
  create: (ctx, actor, _name, content) => open(ctx, actor, content),
  change: (ctx, actor, _id, content) => open(ctx, actor, content),
  remove: (ctx, actor) => updateBrandSettings(ctx, actor, undefined, { sign_up: false }),
})
