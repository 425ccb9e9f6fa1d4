import type { Db } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Problem } from './beyond-seller.ts'
import { priceWith } from './floor-price.ts'
import { type CouponRow, findCoupon, listCoupons, listPlanAddOns } from './offers-store.ts'
import { checkTerms } from './plan-problems.ts'
import { readTerms } from './plan-terms.ts'
import { findPlan, findPlanVersion, type PlanVersionRow } from './plans-store.ts'
import { findSeller, firstMessage, type SellingAccount } from './sellers.ts'

/** What prevents this seller from selling a version now, with all its coupons and add-ons. */
export async function findProblems(
  db: Db,
  seller: SellingAccount,
  version: PlanVersionRow,
): Promise<Problem[]> {
  const [coupons, addOns] = [
    await listCoupons(db, version.plan_id),
    await listPlanAddOns(db, version.plan_id),
  ]
  const left = coupons.filter(({ max_uses, used }) => max_uses === null || used < max_uses)
  return checkTerms(seller, readTerms(version), { coupons: left, addOns }).problems
}

async function findValidCoupon(db: Db, planId: number, code: string | undefined): Promise<CouponRow | null> {
  if (!code) return null
  const coupon = await findCoupon(db, planId, code)
  if (!coupon) throw invalidField('coupon', 'This package has no such coupon')
  if (coupon.max_uses !== null && coupon.used >= coupon.max_uses)
    throw invalidField('coupon', 'This coupon is used up')
  return coupon
}

/**
 * A version at the moment of a sale: published, not archived, with modules the seller still has and a price not
 * below the floor after the coupon.
 * @returns the version, the coupon, and the price of a period in minor units with it.
 * @throws AppError not_found for others' versions, conflict with the reason in words, validation_failed for the
 *   coupon.
 */
export async function requireSellable(
  db: Db,
  sale: { planVersionId: number; sellerAccountId: number; couponCode?: string },
): Promise<{ version: PlanVersionRow; coupon: CouponRow | null; priceMinor: number }> {
  const seller = await findSeller(db, sale.sellerAccountId)
  const version = await findPlanVersion(db, sale.planVersionId)
  const plan = version && (await findPlan(db, seller.owner, version.plan_id))
  if (!version || !plan) throw notFound('The package')
  if (plan.archived_at || version.state !== 'published')
    throw conflict(`${plan.name} is not for sale in this version. Choose the published one`)
  const coupon = await findValidCoupon(db, plan.id, sale.couponCode)
  const offers = { coupons: coupon ? [coupon] : [], addOns: await listPlanAddOns(db, plan.id) }
  const problem = firstMessage(checkTerms(seller, readTerms(version), offers).problems)
  if (problem) throw conflict(`${plan.name} can’t be sold: ${problem}`)
  const { price_minor, currency } = version
  const priceMinor = coupon && currency ? Number(priceWith(price_minor, coupon)) : price_minor
  return { version, coupon, priceMinor }
}
