import type { ReactNode } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { countsToShow, mayReadWebsites } from '#web/lib/run-facts.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { useListParts } from './list-parts.ts'

/** Active runs of the list, with their websites. */
export function RunBanner({ run, actions }: { run: Run; actions?: ReactNode }) {
  const { RunWebsites } = useListParts()
  return (
    <RunStrip {...useRunStrip(run, countsToShow(run))} actions={actions}>
      {mayReadWebsites(run) && <RunWebsites run={run} />}
    </RunStrip>
  )
}
