import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/identity/sessions.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { checkKeyMaker, createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts'

const endedMessage = (count: number): string =>
  count === 0 ? 'You’re not signed in anywhere else' : `Signed out of ${counted(count, 'other session')}`

export const sessionRoutes = (ctx: Context) => [
  route(api.sessions, ({ actor }) => data(listSessions(ctx, actor))),
  route(api.revokeSession, async ({ actor, params }) => {
    await revokeSession(ctx, actor, params.id)
    return { success: true as const, message: 'Session ended' }
  }),
  route(api.revokeOtherSessions, async ({ actor }) => {
    const count = await revokeOtherSessions(ctx, actor)
    return { success: true as const, count, message: endedMessage(count) }
  }),
  route(api.apiKeys, ({ actor }) => data(listApiKeys(ctx, actor))),
  routeWithLookup(
    api.createApiKey,
    ({ actor, body }) => checkKeyMaker(ctx, actor, body),
    ({ actor, body }) => data(createApiKey(ctx, actor, body)),
  ),
  route(api.revokeApiKey, async ({ actor, params }) => {
    const isApp = await revokeApiKey(ctx, actor, params.id)
    const message = isApp ? 'The app is disconnected' : 'The API key no longer works'
    return { success: true as const, message }
  }),
]
