import { Button } from '@mantine/core'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import type { ComponentType } from 'react'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { type RunSource, runSources } from '#contract/sources/source-stats.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { errorMessage } from '../../../lib/api.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { RunCard } from './run-card.tsx'
import { useRuns } from './use-runs.ts'

/** Results per source and run; one request for all visible runs, repeated when one of them progresses. */
function useRunSources(runs: readonly Run[]): (runId: number) => readonly RunSource[] {
  const ids = runs.filter(({ kind }) => RUN_DEFINITIONS[kind].usesSources).map(({ id }) => id)
  const { data } = usePagedQuery(
    runSources,
    { query: { run_ids: ids.join(',') } },
    { enabled: ids.length > 0 },
  )
  return (runId) => data?.data.filter(({ run_id }) => run_id === runId) ?? []
}

interface RunsBodyProps {
  onFollow: () => void
  /** Renders the websites of a run that reads some. */
  Websites: ComponentType<{ run: Run }>
}

/** The latest runs of the account, newest first. */
export function RunsBody({ onFollow, Websites }: RunsBodyProps) {
  const { query, runs } = useRuns()
  const sources = useRunSources(runs)
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
        Searches, imports and exports appear here while they run and after they finish.
      </EmptyState>
    )
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {runs.map((run) => (
        <RunCard key={run.id} run={run} sources={sources(run.id)} onFollow={onFollow} Websites={Websites} />
      ))}
    </ul>
  )
}
