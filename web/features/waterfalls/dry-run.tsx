import { useQuery } from '@tanstack/react-query'
import { waterfallSteps } from '#contract/waterfalls.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { ofLeads } from './waterfall-words.ts'
import classes from './waterfalls.module.css'

/** What the sources had for the first leads: values are masked until they are paid for. */
export function DryRun({ runId }: { runId: number }) {
  const found = useFollowedRun(runId)
  const run = found.data?.data
  const isOver = run !== undefined && !isRunActive(run)
  const steps = useQuery({
    ...endpointQuery(waterfallSteps, { params: { id: runId } }),
    enabled: isOver,
  })
  const failed = found.error ?? steps.error
  if (failed) return <LoadError what="The result" error={failed} onRetry={() => void steps.refetch()} />
  const result = steps.data?.data
  if (!run || !result)
    return (
      <p className={classes.hint} role="status">
        {run ? `Asking: ${ofLeads(run.done, run.total ?? run.done)} done` : 'Asking for ten leads'}
      </p>
    )
  return (
    <section className={classes.dry} aria-label="Result of the try">
      <h3>{`Found for ${ofLeads(result.found, result.tried)}`}</h3>
      <ul>
        {result.rows.map((row) => (
          <li key={row.lead_id}>
            <span>{row.name ?? 'Without a name'}</span>
            <span>{row.value}</span>
            <span className={classes.hint}>
              {result.steps.find(({ source }) => source === row.source)?.label ?? row.source}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        Nothing was changed or charged. The answers are kept for a day, so that no source is asked twice.
      </p>
    </section>
  )
}
