import * as settings from '#contract/branding/sign-on.ts'
import * as api from '#contract/identity/sign-on.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type RequestFacts, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { beginSignOn } from './begin-sign-on.ts'
import { finishSignOn } from './finish-sign-on.ts'
import { checkSignOn, removeSignOn, saveSignOn, showSignOn } from './sign-on-settings.ts'

const readFrom = ({ ip, host, userAgent, request }: RequestFacts) => ({
  ip,
  host,
  userAgent,
  origin: request.headers.origin ?? null,
})

const signOnRoutes = (ctx: Context) => [
  route(settings.showSignOn, ({ actor, query }) => showSignOn(ctx, actor, query.account_id)),
  routeWithLookup(
    settings.saveSignOn,
    ({ actor, query, body }) => checkSignOn(ctx, actor, query.account_id, body),
    async ({ actor, query, body }) => ({
      data: await saveSignOn(ctx, actor, query.account_id, body),
      message: 'Sign-on saved',
    }),
  ),
  route(settings.removeSignOn, async ({ actor, query }) => {
    await removeSignOn(ctx, actor, query.account_id)
    return { success: true as const, message: 'Sign-on removed' }
  }),
  publicRoute(api.beginSignOn, (facts) => data(beginSignOn(ctx, readFrom(facts)))),
  publicRoute(api.finishSignOn, ({ body, ...facts }) => finishSignOn(ctx, body, readFrom(facts))),
]

export const signOnModule = defineModule({ routes: signOnRoutes })
