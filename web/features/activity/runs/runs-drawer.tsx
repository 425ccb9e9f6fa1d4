import { Drawer } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { useLateMount } from '../../../ui/use-late-mount.ts'
import { setRunsOpen, useRunsOpen } from './runs-store.ts'

const RunsBody = loadLater(async () => (await import('./runs-body.tsx')).RunsBody)

const close = () => setRunsOpen(false)

interface RunsDrawerProps {
  /** Renders the websites of a run that reads some. */
  Websites: ComponentType<{ run: Run }>
}

/** The account's runs with live progress, restored after a reload. */
export function RunsDrawer({ Websites }: RunsDrawerProps) {
  const { isMounted, opened } = useLateMount(useRunsOpen())
  if (!isMounted) return null
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title="Runs"
      size={420}
      padding={0}
      styles={{ header: { padding: '12px 16px', borderBottom: '1px solid var(--app-border)' } }}
    >
      <ErrorBoundary area="runs drawer">
        <Suspense fallback={<SkeletonRows rows={4} height={84} label="Loading runs" />}>
          <RunsBody onFollow={close} Websites={Websites} />
        </Suspense>
      </ErrorBoundary>
    </Drawer>
  )
}
