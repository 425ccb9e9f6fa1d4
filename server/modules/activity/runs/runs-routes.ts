import * as api from '#contract/activity/runs.ts'
import type { Context } from '#server/platform/context.ts'
import { countedSlots } from '#server/platform/http/counted-slots.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { cancelRun } from './cancel-runs.ts'
import { liveEvents } from './live-events.ts'
import { listRuns, showRun } from './runs.ts'

/** Streams that one user may have open per process: many tabs, but not unlimited. */
const MAX_STREAMS = 30

export function runRoutes(ctx: Context): Route[] {
  const streams = countedSlots(MAX_STREAMS)
  return [
    route(api.runs, ({ actor, query }) => listRuns(ctx, actor, query)),
    route(api.run, ({ actor, params }) => data(showRun(ctx, actor, params.id))),
    route(api.cancelRun, ({ actor, params }) => data(cancelRun(ctx, actor, params.id))),
    route(api.liveEvents, async ({ actor, signal }) => {
      const leave = streams.enter(actor.userId)
      signal.addEventListener('abort', leave, { once: true })
      return liveEvents(ctx, actor, signal)
    }),
  ]
}
