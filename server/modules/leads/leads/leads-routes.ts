import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/leads/leads.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as listsApi from '#contract/leads/lists.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { countFacets, listDataSources, listLeads, listPoints, showLead } from './lead-lookups.ts'
import { deleteLeads, restoreLeads } from './lead-trash.ts'
import { listSignals } from './list-signals.ts'

const leads = (count: number) => counted(count, 'lead')

export const leadRoutes = (ctx: Context) => [
  route(api.leads, ({ actor, params, query, body }) =>
    listLeads(ctx, actor, { listId: params.id, type: canonicalListType(params.type), ...query }, body),
  ),
  route(api.leadFacets, ({ actor, params, body: { field, ...filters } }) =>
    data(
      countFacets(ctx, actor, { listId: params.id, type: canonicalListType(params.type), filters, field }),
    ),
  ),
  route(listsApi.listDataSources, ({ actor, params }) => data(listDataSources(ctx, actor, params.id))),
  route(api.leadPoints, ({ actor, params, body }) =>
    data(listPoints(ctx, actor, params.id, canonicalListType(params.type), body)),
  ),
  route(api.showLead, ({ actor, params }) =>
    data(showLead(ctx, actor, params.id, canonicalListType(params.type), params.resultId)),
  ),
  route(api.leadSignals, ({ actor, params, query }) =>
    listSignals(ctx, actor, { listId: params.id, type: canonicalListType(params.type) }, query),
  ),
  route(api.deleteLeads, async ({ actor, params, body }) => {
    const { count, undoToken } = await deleteLeads(
      ctx,
      actor,
      params.id,
      canonicalListType(params.type),
      body,
    )
    return {
      success: true as const,
      count,
      ...(undoToken !== null && { undo_token: undoToken }),
      message: `${leads(count)} deleted`,
    }
  }),
  route(api.restoreLeads, async ({ actor, params, body }) => {
    const count = await restoreLeads(ctx, actor, params.id, canonicalListType(params.type), body)
    return { success: true as const, count, message: `${leads(count)} restored` }
  }),
]
