import { Suspense } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { loadLater } from '../ui/load-later.tsx'

const Websites = loadLater(
  async () => (await import('../features/sources/websites/run-websites.tsx')).RunWebsites,
)

/** Website progress of a run; its code loads with the first run that reads some. */
export function RunWebsites({ run }: { run: Run }) {
  return (
    <Suspense>
      <Websites run={run} />
    </Suspense>
  )
}
