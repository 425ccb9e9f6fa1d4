import * as api from '#contract/identity/log-in-as.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { allowVisits, endActing, listPeopleToActAs, listVisits, setActingMode } from './acting.ts'
import { startActing } from './start-acting.ts'

export const actingRoutes = (ctx: Context) => [
  route(api.peopleToActAs, ({ actor, query }) => data(listPeopleToActAs(ctx, actor, query))),
  route(api.startActing, ({ actor, body, ip, userAgent }) =>
    data(startActing(ctx, actor, body, { ip, userAgent })),
  ),
  route(api.setActingMode, async ({ actor, body }) => {
    await setActingMode(ctx, actor, body.mode)
    const message = body.mode === 'write' ? 'You can make changes now' : 'Changes are off again'
    return { success: true as const, message }
  }),
  route(api.endActing, async ({ actor }) => {
    await endActing(ctx, actor)
    return { success: true as const, message: 'You’re back in your own account' }
  }),
  route(api.actingVisits, ({ actor }) => data(listVisits(ctx, actor))),
  route(api.allowActing, async ({ actor, body }) => {
    await allowVisits(ctx, actor, body.allowed)
    const message = body.allowed ? 'Others can log in as you again' : 'Nobody can log in as you'
    return { success: true as const, message }
  }),
]
