import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { type RunSource, runSources } from '#contract/sources/source-stats.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

/** Results per source and run; one request for all visible runs, repeated when one of them progresses. */
export function useRunSources(runs: readonly Run[]): (runId: number) => readonly RunSource[] {
  const ids = runs.filter(({ kind }) => RUN_DEFINITIONS[kind].usesSources).map(({ id }) => id)
  const { data } = usePagedQuery(
    runSources,
    { query: { run_ids: ids.join(',') } },
    { enabled: ids.length > 0 },
  )
  return (runId) => data?.data.filter(({ run_id }) => run_id === runId) ?? []
}
