import type { ParsedInput } from '#contract/core/endpoint.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findEmails, getEmployees, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { paidSelectionOf } from '#server/modules/leads/run-start/index.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { EmployeesRequest, EnrichmentService } from './enrichment-service.ts'

const quotedRequest = ({ body }: ParsedInput<typeof quoteEnrichment>) => ({
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
  ...paidSelectionOf(body),
  withEmails: body.with_emails,
  maxPeople: body.max_people,
  sources: body.sources,
  name: body.name,
  intoListId: body.into_list_id,
})

export const enrichmentRoutes = (enrichment: EnrichmentService) => [
  routeWithLookup(
    quoteEnrichment,
    ({ actor, signal, ...input }) => enrichment.lookUp(actor, quotedRequest(input), signal),
    ({ actor, ...input }, sources) => data(enrichment.quote(actor, quotedRequest(input), sources)),
  ),
  route(findEmails, async ({ actor, params, body }) => ({
    data: await enrichment.findEmails(actor, {
      action: 'find-emails',
      type: canonicalListType(params.type),
      listId: params.id,
      ...paidSelectionOf(body),
    }),
    message: 'Finding emails',
  })),
  routeWithLookup(
    getEmployees,
    ({ actor, signal, ...input }) => {
      // With a quote, they were looked up for the quote.
      const request = employeesRequest(input)
      return request.quoteId === undefined ? enrichment.lookUp(actor, request, signal) : Promise.resolve([])
    },
    async ({ actor, ...input }, sources) => ({
      data: await enrichment.getEmployees(actor, employeesRequest(input), sources),
      message: 'Collecting people',
    }),
  ),
]
