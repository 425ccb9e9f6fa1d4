import type { AddOn, Coupon } from '#contract/accounts/plans.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Problem } from './beyond-seller.ts'
import { changePlan } from './change-plan.ts'
import { replaceOffers } from './offers-store.ts'
import { checkTerms } from './plan-problems.ts'
import { readTerms } from './plan-terms.ts'
import { findDraft, findSold, refuse } from './plan-views.ts'
import { updatePlan } from './plans-store.ts'

function couponProblems(coupons: readonly Coupon[]): Problem[] {
  const codes = coupons.map(({ code }) => code)
  return coupons.flatMap(({ code, percent, amount_minor, duration, months }, at) => {
    const wrong = (message: string) => [{ field: `coupons.${at}.code`, message: `${code}: ${message}` }]
    if (codes.indexOf(code) !== at) return wrong('this code is listed twice')
    if ((percent === null) === (amount_minor === null)) return wrong('give a percentage or an amount')
    if ((duration === 'months') !== (months !== null)) return wrong('give the number of months')
    return []
  })
}

// Coupons, add-ons and the public page of a package.

/** @throws AppError not_found, validation_failed where a coupon or add-on is below the floor. */
export const setPlanOffers = (
  ctx: Context,
  actor: Actor,
  id: number,
  offers: { coupons: Coupon[]; add_ons: AddOn[] },
) =>
  changePlan(ctx, actor, id, async ({ seller, versions }) => {
    const { coupons, add_ons: addOns } = offers
    refuse(couponProblems(coupons))
    const version = findSold(versions) ?? findDraft(versions)
    const found = version ? checkTerms(seller, readTerms(version), { coupons, addOns }).problems : []
    refuse(found.filter(({ field }) => field === 'coupons' || field === 'add_ons'))
    await replaceOffers(ctx.db, id, offers)
    return { coupons: coupons.length, add_ons: addOns.length }
  })

/** @throws AppError not_found, conflict for a package that is not sold. */
export const setPlanSales = (
  ctx: Context,
  actor: Actor,
  id: number,
  sales: {
    is_public?: boolean
    description?: string
    terms?: string
    after_sale_url?: string | null
  },
) =>
  changePlan(ctx, actor, id, async ({ plan, versions }) => {
    if (sales.is_public && (plan.archived_at || !findSold(versions)))
      throw conflict('Publish the package before you turn its page on')
    const set = Object.fromEntries(Object.entries(sales).filter(([, value]) => value !== undefined))
    if (Object.keys(set).length > 0) await updatePlan(ctx.db, id, set)
    return { is_public: sales.is_public ?? plan.is_public }
  })
