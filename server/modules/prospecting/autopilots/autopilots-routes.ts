import {
  autopilotRuns,
  autopilots,
  changeAutopilot,
  createAutopilot,
  deleteAutopilot,
  duplicateAutopilot,
  nextAutopilotRuns,
  pauseAutopilot,
  restoreAutopilot,
  resumeAutopilot,
  runAutopilot,
  showAutopilot,
  tryAutopilot,
} from '#contract/prospecting/autopilots.ts'
import { route, routeWithLookup } from '#server/platform/http/route.ts'
import type { AutopilotsService } from './autopilots-service.ts'
import type { DryRun } from './dry-run.ts'

export const autopilotRoutes = (service: AutopilotsService, dryRun: DryRun) => [
  route(autopilots, ({ actor, query }) => service.page(actor, query)),
  route(nextAutopilotRuns, async ({ actor, body }) => ({ data: await service.next(actor, body) })),
  route(tryAutopilot, async ({ actor, body, signal }) => ({ data: await dryRun(actor, body, signal) })),
  route(showAutopilot, async ({ actor, params }) => ({ data: await service.show(actor, params.id) })),
  route(autopilotRuns, ({ actor, params, query }) => service.runs(actor, params.id, query)),
  route(createAutopilot, async ({ actor, body: { list_id, ...input } }) => ({
    data: await service.create(actor, list_id, input),
    message: 'Autopilot created',
  })),
  route(changeAutopilot, async ({ actor, params, body }) => ({
    data: await service.change(actor, params.id, body),
    message: 'Autopilot saved',
  })),
  routeWithLookup(
    runAutopilot,
    ({ actor, params, signal }) => service.requestNow(actor, params.id, signal),
    async (_, lookedUp) => ({ data: await service.runNow(lookedUp), message: 'Autopilot started' }),
  ),
  route(pauseAutopilot, async ({ actor, params }) => ({
    data: await service.pause(actor, params.id),
    message: 'Autopilot paused',
  })),
  route(resumeAutopilot, async ({ actor, params }) => ({
    data: await service.resume(actor, params.id),
    message: 'Autopilot resumed',
  })),
  route(duplicateAutopilot, async ({ actor, params }) => ({
    data: await service.duplicate(actor, params.id),
    message: 'Autopilot duplicated; the copy is paused',
  })),
  route(deleteAutopilot, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const, message: 'Autopilot deleted' }
  }),
  route(restoreAutopilot, async ({ actor, params }) => ({
    data: await service.restore(actor, params.id),
    message: 'Autopilot restored',
  })),
]
