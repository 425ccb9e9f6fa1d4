import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/privacy/suppression.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { addSuppression } from './add-entries.ts'
import { removeSuppression } from './remove-entry.ts'
import { listSuppression, previewSuppression } from './show-entries.ts'

export const suppressionRoutes = (ctx: Context) => [
  route(api.suppressions, ({ actor, query }) => listSuppression(ctx, actor, query)),
  route(api.previewSuppression, ({ actor, body }) => data(previewSuppression(ctx, actor, body.values))),
  route(api.addSuppressions, async ({ actor, body }) => {
    const data = await addSuppression(
      ctx,
      actor,
      body.values,
      body.note?.replaceAll('\u0000', '').toWellFormed() || null,
    )
    const hidden = data.leads > 0 ? `, ${counted(data.leads, 'lead')} hidden` : ''
    return { data, message: `${counted(data.added, 'entry', 'entries')} added${hidden}` }
  }),
  route(api.removeSuppression, async ({ actor, params }) => {
    const leads = await removeSuppression(ctx, actor, params.id)
    return {
      data: { leads },
      message: `Entry removed${leads > 0 ? `, ${counted(leads, 'lead')} restored` : ''}`,
    }
  }),
]
