import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import { BarButton } from '../../../ui/bar-button.tsx'
import { Tip } from '../../../ui/tip.tsx'
import { setRunsOpen, useRunsOpen } from './runs-store.ts'
import { useRuns } from './use-runs.ts'

/** Opens the runs; shows the number of active ones. */
export function RunsButton() {
  const { activeCount } = useRuns()
  const open = useRunsOpen()
  const label = activeCount > 0 ? `Runs, ${activeCount} in progress` : 'Runs'
  return (
    <Tip label={label}>
      <BarButton
        icon={<IconActivity size={18} stroke={1.6} aria-hidden />}
        count={activeCount > 0 ? activeCount : null}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setRunsOpen(true)}
      />
    </Tip>
  )
}
