import {
  cancelRun,
  liveEvents as liveEventsEndpoint,
  run,
  runs as runsEndpoint,
} from '#contract/activity/runs.ts'
import { route } from '#server/platform/http/route.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { countedSlots } from './counted-slots.ts'
import { liveEvents } from './live-events.ts'
import type { RunsService } from './runs-service.ts'

/** Streams that one user may have open per process: many tabs, but not unlimited. */
const MAX_STREAMS = 30

export const runRoutes = (runs: RunsService, bus: LiveBus, streams = countedSlots(MAX_STREAMS)) => [
  route(runsEndpoint, ({ actor, query }) => runs.page(actor, query)),
  route(run, async ({ actor, params }) => ({ data: await runs.show(actor, params.id) })),
  route(cancelRun, async ({ actor, params }) => ({ data: await runs.cancel(actor, params.id) })),
  route(liveEventsEndpoint, async ({ actor, signal }) => {
    const leave = streams.enter(actor.userId)
    signal.addEventListener('abort', leave, { once: true })
    return liveEvents(actor, { bus, runs }, signal)
  }),
]
