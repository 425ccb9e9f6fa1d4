import * as api from '#contract/leads/leads.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { listDataSources } from '#contract/leads/lists.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { LeadsService } from './leads-service.ts'

const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

export const leadRoutes = (service: LeadsService) => [
  route(api.leads, ({ actor, params, body }) =>
    service.page(actor, params.id, canonicalListType(params.type), body),
  ),
  route(api.leadFacets, ({ actor, params, body }) =>
    data(service.facets(actor, params.id, canonicalListType(params.type), body)),
  ),
  route(listDataSources, ({ actor, params }) => data(service.dataSources(actor, params.id))),
  route(api.leadPoints, ({ actor, params, body }) =>
    data(service.points(actor, params.id, canonicalListType(params.type), body)),
  ),
  route(api.showLead, ({ actor, params }) =>
    data(service.show(actor, params.id, canonicalListType(params.type), params.resultId)),
  ),
  route(api.deleteLeads, async ({ actor, params, body }) => {
    const { count, undoToken } = await service.remove(actor, params.id, canonicalListType(params.type), body)
    return {
      success: true as const,
      count,
      ...(undoToken !== null && { undo_token: undoToken }),
      message: `${leads(count)} deleted`,
    }
  }),
  route(api.restoreLeads, async ({ actor, params, body }) => {
    const count = await service.restore(actor, params.id, canonicalListType(params.type), body)
    return { success: true as const, count, message: `${leads(count)} restored` }
  }),
]
