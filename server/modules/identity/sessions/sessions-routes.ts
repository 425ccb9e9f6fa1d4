import * as api from '#contract/identity/sessions.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { SessionsService } from './sessions-service.ts'

const endedMessage = (count: number): string =>
  count === 0
    ? 'You’re not signed in anywhere else'
    : `Signed out of ${count} other ${count === 1 ? 'session' : 'sessions'}`

export const sessionRoutes = (sessions: SessionsService) => [
  route(api.sessions, ({ actor }) => data(sessions.list(actor))),
  route(api.revokeSession, async ({ actor, params }) => {
    await sessions.revoke(actor, params.id)
    return { success: true as const, message: 'Session ended' }
  }),
  route(api.revokeOtherSessions, async ({ actor }) => {
    const count = await sessions.revokeOthers(actor)
    return { success: true as const, count, message: endedMessage(count) }
  }),
  route(api.apiKeys, ({ actor }) => data(sessions.apiKeys.list(actor))),
  route(api.createApiKey, ({ actor, body }) => data(sessions.apiKeys.create(actor, body))),
  route(api.revokeApiKey, async ({ actor, params }) => {
    await sessions.apiKeys.revoke(actor, params.id)
    return { success: true as const, message: 'The API key no longer works' }
  }),
]
