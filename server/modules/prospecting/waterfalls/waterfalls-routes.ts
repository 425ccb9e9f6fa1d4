import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import * as api from '#contract/prospecting/waterfalls.ts'
import { paidSelectionOf } from '#server/modules/leads/run-start/index.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import type { EmailFinder } from './email-finder.ts'
import type { receiveHook } from './receive-hook.ts'
import type { showSteps } from './run-steps.ts'
import type { WaterfallsService } from './waterfalls-service.ts'

export interface WaterfallRouteDeps {
  service: WaterfallsService
  steps(accountId: number, runId: number): ReturnType<typeof showSteps>
  finder: EmailFinder
  receive(sent: Parameters<typeof receiveHook>[1]): Promise<void>
}

export const waterfallRoutes = ({ service, steps, finder, receive }: WaterfallRouteDeps) => [
  route(api.waterfalls, ({ actor }) => data(service.all(actor))),
  route(api.saveWaterfall, async ({ actor, params, body }) => ({
    data: await service.save(actor, params.want, body),
    message: 'Order saved',
  })),
  route(api.resetWaterfall, async ({ actor, params }) => ({
    data: await service.reset(actor, params.want),
    message: 'Reset to default order',
  })),
  route(api.quoteWaterfall, ({ actor, body }) =>
    data(
      service.quote(actor, {
        want: body.want,
        type: canonicalListType(body.type),
        listId: body.list_id,
        selection: body.selection,
        mobileOnly: body.mobile_only,
      }),
    ),
  ),
  route(api.startWaterfall, async ({ actor, params, body }) => ({
    data: await service.start(actor, {
      want: body.want,
      type: canonicalListType(params.type),
      listId: params.id,
      ...paidSelectionOf(body),
      mobileOnly: body.mobile_only,
      isDry: body.dry_run,
    }),
    message: body.dry_run ? 'Test started' : 'Looking up values',
  })),
  route(api.getPhones, async ({ actor, params, body }) => ({
    data: await service.start(actor, {
      want: 'phone',
      type: canonicalListType(params.type),
      listId: params.id,
      ...paidSelectionOf(body),
      mobileOnly: body.mobile_only,
    }),
    message: 'Looking up phone numbers',
  })),
  route(api.waterfallSteps, ({ actor, params }) => data(steps(actor.accountId, params.id))),
  route(findEmail, ({ actor, body }) =>
    data(finder.find(actor, { name: body.name, domain: body.domain, maxCost: body.max_cost })),
  ),
  publicRoute(api.sourceHook, async ({ params, body }) => {
    await receive({ source: params.source, token: params.token, body })
    return { message: 'Thank you' }
  }),
]
