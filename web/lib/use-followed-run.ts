import { useEffect, useRef } from 'react'
import { run as showRun } from '#contract/activity/runs.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { markChanged } from './freshness.ts'
import { isRunActive } from './run-facts.ts'
import { topicsOfRun } from './run-topics.ts'

/** Checked again this often (milliseconds) while it runs, in case live events do not get through. */
const POLL_MS = 2000

/** A run with its progress until it ends; nothing is asked for without an id. */
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
  // The end of a run that was only seen by asking counts like the live event that did not come.
  useEffect(() => {
    const active = run !== undefined && isRunActive(run)
    if (run && wasActive.current && !active) void markChanged(topicsOfRun(run))
    wasActive.current = active
  }, [run])
  return found
}
