import * as api from '#contract/identity/connected-apps.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { approveAppRequest, checkAppRequest, checkApproval } from './app-request.ts'
import { removeUnusedClients } from './connected-apps-store.ts'
import { addOauthEndpoints } from './oauth-endpoints.ts'

export { makeChallenge } from './metadata.ts'

const appRoutes = (ctx: Context) => [
  route(api.checkAppRequest, ({ actor, body, request }) =>
    data(checkAppRequest(ctx, actor, request, body.request)),
  ),
  routeWithLookup(
    api.approveAppRequest,
    ({ actor, body, request }) => checkApproval(ctx, actor, request, body),
    async ({ actor, body, request }, asked) => ({
      data: { redirect_to: await approveAppRequest(ctx, actor, request, asked, body) },
    }),
  ),
]

export const connectedAppsModule = defineModule({
  routes: appRoutes,
  publicPages: addOauthEndpoints,
  housekeeping: (ctx) => ({ 'unused apps': () => removeUnusedClients(ctx.db) }),
})
