import type { Run } from '#contract/runs.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { RunStrip } from '#web/ui/run-strip.tsx'

const WORDS = [
  { name: 'delivered', word: 'delivered' },
  { name: 'already_in_list', word: 'already in the list' },
]

/** A search that delivers into the list right now. */
export function RunBanner({ run }: { run: Run }) {
  return <RunStrip {...useRunStrip(run, WORDS)} />
}
