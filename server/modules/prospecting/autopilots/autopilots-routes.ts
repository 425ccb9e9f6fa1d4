import * as api from '#contract/prospecting/autopilots.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { AutopilotsService } from './autopilots-service.ts'
import type { DryRun } from './dry-run.ts'

export const autopilotRoutes = (service: AutopilotsService, dryRun: DryRun) => [
  route(api.autopilots, ({ actor, query }) => service.page(actor, query)),
  route(api.nextAutopilotRuns, ({ actor, body }) => data(service.next(actor, body))),
  route(api.tryAutopilot, ({ actor, body, signal }) => data(dryRun(actor, body, signal))),
  route(api.showAutopilot, ({ actor, params }) => data(service.show(actor, params.id))),
  route(api.autopilotRuns, ({ actor, params, query }) => service.runs(actor, params.id, query)),
  route(api.createAutopilot, async ({ actor, body: { list_id, ...input } }) => ({
    data: await service.create(actor, list_id, input),
    message: 'Autopilot created',
  })),
  route(api.changeAutopilot, async ({ actor, params, body }) => ({
    data: await service.change(actor, params.id, body),
    message: 'Autopilot saved',
  })),
  routeWithLookup(
    api.runAutopilot,
    ({ actor, params, signal }) => service.requestNow(actor, params.id, signal),
    async (_, lookedUp) => ({ data: await service.runNow(lookedUp), message: 'Autopilot started' }),
  ),
  route(api.pauseAutopilot, async ({ actor, params }) => ({
    data: await service.pause(actor, params.id),
    message: 'Autopilot paused',
  })),
  route(api.resumeAutopilot, async ({ actor, params }) => ({
    data: await service.resume(actor, params.id),
    message: 'Autopilot resumed',
  })),
  route(api.duplicateAutopilot, async ({ actor, params }) => ({
    data: await service.duplicate(actor, params.id),
    message: 'Autopilot duplicated; the copy is paused',
  })),
  route(api.deleteAutopilot, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const, message: 'Autopilot deleted' }
  }),
  route(api.restoreAutopilot, async ({ actor, params }) => ({
    data: await service.restore(actor, params.id),
    message: 'Autopilot restored',
  })),
]
