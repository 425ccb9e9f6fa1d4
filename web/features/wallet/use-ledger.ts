import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/constants.ts'
import { type Run, run as showRun } from '#contract/runs.ts'
import { ledger } from '#contract/wallet.ts'
import { shell } from '#web/lib/endpoints.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

interface PageOf {
  page: number
  limit: number
}

/** A page of movements; with a run, of that run's only. */
export const useLedger = (query: PageOf & { run_id?: number }) =>
  useQuery({ ...endpointQuery(ledger, { query }), placeholderData: keepPreviousData })

/** The runs behind movements, by id: newest ones with one call, older ones each by its own. */
export function useRunsById(ids: readonly number[]): ReadonlyMap<number, Run> {
  const newest = useQuery({
    ...endpointQuery(shell.runs, { query: { page: 1, limit: MAX_PAGE_SIZE } }),
    enabled: ids.length > 0,
  })
  const known = new Map(newest.data?.data.map((run) => [run.id, run]))
  const missing = newest.isPending ? [] : ids.filter((id) => !known.has(id))
  const older = useQueries({ queries: missing.map((id) => endpointQuery(showRun, { params: { id } })) })
  for (const { data } of older) if (data) known.set(data.data.id, data.data)
  return known
}
