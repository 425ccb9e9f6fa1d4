import { userLimits } from '#contract/accounts/wallet.ts'
import { unreadNotifications } from '#contract/activity/notifications.ts'
import { runs } from '#contract/activity/runs.ts'
import { aiTexts } from '#contract/ai/ai-text.ts'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { listTypes } from '#contract/core/system.ts'
import { checklist } from '#contract/identity/me.ts'
import { start } from '#contract/identity/start.ts'
import { START_QUERIES } from '#contract/identity/start-queries.ts'
import { showProfile } from '#server/modules/identity/profile/index.ts'
import type { Context } from '#server/platform/context.ts'
import { callWithin } from '#server/platform/http/call-within.ts'
import { type Call, data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'

/** What the application shows first. Each part passes the checks of its own call. */
async function showStart(ctx: Context, { actor, host, request }: Call<typeof start>) {
  const ask = async <E extends Endpoint>(endpoint: E, query?: object): Promise<Reply<E> | null> => {
    const { status, body } = await callWithin(request.server, request, endpoint, { query })
    return status === 200 ? (body as Reply<E>) : null
  }
  const [me, types, steps, limits, newest, unread, texts] = await Promise.all([
    data(showProfile(ctx, actor, host)),
    ask(listTypes),
    ask(checklist),
    ask(userLimits),
    ask(runs, START_QUERIES.runs),
    ask(unreadNotifications),
    ask(aiTexts, START_QUERIES.to_review),
  ])
  return {
    data: { me, list_types: types, checklist: steps, limits, runs: newest, unread, to_review: texts },
  }
}

export const startModule = defineModule({
  routes: (ctx: Context) => [route(start, (call) => showStart(ctx, call))],
})
