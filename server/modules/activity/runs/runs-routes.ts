import * as api from '#contract/activity/runs.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { countedSlots } from './counted-slots.ts'
import { liveEvents } from './live-events.ts'
import type { RunsService } from './runs-service.ts'

/** Streams that one user may have open per process: many tabs, but not unlimited. */
const MAX_STREAMS = 30

export const runRoutes = (runs: RunsService, bus: LiveBus, streams = countedSlots(MAX_STREAMS)) => [
  route(api.runs, ({ actor, query }) => runs.page(actor, query)),
  route(api.run, ({ actor, params }) => data(runs.show(actor, params.id))),
  route(api.cancelRun, ({ actor, params }) => data(runs.cancel(actor, params.id))),
  route(api.liveEvents, async ({ actor, signal }) => {
    const leave = streams.enter(actor.userId)
    signal.addEventListener('abort', leave, { once: true })
    return liveEvents(actor, { bus, runs }, signal)
  }),
]
