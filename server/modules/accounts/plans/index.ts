import * as api from '#contract/accounts/plans.ts'
import { requestPackage, requestUpgrade, salesPage, upgradeOffers } from '#contract/accounts/sales.ts'
import { data, publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { MovesService } from './moves-service.ts'
import type { PlansService } from './plans-service.ts'
import type { SalesService } from './sales-service.ts'

export { createMoves, type MovesService } from './moves-service.ts'
export { findOfferedAddOns } from './offered-add-ons.ts'
export { countCouponUse, lockCoupon } from './offers-store.ts'
export { packagesBeyondSellers } from './packages-beyond-sellers.ts'
export { boundary, periodAt } from './periods.ts'
export { planLimits, requireSeats } from './plan-limits.ts'
export { createPlansService, type PlansService } from './plans-service.ts'
export {
  findPlanOwner,
  findPlanVersion,
  insertPlan,
  type NewPlan,
  type PlanVersionInfoRow,
  type PlanVersionRow,
  publishedVersion,
  publishWithCredits,
  signUpPlansOf,
} from './plans-store.ts'
export { requireSellable } from './require-sellable.ts'
export {
  createSales,
  publicPackage,
  type SalesDeps,
  type SalesService,
  signUpPackage,
} from './sales-service.ts'
export { isModelSupported, type Step, strictestAiLimits, termsAlongTree } from './terms-along-tree.ts'

/** Packages of sellers, their public pages, and moving customers to new versions. */
export const planRoutes = (plans: PlansService, moves: MovesService, sales: SalesService) => [
  route(api.packages, ({ actor, query }) => plans.page(actor, query)),
  route(api.checkPackage, ({ actor, body }) => data(plans.check(actor, body))),
  route(api.showPackage, ({ actor, params }) => data(plans.show(actor, params.id))),
  route(api.createPackage, async ({ actor, body }) => ({
    data: await plans.create(actor, body),
    message: body.publish ? 'Package published' : 'Draft saved',
  })),
  route(api.updatePackage, async ({ actor, params, body }) => ({
    data: await plans.update(actor, params.id, body),
    message: 'Draft saved',
  })),
  route(api.publishPackage, async ({ actor, params }) => ({
    data: await plans.publish(actor, params.id),
    message: 'Package published',
  })),
  route(api.archivePackage, async ({ actor, params, body }) => ({
    data: await plans.archive(actor, params.id, body.archived),
    message: body.archived ? 'Package archived' : 'Package restored',
  })),
  route(api.setPackageOffers, async ({ actor, params, body }) => ({
    data: await plans.setOffers(actor, params.id, body),
    message: 'Coupons and add-ons saved',
  })),
  route(api.setSalesSettings, async ({ actor, params, body }) => ({
    data: await plans.setSales(actor, params.id, body),
    message: 'Sales settings saved',
  })),
  route(api.previewMove, ({ actor, params, query }) => moves.preview(actor, params.id, query)),
  route(api.moveCustomers, async ({ actor, params }) => ({
    data: await moves.move(actor, params.id),
    message: 'Customers will move when their next period starts',
  })),
  route(api.undoMove, async ({ actor, params }) => ({
    data: await moves.undo(actor, params.id, params.moveId),
    message: 'Customers stay on their version',
  })),
  publicRoute(salesPage, ({ host, params }) => data(sales.page(host, params.id))),
  publicRoute(requestPackage, async ({ ip, host, params, body }) => {
    await sales.request({ ip, host }, params.id, body)
    return { success: true as const, message: 'Request sent' }
  }),
  route(upgradeOffers, ({ actor }) => data(sales.upgrade(actor))),
  routeWithLookup(
    requestUpgrade,
    ({ actor }) => sales.limitRequests(actor),
    async ({ actor, body }) => {
      await sales.requestUpgrade(actor, body)
      return { success: true as const, message: 'Request sent' }
    },
  ),
]
