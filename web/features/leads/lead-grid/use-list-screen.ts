import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { FINAL_RUN_STATES, runs } from '#contract/activity/runs.ts'
import { restoreLeads } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { call } from '#web/lib/api.ts'
import { useOfferedActions } from '#web/lib/lead-actions.ts'
import { useLiveEvents } from '#web/lib/live.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { pastTheEnd } from '#web/ui/pager.tsx'
import { useSelection } from '../lead-actions/use-selection.ts'
import { whyService } from '../lead-data/filters/needs.ts'
import { isShown } from '../lead-data/grid-columns.ts'
import { type GridQuery, toLeadFilters } from '../lead-data/grid-query.ts'
import { NO_SELECTION } from '../lead-data/selection.ts'
import { useGridColumns } from '../lead-data/use-grid-columns.ts'
import { useGridQuery } from '../lead-data/use-grid-query.ts'
import {
  type ListTarget,
  useFacets,
  useLeadPage,
  useLikelyLeads,
  useValueLabels,
  type WhyOf,
} from '../lead-data/use-leads.ts'
import { useServices } from '../services/use-services.ts'
import { useOpenedView } from './views/use-opened-view.ts'

/** Polling interval in milliseconds while something runs, in case live events do not arrive. */
const POLL_MS = 5000

/** Active runs of the list. */
function useListRuns(target: ListTarget) {
  const client = useQueryClient()
  const input = { query: { list_id: target.id, active: true, page: 1, limit: 20 } }
  const query = useEndpoint(runs, input, {
    refetchInterval: (state) => ((state.state.data?.data.length ?? 0) > 0 ? POLL_MS : false),
  })
  useLiveEvents((event) => {
    if (event.type !== 'run' || event.run.list_id !== target.id) return
    const { run } = event
    const ended = (FINAL_RUN_STATES as readonly string[]).includes(run.state)
    client.setQueryData<NonNullable<typeof query.data>>(makeKey(runs, input), (page) => {
      if (!page) return page
      const others = page.data.filter((other) => other.id !== run.id)
      return { ...page, data: ended ? others : [run, ...others] }
    })
  })
  return query.data?.data ?? []
}

/** Of which services the list shows why leads need them: only while it has that column. */
function useWhyOf(type: ListTypeId, query: GridQuery): WhyOf {
  const shown = isShown(useGridColumns(type), WHY_FIELD.name)
  const services = useServices(shown)
  return shown ? whyService(type, query, services) : undefined
}

/** State of a list's page: the query of the address, its results, and changing it. */
export function useListScreen(target: ListTarget) {
  const [query, setQuery] = useGridQuery(target.type)
  const filters = useMemo(() => toLeadFilters(query), [query])
  // Until then the selection is unknown; most likely all of them.
  const opened = useOpenedView(target.type, query, setQuery)
  useLikelyLeads(target, filters, !opened)
  const whyOf = useWhyOf(target.type, query)
  const rows = useLeadPage(target, filters, opened, whyOf)
  const facets = useFacets(target, filters, rows.isSuccess && !rows.isPlaceholderData)
  const [selection, setSelection] = useSelection(query)
  const restore = useMutation({
    mutationFn: (ids: number[]) => call(restoreLeads, { params: target, body: { resultIds: ids } }),
    onSuccess: () => setSelection(NO_SELECTION),
  })
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  })
  const change = useCallback((next: GridQuery) => setQuery(next), [setQuery])
  // Stable, so that opening a lead re-renders only two rows.
  const openLead = useCallback(
    (id: number | null) => {
      const now = latest.current
      setQuery({ ...now, lead: id }, { replace: now.lead !== null && id !== null })
    },
    [setQuery],
  )
  /** Opens a lead of another page, with that page. */
  const goToLead = useCallback(
    (lead: number | null, page: number) => setQuery({ ...latest.current, lead, page }, { replace: true }),
    [setQuery],
  )
  const beyond = pastTheEnd(rows.data)
  useEffect(() => {
    if (beyond !== null) setQuery({ ...latest.current, page: beyond }, { replace: true })
  }, [beyond, setQuery])
  return {
    query,
    change,
    filters,
    rows,
    whyOf,
    facets,
    selection,
    setSelection,
    restore,
    openLead,
    goToLead,
    label: useValueLabels(facets.data),
    runs: useListRuns(target),
    actions: useOfferedActions({ type: target.type, view: query.view }),
    total: rows.data?.total ?? 0,
    ids: rows.data?.data.map((lead) => lead.id) ?? [],
  }
}
