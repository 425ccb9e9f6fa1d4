import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type LeadFilters, leads, showLead } from '#contract/leads/leads.ts'
import { errorMessage } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { showToast } from '#web/lib/toast.ts'
import { type GridQuery, toLeadFilters } from '../lead-data/grid-query.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { findPosition, neighborPositions, onPages, type Place, positionAfterRemoval } from './next-leads.ts'

type Page = Parameters<typeof findPosition>[0]

/** Position of the open lead in its list, and opening the others. */
export interface LeadSteps {
  /** From 1; null when it is not in the list as shown. */
  position: number | null
  total: number
  back?: () => void
  on?: () => void
  /** Call it when the lead was deleted: the next one takes its position. */
  afterLoss: () => void
}

interface StepsInput {
  target: ListTarget
  query: GridQuery
  leadId: number | null
  /** The loaded page of the list. */
  page: Page | undefined
  /** Opens a lead of this page; null when none is left. */
  onOpen: (id: number | null, page: number) => void
}

/** Position of the open lead; its last one when it leaves the list while open. */
function usePosition(page: Page | undefined, leadId: number | null): Place | null {
  const [last, setLast] = useState<{ id: number; at: number } | null>(null)
  const at = page && leadId !== null ? findPosition(page, leadId) : null
  if (at !== null && leadId !== null && (last?.id !== leadId || last.at !== at)) setLast({ id: leadId, at })
  if (at !== null) return { at, gone: false }
  return last !== null && last.id === leadId ? { at: last.at, gone: true } : null
}

/** Prefetches the neighbors of the open lead. */
function useNeighbours({ type, id }: ListTarget, ids: (number | undefined)[]) {
  const client = useQueryClient()
  const text = ids.filter((one) => one !== undefined).join()
  useEffect(() => {
    for (const resultId of text.split(',').filter(Boolean).map(Number))
      void client.prefetchQuery({
        ...endpointQuery(showLead, { params: { type, id, resultId } }),
        staleTime: Number.POSITIVE_INFINITY,
      })
  }, [client, type, id, text])
}

/** Loads the id at a position of the result that is not on the loaded page, or is outdated. */
function useIdAt(target: ListTarget, filters: LeadFilters) {
  const client = useQueryClient()
  return async (index: number, page: number): Promise<number | undefined> => {
    const input = { params: target, body: { ...filters, page } }
    const { data } = await client.fetchQuery(endpointQuery(leads, input))
    return (data[index] ?? data.at(-1))?.id
  }
}

/** Opens the leads before and after the open one, across pages. */
export function useLeadSteps({ target, query, leadId, page, onOpen }: StepsInput): LeadSteps {
  const place = usePosition(page, leadId)
  const idAt = useIdAt(target, toLeadFilters(query))
  const going = useRef(false)
  const total = page?.total ?? 0
  const pageSize = page?.pageSize ?? query.limit
  const idOnPage = (at: number): number | undefined =>
    page && at >= 0 ? page.data[at - (page.currentPage - 1) * pageSize]?.id : undefined
  const goTo = async (at: number, useCurrentPage = true) => {
    const there = onPages(at, pageSize)
    const id = useCurrentPage ? idOnPage(at) : undefined
    if (id !== undefined) return onOpen(id, there.page)
    if (going.current) return
    going.current = true
    try {
      onOpen((await idAt(there.index, there.page)) ?? null, there.page)
    } catch (error) {
      showToast({ kind: 'error', message: errorMessage(error) })
    } finally {
      going.current = false
    }
  }
  const { back, on } = place ? neighborPositions(place, total) : { back: null, on: null }
  useNeighbours(target, [back === null ? undefined : idOnPage(back), on === null ? undefined : idOnPage(on)])
  return {
    position: place && !place.gone ? place.at + 1 : null,
    total,
    back: back === null ? undefined : () => void goTo(back),
    on: on === null ? undefined : () => void goTo(on),
    afterLoss: () => {
      const next = place && !place.gone ? positionAfterRemoval(place.at, total) : null
      if (next === null) onOpen(null, query.page)
      else void goTo(next, false)
    },
  }
}
