import { useQuery } from '@tanstack/react-query'
import { run as showRun } from '#contract/runs.ts'
import { endpointQuery } from './query-client.ts'
import { isRunActive } from './run-facts.ts'

/** Asked again this often (milliseconds) while it runs, in case live events do not get through. */
const POLL_MS = 2000

/** A run with its progress until it ends; nothing is asked for without an id. */
export const useFollowedRun = (id: number | null) =>
  useQuery({
    ...endpointQuery(showRun, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && !isRunActive(state.data.data) ? false : POLL_MS),
  })
