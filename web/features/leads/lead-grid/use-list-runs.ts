import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FINAL_RUN_STATES, runs } from '#contract/activity/runs.ts'
import { useLiveEvents } from '#web/lib/live.ts'
import { endpointQuery, keyOf } from '#web/lib/query-client.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

/** Polling interval in milliseconds while something runs, in case live events do not arrive. */
const POLL_MS = 5000

/** Active runs of the list. */
export function useListRuns(target: ListTarget) {
  const client = useQueryClient()
  const input = { query: { list_id: target.id, active: true, page: 1, limit: 20 } }
  const query = useQuery({
    ...endpointQuery(runs, input),
    refetchInterval: (state) => ((state.state.data?.data.length ?? 0) > 0 ? POLL_MS : false),
  })
  useLiveEvents((event) => {
    if (event.type !== 'run' || event.run.list_id !== target.id) return
    const { run } = event
    const ended = (FINAL_RUN_STATES as readonly string[]).includes(run.state)
    client.setQueryData<NonNullable<typeof query.data>>(keyOf(runs, input), (page) => {
      if (!page) return page
      const others = page.data.filter((one) => one.id !== run.id)
      return { ...page, data: ended ? others : [run, ...others] }
    })
  })
  return query.data?.data ?? []
}
