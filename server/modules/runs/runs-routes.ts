import { cancelRun, liveEvents as liveEventsEndpoint, run, runs as runsEndpoint } from '#contract/runs.ts'
import { route } from '#server/platform/http/route.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import { liveEvents } from './live-events.ts'
import type { RunsService } from './runs-service.ts'

export const runRoutes = (runs: RunsService, bus: LiveBus) => [
  route(runsEndpoint, ({ actor, query }) => runs.page(actor, query)),
  route(run, async ({ actor, params }) => ({ data: await runs.show(actor, params.id) })),
  route(cancelRun, async ({ actor, params }) => ({ data: await runs.cancel(actor, params.id) })),
  route(liveEventsEndpoint, async ({ actor, signal }) => liveEvents(actor, { bus, runs }, signal)),
]
