import * as api from '#contract/accounts/plans.ts'
import * as salesApi from '#contract/accounts/sales.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { movePlanCustomers, previewPlanMove, undoPlanMove } from './plan-moves.ts'
import { setPlanOffers, setPlanSales } from './plan-offers.ts'
import { listPlans } from './plan-views.ts'
import { archivePlan, checkPlanTerms, createPlan, publishPlan, showPlan, updatePlan } from './plans.ts'
import { requestSale, showPublicPackages, showSalesPage } from './sales-page.ts'
import { limitUpgradeRequests, requestUpgrade, showUpgrade } from './upgrades.ts'

/** Packages of sellers, their public pages, and moving customers to new versions. */
export const planRoutes = (ctx: Context): Route[] => [
  route(api.packages, ({ actor, query }) => listPlans(ctx, actor, query)),
  route(api.checkPackage, ({ actor, body }) => data(checkPlanTerms(ctx, actor, body))),
  route(api.showPackage, ({ actor, params }) => data(showPlan(ctx, actor, params.id))),
  route(api.createPackage, async ({ actor, body }) => ({
    data: await createPlan(ctx, actor, body),
    message: body.publish ? 'Package published' : 'Draft saved',
  })),
  route(api.updatePackage, async ({ actor, params, body }) => ({
    data: await updatePlan(ctx, actor, params.id, body),
    message: 'Draft saved',
  })),
  route(api.publishPackage, async ({ actor, params }) => ({
    data: await publishPlan(ctx, actor, params.id),
    message: 'Package published',
  })),
  route(api.archivePackage, async ({ actor, params, body }) => ({
    data: await archivePlan(ctx, actor, params.id, body.archived),
    message: body.archived ? 'Package archived' : 'Package restored',
  })),
  route(api.setPackageOffers, async ({ actor, params, body }) => ({
    data: await setPlanOffers(ctx, actor, params.id, body),
    message: 'Coupons and add-ons saved',
  })),
  route(api.setSalesSettings, async ({ actor, params, body }) => ({
    data: await setPlanSales(ctx, actor, params.id, body),
    message: 'Sales settings saved',
  })),
  route(api.previewMove, ({ actor, params, query }) => previewPlanMove(ctx, actor, params.id, query)),
  route(api.moveCustomers, async ({ actor, params }) => ({
    data: await movePlanCustomers(ctx, actor, params.id),
    message: 'Customers will move when their next period starts',
  })),
  route(api.undoMove, async ({ actor, params }) => ({
    data: await undoPlanMove(ctx, actor, params.id, params.moveId),
    message: 'Customers stay on their version',
  })),
  publicRoute(salesApi.publicPackages, ({ host }) => data(showPublicPackages(ctx, host))),
  publicRoute(salesApi.salesPage, ({ host, params }) => data(showSalesPage(ctx, host, params.id))),
  publicRoute(salesApi.requestPackage, async ({ ip, host, params, body }) => {
    await requestSale(ctx, { ip, host }, params.id, body)
    return { success: true as const, message: 'Request sent' }
  }),
  route(salesApi.upgradeOffers, ({ actor }) => data(showUpgrade(ctx, actor))),
  routeWithLookup(
    salesApi.requestUpgrade,
    ({ actor }) => limitUpgradeRequests(ctx, actor),
    async ({ actor, body }) => {
      await requestUpgrade(ctx, actor, body)
      return { success: true as const, message: 'Request sent' }
    },
  ),
]
