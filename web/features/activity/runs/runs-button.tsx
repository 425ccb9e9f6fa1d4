import { UnstyledButton } from '@mantine/core'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import { Tip } from '../../../ui/tip.tsx'
import classes from './runs-button.module.css'
import { setRunsOpen, useRunsOpen } from './runs-store.ts'
import { useRuns } from './use-runs.ts'

/** Opens the runs; says how many are at work. */
export function RunsButton() {
  const { activeCount } = useRuns()
  const open = useRunsOpen()
  const words = activeCount > 0 ? `Runs, ${activeCount} in progress` : 'Runs'
  return (
    <Tip label={words}>
      <UnstyledButton
        className={classes.root}
        aria-label={words}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setRunsOpen(true)}
      >
        <IconActivity size={18} stroke={1.6} aria-hidden />
        {activeCount > 0 && <span className={classes.count}>{activeCount}</span>}
      </UnstyledButton>
    </Tip>
  )
}
