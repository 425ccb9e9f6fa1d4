import { Text, UnstyledButton } from '@mantine/core'
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
        {activeCount > 0 && (
          <Text
            component="span"
            miw={18}
            px={5}
            bdrs={9}
            bg="var(--app-fill)"
            c="var(--app-on-fill)"
            fz={11}
            fw={600}
            lh="18px"
            ta="center"
            className="numeric"
          >
            {activeCount}
          </Text>
        )}
      </UnstyledButton>
    </Tip>
  )
}
