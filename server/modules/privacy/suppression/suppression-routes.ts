import {
  addSuppressions,
  previewSuppression,
  removeSuppression,
  suppressions,
} from '#contract/privacy/suppression.ts'
import { route } from '#server/platform/http/route.ts'
import type { SuppressionService } from './suppression-service.ts'

const count = (number: number, singular: string, many = `${singular}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? singular : many}`

export const suppressionRoutes = (service: SuppressionService) => [
  route(suppressions, ({ actor, query }) => service.page(actor, query)),
  route(previewSuppression, async ({ actor, body }) => ({ data: await service.preview(actor, body.values) })),
  route(addSuppressions, async ({ actor, body }) => {
    const data = await service.add(
      actor,
      body.values,
      body.note?.replaceAll('\u0000', '').toWellFormed() || null,
    )
    const hidden = data.leads > 0 ? `, ${count(data.leads, 'lead')} hidden` : ''
    return { data, message: `${count(data.added, 'entry', 'entries')} added${hidden}` }
  }),
  route(removeSuppression, async ({ actor, params }) => {
    const leads = await service.remove(actor, params.id)
    return {
      data: { leads },
      message: `Entry removed${leads > 0 ? `, ${count(leads, 'lead')} restored` : ''}`,
    }
  }),
]
