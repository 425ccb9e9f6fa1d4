import * as api from '#contract/identity/log-in-as.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import type { ActingService } from './acting-service.ts'

export const actingRoutes = (acting: ActingService) => [
  route(api.peopleToActAs, async ({ actor, query }) => ({ data: await acting.people(actor, query) })),
  route(api.startActing, async ({ actor, body, ip, userAgent }) => ({
    data: await acting.start(actor, body, { ip, userAgent }),
  })),
  route(api.setActingMode, async ({ actor, body }) => {
    await acting.setMode(actor, body.mode)
    const message = body.mode === 'write' ? 'You can make changes now' : 'Changes are off again'
    return { success: true as const, message }
  }),
  publicRoute(api.endActing, async ({ body }) => ({ data: await acting.end(body.token) })),
  route(api.actingVisits, async ({ actor }) => ({ data: await acting.visits(actor) })),
  route(api.allowActing, async ({ actor, body }) => {
    await acting.allow(actor, body.allowed)
    const message = body.allowed ? 'Others can log in as you again' : 'Nobody can log in as you'
    return { success: true as const, message }
  }),
]
