import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findEmails, getEmployees, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { paidSelectionOf } from '#server/modules/leads/run-start/index.ts'
import { route } from '#server/platform/http/route.ts'
import type { EnrichmentService } from './enrichment-service.ts'

export const enrichmentRoutes = (enrichment: EnrichmentService) => [
  route(quoteEnrichment, async ({ actor, body }) => ({
    data: await enrichment.quote(actor, {
      action: body.action,
      type: canonicalListType(body.type),
      listId: body.list_id,
      selection: body.selection,
      withEmails: body.with_emails,
      maxPeople: body.max_people,
    }),
  })),
  route(findEmails, async ({ actor, params, body }) => ({
    data: await enrichment.findEmails(actor, {
      action: 'find-emails',
      type: canonicalListType(params.type),
      listId: params.id,
      ...paidSelectionOf(body),
    }),
    message: 'Finding emails',
  })),
  route(getEmployees, async ({ actor, params, body }) => ({
    data: await enrichment.getEmployees(actor, {
      action: 'get-employees',
      type: canonicalListType(params.type),
      listId: params.id,
      ...paidSelectionOf(body),
      withEmails: body.with_emails,
      maxPeople: body.max_people,
      name: body.name,
      intoListId: body.into_list_id,
    }),
    message: 'Collecting people',
  })),
]
