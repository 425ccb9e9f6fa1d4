import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LeadFilters, leadFacets, leads, showLead } from '#contract/leads.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery, keyOf, refetchStale } from '#web/lib/query-client.ts'
import type { ValueLabel } from './filters/filter-edits.ts'
import { choiceWord } from './lead/value-words.ts'

/** The list that a screen shows. */
export interface ListTarget {
  type: ListTypeId
  id: number
}

/** One page of leads; the rows of the last question stay on screen until the next answer is there. */
export const useLeadPage = (target: ListTarget, filters: LeadFilters) =>
  useQuery({ ...endpointQuery(leads, { params: target, body: filters }), placeholderData: keepPreviousData })

const FACETS_KEY = 'facets-of-list'

/** Paging and order do not change counts, so they stay out of the question (and of the cache key). */
const countedPart = ({ page: _page, limit: _limit, sort: _sort, ...counted }: LeadFilters) => counted

/**
 * Counts per value. Asked for only after the rows are there, so that rows never wait for counts; the key is
 * our own, so that a running search does not count anew for every batch that arrives.
 */
export function useFacets(target: ListTarget, filters: LeadFilters, ready: boolean) {
  const body = countedPart(filters)
  return useQuery({
    queryKey: [FACETS_KEY, target, body],
    queryFn: ({ signal }) => call(leadFacets, { params: target, body, signal, quiet: true, read: true }),
    placeholderData: keepPreviousData,
    enabled: ready,
  })
}

/** One lead with the origin of its values. */
export const useLeadDetail = (target: ListTarget, resultId: number) =>
  useQuery(endpointQuery(showLead, { params: { ...target, resultId } }))

/** Marks everything about the leads of a list as stale, counts included. */
export function useRefreshLeads(target: ListTarget): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      refetchStale(client, { queryKey: [FACETS_KEY, target] }),
      refetchStale(client, { queryKey: keyOf(leads, { params: target }) }),
      refetchStale(client, {
        predicate: ({ queryKey: [name, input] }) => {
          const id = (input as { params?: { id?: number } } | undefined)?.params?.id
          return (name === 'lists.show' || name === 'lists.history') && id === target.id
        },
      }),
    ])
  }
}

type FacetReply = { data: Record<string, { value: string | null; label: string }[]> }

/** Fields whose codes have words of ours. */
const OWN_WORDS = ['email_state', 'email_kind']

/** Readable forms of coded values, as far as the counts have told them. */
export function useValueLabels(facets: FacetReply | undefined): ValueLabel {
  return useMemo(() => {
    const labels = new Map<string, string>()
    for (const [field, values] of Object.entries(facets?.data ?? {})) {
      for (const { value, label } of values) if (value !== null) labels.set(`${field} ${value}`, label)
    }
    return (field, value) => {
      // The server knows these only by their codes.
      if (OWN_WORDS.includes(field)) return choiceWord(field, value)
      return labels.get(`${field} ${value}`) ?? (field === 'category' ? choiceWord(field, value) : value)
    }
  }, [facets])
}
