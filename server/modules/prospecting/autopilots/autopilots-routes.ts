import * as api from '#contract/prospecting/autopilots.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { showNextSlots } from './check-autopilot.ts'
import { dryRunAutopilot } from './dry-run.ts'
import { requestAutopilotRun, runAutopilotNow } from './manual-runs.ts'
import { changeAutopilot, createAutopilot } from './save-autopilots.ts'
import { listAutopilotRuns, listAutopilots, showAutopilot } from './show-autopilots.ts'
import {
  duplicateAutopilot,
  pauseAutopilot,
  removeAutopilot,
  restoreAutopilot,
  resumeAutopilot,
} from './switch-autopilots.ts'

export const autopilotRoutes = (ctx: Context) => [
  route(api.autopilots, ({ actor, query }) => listAutopilots(ctx, actor, query)),
  route(api.nextAutopilotRuns, ({ actor, body }) => data(showNextSlots(ctx, actor, body))),
  route(api.tryAutopilot, ({ actor, body, signal }) => data(dryRunAutopilot(ctx, actor, body, signal))),
  route(api.showAutopilot, ({ actor, params }) => data(showAutopilot(ctx, actor, params.id))),
  route(api.autopilotRuns, ({ actor, params, query }) => listAutopilotRuns(ctx, actor, params.id, query)),
  route(api.createAutopilot, async ({ actor, body: { list_id, ...input } }) => ({
    data: await createAutopilot(ctx, actor, list_id, input),
    message: 'Autopilot created',
  })),
  route(api.changeAutopilot, async ({ actor, params, body }) => ({
    data: await changeAutopilot(ctx, actor, params.id, body),
    message: 'Autopilot saved',
  })),
  routeWithLookup(
    api.runAutopilot,
    ({ actor, params, signal }) => requestAutopilotRun(ctx, actor, params.id, signal),
    async (_, lookedUp) => ({ data: await runAutopilotNow(ctx, lookedUp), message: 'Autopilot started' }),
  ),
  route(api.pauseAutopilot, async ({ actor, params }) => ({
    data: await pauseAutopilot(ctx, actor, params.id),
    message: 'Autopilot paused',
  })),
  route(api.resumeAutopilot, async ({ actor, params }) => ({
    data: await resumeAutopilot(ctx, actor, params.id),
    message: 'Autopilot resumed',
  })),
  route(api.duplicateAutopilot, async ({ actor, params }) => ({
    data: await duplicateAutopilot(ctx, actor, params.id),
    message: 'Autopilot duplicated; the copy is paused',
  })),
  route(api.deleteAutopilot, async ({ actor, params }) => {
    await removeAutopilot(ctx, actor, params.id)
    return { success: true as const, message: 'Autopilot deleted' }
  }),
  route(api.restoreAutopilot, async ({ actor, params }) => ({
    data: await restoreAutopilot(ctx, actor, params.id),
    message: 'Autopilot restored',
  })),
]
