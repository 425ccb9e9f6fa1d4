import { defineModule } from '#server/platform/module.ts'
import { couponsKitPart } from './coupons-kit.ts'
import { packagesKitPart } from './packages-kit.ts'
import { planRoutes } from './plan-routes.ts'
import { packageStep } from './setup-step.ts'

export { findShortfall, findUndeliverable, requireDeliverable } from './deliverable.ts'
export { findOfferedAddOns } from './offered-add-ons.ts'
export { countCouponUse, lockCoupon } from './offers-store.ts'
export { packProblem } from './pack-floor.ts'
export { packagesBeyondSellers } from './packages-beyond-sellers.ts'
export { boundary, periodAt } from './periods.ts'
export { findAuditLimit, findCallLimit, planLimits, requireSeats } from './plan-limits.ts'
export {
  findPlan,
  findPlanOfVersion,
  findPlanOwner,
  findPlanVersion,
  forgetKit,
  insertPlan,
  listPlansOfKit,
  listSignUpPlans,
  type NewPlan,
  type PlanVersionInfoRow,
  type PlanVersionRow,
  publishedVersion,
  publishWithCredits,
} from './plans-store.ts'
export { requireSellable } from './require-sellable.ts'
export { findPublicPackage, getSignUpPackage } from './sales-page.ts'
export { findSeller } from './sellers.ts'
export { checkoutOffer, creditsToSell, dropMove, hasKit, planMove } from './signals.ts'
export { isModelSupported, type Step, strictestAiLimits, termsAlongTree } from './terms-along-tree.ts'

export const plansModule = defineModule({
  routes: planRoutes,
  setupSteps: [packageStep],
  kitParts: [packagesKitPart, couponsKitPart],
})
