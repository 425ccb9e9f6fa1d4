import { useEffect, useRef } from 'react'
import { run as showRun } from '#contract/activity/runs.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { markChanged } from './freshness.ts'
import { isRunActive } from './run-facts.ts'
import { topicsOfRun } from './run-topics.ts'

/** Polling interval (ms) during a run, in case live events don't arrive. */
const POLL_MS = 2000

/** A run with its progress until it ends; fetches nothing without an id. */
export function useFollowedRun(id: number | null) {
  const found = useEndpoint(
    showRun,
    { params: { id: id ?? 0 } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && !isRunActive(state.data.data) ? false : POLL_MS),
    },
  )
  const run = found.data?.data
  const wasActive = useRef(false)
  // An end seen only by polling counts like the live event that did not arrive.
  useEffect(() => {
    const active = run !== undefined && isRunActive(run)
    if (run && wasActive.current && !active) void markChanged(topicsOfRun(run))
    wasActive.current = active
  }, [run])
  return found
}
