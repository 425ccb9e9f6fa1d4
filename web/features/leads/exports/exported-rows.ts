import { type LeadFilters, leads } from '#contract/leads/leads.ts'
import { call } from '#web/lib/api.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { firstIds } from '../lead-data/first-ids.ts'

/** Everything the page shows, or the selection. */
export type ExportedRows = 'view' | 'selection'

type PageOfLeads = (filters: LeadFilters) => Promise<{ data: { id: number }[] }>

const requestServer =
  ({ target }: LeadRequest): PageOfLeads =>
  (filters) =>
    // Shown instead: nothing: it only reads
    call(leads, { params: target, body: filters, quiet: true, read: true })

/**
 * The rows in the request's form, with the view's sort order and place (such as the trash). The first N of a query
 * are sent as ids: the endpoint does not support N.
 */
export async function exportedRows(
  leadRequest: LeadRequest,
  rows: ExportedRows,
  requestPage: PageOfLeads = requestServer(leadRequest),
): Promise<{ filters?: Partial<LeadFilters>; resultIds?: number[] }> {
  const { selection, view } = leadRequest
  const place = { sort: view.filters.sort ?? null, view: view.filters.view }
  if (rows === 'view') return { filters: view.filters }
  if ('resultIds' in selection) return { ...selection, filters: place }
  if (selection.first === undefined) return { filters: selection.filters }
  const { filters, first } = selection
  const resultIds = await firstIds(first, (page, limit) => requestPage({ ...filters, page, limit }))
  return { resultIds, filters: place }
}
