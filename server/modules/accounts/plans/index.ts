import {
  archivePackage,
  checkPackage,
  createPackage,
  moveCustomers,
  packages,
  previewMove,
  publishPackage,
  setPackageOffers,
  setSalesSettings,
  showPackage,
  undoMove,
  updatePackage,
} from '#contract/accounts/plans.ts'
import { requestPackage, requestUpgrade, salesPage, upgradeOffers } from '#contract/accounts/sales.ts'
import { publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { MovesService } from './moves-service.ts'
import type { PlansService } from './plans-service.ts'
import type { SalesService } from './sales-service.ts'

export { createMoves, type MovesService } from './moves-service.ts'
export { findOfferedAddOns } from './offered-add-ons.ts'
export { countCouponUse } from './offers-store.ts'
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

/** Packages of sellers, their public pages, and moving customers to new versions. */
export const planRoutes = (plans: PlansService, moves: MovesService, sales: SalesService) => [
  route(packages, ({ actor, query }) => plans.page(actor, query)),
  route(checkPackage, async ({ actor, body }) => ({ data: await plans.check(actor, body) })),
  route(showPackage, async ({ actor, params }) => ({ data: await plans.show(actor, params.id) })),
  route(createPackage, async ({ actor, body }) => ({
    data: await plans.create(actor, body),
    message: body.publish ? 'Package published' : 'Draft saved',
  })),
  route(updatePackage, async ({ actor, params, body }) => ({
    data: await plans.update(actor, params.id, body),
    message: 'Draft saved',
  })),
  route(publishPackage, async ({ actor, params }) => ({
    data: await plans.publish(actor, params.id),
    message: 'Package published',
  })),
  route(archivePackage, async ({ actor, params, body }) => ({
    data: await plans.archive(actor, params.id, body.archived),
    message: body.archived ? 'Package archived' : 'Package restored',
  })),
  route(setPackageOffers, async ({ actor, params, body }) => ({
    data: await plans.setOffers(actor, params.id, body),
    message: 'Coupons and add-ons saved',
  })),
  route(setSalesSettings, async ({ actor, params, body }) => ({
    data: await plans.setSales(actor, params.id, body),
    message: 'Sales settings saved',
  })),
  route(previewMove, ({ actor, params, query }) => moves.preview(actor, params.id, query)),
  route(moveCustomers, async ({ actor, params }) => ({
    data: await moves.move(actor, params.id),
    message: 'Customers will move when their next period starts',
  })),
  route(undoMove, async ({ actor, params }) => ({
    data: await moves.undo(actor, params.id, params.moveId),
    message: 'Customers stay on their version',
  })),
  publicRoute(salesPage, async ({ host, params }) => ({ data: await sales.page(host, params.id) })),
  publicRoute(requestPackage, async ({ ip, host, params, body }) => {
    await sales.request({ ip, host }, params.id, body)
    return { success: true as const, message: 'Request sent' }
  }),
  route(upgradeOffers, async ({ actor }) => ({ data: await sales.upgrade(actor) })),
  routeWithLookup(
    requestUpgrade,
    ({ actor }) => sales.limitRequests(actor),
    async ({ actor, body }) => {
      await sales.requestUpgrade(actor, body)
      return { success: true as const, message: 'Request sent' }
    },
  ),
]
