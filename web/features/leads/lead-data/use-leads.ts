import { useEffect, useMemo } from 'react'
import { type LeadFilters, leadFacets, leads, showLead } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { leadAddress } from '#web/lib/list-ref.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useRecent } from '#web/lib/recent.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { ValueLabel } from './filters/filter-edits.ts'
import { leadTitle } from './lead-value.ts'
import { choiceLabel } from './value-labels.ts'

/** The list of a screen. */
export interface ListTarget {
  type: ListTypeId
  id: number
}

/** Of which services a page shows why leads need them; undefined: of none. */
export type WhyOf = number | 'all' | undefined

/** One page of leads; the previous rows stay until the next ones arrive. */
export const useLeadPage = (target: ListTarget, filters: LeadFilters, ready = true, service?: WhyOf) =>
  usePagedQuery(
    leads,
    { params: target, ...(service !== undefined && { query: { service } }), body: filters },
    { enabled: ready },
  )

/** Prefetches leads that will probably be shown. */
export function useLikelyLeads({ type, id }: ListTarget, filters: LeadFilters, likely: boolean): void {
  const text = JSON.stringify(filters)
  useEffect(() => {
    if (likely)
      void queryClient.prefetchQuery(endpointQuery(leads, { params: { type, id }, body: JSON.parse(text) }))
  }, [type, id, text, likely])
}

/** Paging and sort order do not change counts, so they are not part of the request (or cache key). */
const countedPart = ({ page: _page, limit: _limit, sort: _sort, ...counted }: LeadFilters) => counted

/** Counts per value. Requested only after the rows, so that rows never wait for counts. */
export function useFacets(target: ListTarget, filters: LeadFilters, ready: boolean) {
  return usePagedQuery(leadFacets, { params: target, body: countedPart(filters) }, { enabled: ready })
}

/** Counts per value of one field that isn’t among the facets, once somebody looks at it. */
export function useFieldCounts(target: ListTarget, filters: LeadFilters, field: string) {
  return usePagedQuery(leadFacets, { params: target, body: { ...countedPart(filters), field } })
}

/** One lead with the origin of its values, recorded as recently opened. */
export function useLeadDetail(target: ListTarget, resultId: number) {
  const detail = useEndpoint(showLead, { params: { ...target, resultId } })
  const lead = detail.data?.data
  const missing = detail.error instanceof ApiError && detail.error.code === 'not_found'
  useRecent(leadAddress(target, resultId), missing ? null : lead && { kind: 'lead', label: leadTitle(lead) })
  return { ...detail, missing }
}

type FacetReply = { data: Record<string, { value: string | null; label: string }[]> }

/** Fields with our own labels for codes. */
const OWN_LABELS = [
  'lead_status',
  'seniority',
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
]

/** Labels of coded values, as far as the counts contain them. */
export function useValueLabels(facets: FacetReply | undefined): ValueLabel {
  return useMemo(() => {
    const labels = new Map<string, string>()
    for (const [field, values] of Object.entries(facets?.data ?? {})) {
      for (const { value, label } of values) if (value !== null) labels.set(`${field} ${value}`, label)
    }
    return (field, value) => {
      // The server has no labels for these.
      if (OWN_LABELS.includes(field)) return choiceLabel(field, value)
      return labels.get(`${field} ${value}`) ?? (field === 'category' ? choiceLabel(field, value) : value)
    }
  }, [facets])
}
