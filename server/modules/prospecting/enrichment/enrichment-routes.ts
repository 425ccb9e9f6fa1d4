import type { ParsedInput } from '#contract/core/endpoint.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/prospecting/enrichment.ts'
import { findEmails, getEmployees } from '#contract/prospecting/enrichment.ts'
import { readPaidSelection } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { type EmployeesRequest, lookUpPeople, quoteEnrichment } from './quote-enrichment.ts'
import { startCheckWebsites, startFindEmails, startGetEmployees } from './start-enrichment.ts'

const quotedRequest = ({ body }: ParsedInput<typeof api.quoteEnrichment>) => ({
  action: body.action,
  type: canonicalListType(body.type),
  listId: body.list_id,
  selection: body.selection,
  withEmails: body.with_emails,
  maxPeople: body.max_people,
  sources: body.sources,
})

const employeesRequest = ({ params, body }: ParsedInput<typeof getEmployees>): EmployeesRequest => ({
  action: 'get-employees',
  type: canonicalListType(params.type),
  listId: params.id,
  ...readPaidSelection(body),
  withEmails: body.with_emails,
  maxPeople: body.max_people,
  sources: body.sources,
  name: body.name,
  intoListId: body.into_list_id,
})

export const enrichmentRoutes = (ctx: Context) => [
  routeWithLookup(
    api.quoteEnrichment,
    ({ actor, signal, ...input }) => lookUpPeople(ctx, actor, quotedRequest(input), signal),
    ({ actor, ...input }, sources) => data(quoteEnrichment(ctx, actor, quotedRequest(input), sources)),
  ),
  route(findEmails, async ({ actor, params, body }) => ({
    data: await startFindEmails(ctx, actor, {
      action: 'find-emails',
      type: canonicalListType(params.type),
      listId: params.id,
      ...readPaidSelection(body),
    }),
    message: 'Finding emails',
  })),
  route(api.checkWebsites, async ({ actor, params, body }) => ({
    data: await startCheckWebsites(ctx, actor, {
      action: 'check-websites',
      type: canonicalListType(params.type),
      listId: params.id,
      ...readPaidSelection(body),
    }),
    message: 'Checking websites',
  })),
  routeWithLookup(
    getEmployees,
    ({ actor, signal, ...input }) => {
      // With a quote, they were looked up for the quote.
      const request = employeesRequest(input)
      return request.quoteId === undefined ? lookUpPeople(ctx, actor, request, signal) : Promise.resolve([])
    },
    async ({ actor, ...input }, sources) => ({
      data: await startGetEmployees(ctx, actor, employeesRequest(input), sources),
      message: 'Collecting people',
    }),
  ),
]
