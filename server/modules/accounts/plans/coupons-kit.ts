import type { Coupon } from '#contract/accounts/plans.ts'
import type { InstallationCoupon } from '#contract/admin/installation-sites.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineKitPart, type KitItem } from '#server/platform/kit-part.ts'
import { type CouponRow, listCoupons, listPlanAddOns } from './offers-store.ts'
import { setPlanOffers } from './plan-offers.ts'
import { listPlansOfOwner } from './plans-store.ts'
import { findSeller } from './sellers.ts'

/** A name may have slashes, a code has none. */
const readKey = (key: string) => {
  const at = key.lastIndexOf('/')
  return { name: key.slice(0, at), code: key.slice(at + 1) }
}

const contentOf = ({ percent, amount_minor, duration, months, max_uses }: CouponRow): InstallationCoupon => ({
  percent,
  amount_minor,
  duration,
  months,
  max_uses,
})

const listPlans = async (ctx: Context, { accountId }: Actor) =>
  listPlansOfOwner(ctx.db, (await findSeller(ctx.db, accountId)).owner)

/** Sets or, with null, removes one coupon; the others keep their uses. */
async function saveCoupon(ctx: Context, actor: Actor, key: string, content: InstallationCoupon | null) {
  const { name, code } = readKey(key)
  const plan = (await listPlans(ctx, actor)).find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (!plan) throw invalidField('code', `There is no package “${name}”`)
  const others = (await listCoupons(ctx.db, plan.id)).filter((row) => row.code !== code)
  const coupons: Coupon[] = others.map((row) => ({ code: row.code, ...contentOf(row) }))
  if (content) coupons.push({ code, ...content })
  const add_ons = (await listPlanAddOns(ctx.db, plan.id)).map(({ plan_id: _plan, ...addOn }) => addOn)
  await setPlanOffers(ctx, actor, plan.id, { coupons, add_ons })
}

/** Coupons of the packages that an account sells, as `Package/CODE`. */
export const couponsKitPart = defineKitPart<InstallationCoupon>({
  name: 'coupons',
  module: 'whitelabel',
  async list(ctx, actor) {
    const found = new Map<string, KitItem<InstallationCoupon>>()
    for (const { id, name } of await listPlans(ctx, actor))
      for (const coupon of await listCoupons(ctx.db, id)) {
        const key = `${name}/${coupon.code}`
        found.set(key, { id: key, content: contentOf(coupon) })
      }
    return found
  },
  create: (ctx, actor, key, content) => saveCoupon(ctx, actor, key, content),
  change: (ctx, actor, _id, content, key) => saveCoupon(ctx, actor, key, content),
  remove: (ctx, actor, _id, key) => saveCoupon(ctx, actor, key, null),
})
