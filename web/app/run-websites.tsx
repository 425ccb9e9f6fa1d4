import { lazy, Suspense } from 'react'
import type { Run } from '#contract/activity/runs.ts'

const Websites = lazy(() =>
  import('../features/sources/websites/run-websites.tsx').then((module) => ({ default: module.RunWebsites })),
)

/** Website progress of a run; its code loads with the first run that reads some. */
export function RunWebsites({ run }: { run: Run }) {
  return (
    <Suspense>
      <Websites run={run} />
    </Suspense>
  )
}
