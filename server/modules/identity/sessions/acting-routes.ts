import * as api from '#contract/identity/log-in-as.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { ActingService } from './acting-service.ts'

export const actingRoutes = (acting: ActingService) => [
  route(api.peopleToActAs, ({ actor, query }) => data(acting.people(actor, query))),
  route(api.startActing, ({ actor, body, ip, userAgent }) =>
    data(acting.start(actor, body, { ip, userAgent })),
  ),
  route(api.setActingMode, async ({ actor, body }) => {
    await acting.setMode(actor, body.mode)
    const message = body.mode === 'write' ? 'You can make changes now' : 'Changes are off again'
    return { success: true as const, message }
  }),
  route(api.endActing, async ({ actor }) => {
    await acting.end(actor)
    return { success: true as const, message: 'You’re back in your own account' }
  }),
  route(api.actingVisits, ({ actor }) => data(acting.visits(actor))),
  route(api.allowActing, async ({ actor, body }) => {
    await acting.allow(actor, body.allowed)
    const message = body.allowed ? 'Others can log in as you again' : 'Nobody can log in as you'
    return { success: true as const, message }
  }),
]
