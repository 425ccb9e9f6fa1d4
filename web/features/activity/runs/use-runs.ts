import { useQueryClient } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { START_QUERIES } from '#contract/identity/start-queries.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { shell } from '../../../lib/endpoints.ts'
import { useLiveEvents } from '../../../lib/live.ts'
import { makeKey } from '../../../lib/query-client.ts'
import { isActive } from './run-progress.ts'

type RunsPage = Reply<typeof shell.runs>

const QUERY = { query: START_QUERIES.runs }

/** The page of runs with one run replaced, or added at the top if it is new. */
export function withRun(page: RunsPage, run: Run): RunsPage {
  const known = page.data.some((listed) => listed.id === run.id)
  const data = known ? page.data.map((listed) => (listed.id === run.id ? run : listed)) : [run, ...page.data]
  return { ...page, data: data.slice(0, page.pageSize), total: known ? page.total : page.total + 1 }
}

/** The latest runs of the account, updated by live events without new requests. */
export function useRuns() {
  const client = useQueryClient()
  const query = useEndpoint(shell.runs, QUERY)
  useLiveEvents((event) => {
    if (event.type !== 'run') return
    client.setQueryData<RunsPage>(makeKey(shell.runs, QUERY), (page) => page && withRun(page, event.run))
  })
  const runs = query.data?.data ?? []
  return { query, runs, activeCount: runs.filter(isActive).length }
}
