import { Button, Drawer } from '@mantine/core'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import type { ComponentType } from 'react'
import type { Run } from '#contract/runs.ts'
import { errorMessage } from '../../lib/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { RunCard } from './run-card.tsx'
import { setRunsOpen, useRunsOpen } from './runs-store.ts'
import { useRuns } from './use-runs.ts'

const close = () => setRunsOpen(false)

interface RunsDrawerProps {
  /** Draws the websites of a run that reads some. */
  Websites: ComponentType<{ run: Run }>
}

function RunsBody({ Websites }: RunsDrawerProps) {
  const { query, runs } = useRuns()
  if (query.isPending) return <SkeletonRows rows={4} height={84} label="Loading runs" />
  if (query.isError)
    return (
      <EmptyState
        title="The runs could not be loaded"
        action={
          <Button variant="default" onClick={() => query.refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(query.error)}
      </EmptyState>
    )
  if (runs.length === 0)
    return (
      <EmptyState icon={IconActivity} title="No runs yet">
        Searches, imports and exports appear here while they work, and stay here when they are done.
      </EmptyState>
    )
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {runs.map((run) => (
        <RunCard key={run.id} run={run} onFollow={close} Websites={Websites} />
      ))}
    </ul>
  )
}

/** Every long work of the account with its progress; live, and still there after a reload. */
export function RunsDrawer({ Websites }: RunsDrawerProps) {
  const open = useRunsOpen()
  return (
    <Drawer
      opened={open}
      onClose={close}
      title="Runs"
      size={420}
      padding={0}
      styles={{ header: { padding: '12px 16px', borderBottom: '1px solid var(--app-border)' } }}
    >
      <ErrorBoundary area="runs drawer">
        <RunsBody Websites={Websites} />
      </ErrorBoundary>
    </Drawer>
  )
}
