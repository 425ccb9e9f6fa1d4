import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type LeadFilters, leadFacets, leads, showLead } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/freshness.ts'
import { leadAddress } from '#web/lib/list-ref.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useRecent } from '#web/lib/recent.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { ValueLabel } from './filters/filter-edits.ts'
import { leadTitle } from './lead-value.ts'
import { choiceWord } from './value-labels.ts'

/** The list that a screen shows. */
export interface ListTarget {
  type: ListTypeId
  id: number
}

/** One page of leads; the rows of the last question stay on screen until the next answer is there. */
export const useLeadPage = (target: ListTarget, filters: LeadFilters, ready = true) =>
  usePagedQuery(leads, { params: target, body: filters }, { enabled: ready })

/** Asks for leads that will probably be shown, so that they are there when that is certain. */
export function useLikelyLeads({ type, id }: ListTarget, filters: LeadFilters, likely: boolean): void {
  const text = JSON.stringify(filters)
  useEffect(() => {
    if (likely)
      void queryClient.prefetchQuery(endpointQuery(leads, { params: { type, id }, body: JSON.parse(text) }))
  }, [type, id, text, likely])
}

/** Paging and order do not change counts, so they stay out of the question (and of the cache key). */
const countedPart = ({ page: _page, limit: _limit, sort: _sort, ...counted }: LeadFilters) => counted

/** Counts per value. Asked for only after the rows are there, so that rows never wait for counts. */
export function useFacets(target: ListTarget, filters: LeadFilters, ready: boolean) {
  return usePagedQuery(leadFacets, { params: target, body: countedPart(filters) }, { enabled: ready })
}

/** One lead with the origin of its values, noted as open. */
export function useLeadDetail(target: ListTarget, resultId: number) {
  const detail = useQuery(endpointQuery(showLead, { params: { ...target, resultId } }))
  const lead = detail.data?.data
  const missing = detail.error instanceof ApiError && detail.error.code === 'not_found'
  useRecent(leadAddress(target, resultId), missing ? null : lead && { kind: 'lead', label: leadTitle(lead) })
  return { ...detail, missing }
}

type FacetReply = { data: Record<string, { value: string | null; label: string }[]> }

/** Fields whose codes have words of ours. */
const OWN_LABELS = [
  'lead_status',
  'seniority',
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
]

/** Readable forms of coded values, as far as the counts have told them. */
export function useValueLabels(facets: FacetReply | undefined): ValueLabel {
  return useMemo(() => {
    const labels = new Map<string, string>()
    for (const [field, values] of Object.entries(facets?.data ?? {})) {
      for (const { value, label } of values) if (value !== null) labels.set(`${field} ${value}`, label)
    }
    return (field, value) => {
      // The server knows these only by their codes.
      if (OWN_LABELS.includes(field)) return choiceWord(field, value)
      return labels.get(`${field} ${value}`) ?? (field === 'category' ? choiceWord(field, value) : value)
    }
  }, [facets])
}
