import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import * as api from '#contract/prospecting/waterfalls.ts'
import { readPaidSelection } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import { findEmailOfPerson } from './email-finder.ts'
import { receiveHook } from './receive-hook.ts'
import { showSteps } from './run-steps.ts'
import { quoteWaterfall, startWaterfall } from './start-waterfall.ts'
import { listWaterfalls, resetWaterfall, saveWaterfall } from './waterfall-settings.ts'

export const waterfallRoutes = (ctx: Context) => [
  route(api.waterfalls, ({ actor }) => data(listWaterfalls(ctx, actor))),
  route(api.saveWaterfall, async ({ actor, params, body }) => ({
    data: await saveWaterfall(ctx, actor, params.want, body),
    message: 'Order saved',
  })),
  route(api.resetWaterfall, async ({ actor, params }) => ({
    data: await resetWaterfall(ctx, actor, params.want),
    message: 'Reset to default order',
  })),
  route(api.quoteWaterfall, ({ actor, body }) =>
    data(
      quoteWaterfall(ctx, actor, {
        want: body.want,
        type: canonicalListType(body.type),
        listId: body.list_id,
        selection: body.selection,
        mobileOnly: body.mobile_only,
      }),
    ),
  ),
  route(api.startWaterfall, async ({ actor, params, body }) => ({
    data: await startWaterfall(ctx, actor, {
      want: body.want,
      type: canonicalListType(params.type),
      listId: params.id,
      ...readPaidSelection(body),
      mobileOnly: body.mobile_only,
      isDry: body.dry_run,
    }),
    message: body.dry_run ? 'Test started' : 'Looking up values',
  })),
  route(api.getPhones, async ({ actor, params, body }) => ({
    data: await startWaterfall(ctx, actor, {
      want: 'phone',
      type: canonicalListType(params.type),
      listId: params.id,
      ...readPaidSelection(body),
      mobileOnly: body.mobile_only,
    }),
    message: 'Looking up phone numbers',
  })),
  route(api.waterfallSteps, ({ actor, params }) => data(showSteps(ctx, actor, params.id))),
  route(findEmail, ({ actor, body }) =>
    data(findEmailOfPerson(ctx, actor, { name: body.name, domain: body.domain, maxCost: body.max_cost })),
  ),
  publicRoute(api.sourceHook, async ({ params, body }) => {
    await receiveHook(ctx, { source: params.source, token: params.token, body })
    return { message: 'Thank you' }
  }),
]
