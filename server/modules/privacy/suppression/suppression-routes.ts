import * as api from '#contract/privacy/suppression.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { SuppressionService } from './suppression-service.ts'

const count = (number: number, singular: string, many = `${singular}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? singular : many}`

export const suppressionRoutes = (service: SuppressionService) => [
  route(api.suppressions, ({ actor, query }) => service.page(actor, query)),
  route(api.previewSuppression, ({ actor, body }) => data(service.preview(actor, body.values))),
  route(api.addSuppressions, async ({ actor, body }) => {
    const data = await service.add(
      actor,
      body.values,
      body.note?.replaceAll('\u0000', '').toWellFormed() || null,
    )
    const hidden = data.leads > 0 ? `, ${count(data.leads, 'lead')} hidden` : ''
    return { data, message: `${count(data.added, 'entry', 'entries')} added${hidden}` }
  }),
  route(api.removeSuppression, async ({ actor, params }) => {
    const leads = await service.remove(actor, params.id)
    return {
      data: { leads },
      message: `Entry removed${leads > 0 ? `, ${count(leads, 'lead')} restored` : ''}`,
    }
  }),
]
