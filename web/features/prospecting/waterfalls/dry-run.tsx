import { Box, Text, Title } from '@mantine/core'
import { waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { formatCount } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { missedLabels, ofLeads, stepLabel, WANT_LABELS } from './waterfall-labels.ts'
import classes from './waterfalls.module.css'

/** Results for the first leads; values are masked until they are paid for. */
export function DryRun({ runId, want }: { runId: number; want: Want }) {
  const found = useFollowedRun(runId)
  const run = found.data?.data
  const isOver = run !== undefined && !isRunActive(run)
  const steps = useEndpoint(waterfallSteps, { params: { id: runId } }, { enabled: isOver })
  const failed = found.error ?? steps.error
  if (failed) return <LoadError what="The result" query={{ error: failed, refetch: steps.refetch }} />
  const result = steps.data?.data
  if (!run || !result)
    return (
      <Text c="dimmed" role="status">
        {run ? `Testing: ${ofLeads(run.done, run.total ?? run.done)} done` : 'Testing 10 leads'}
      </Text>
    )
  return (
    <section className={classes.dry} aria-label="Test result">
      <Title
        order={3}
        mb="xs"
        fz="md"
      >{`${formatCount(result.found, WANT_LABELS[want].one)} found for ${formatCount(result.tried, 'lead')}`}</Title>
      {result.found < result.tried && (
        <Text component="div" c="dimmed">
          {[...missedLabels(want, result.missed), ...result.steps.map(stepLabel)].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Text>
      )}
      <Box component="ul" mb="xs">
        {result.rows.map((row) => (
          <li key={row.lead_id}>
            <span>{row.name ?? 'No name'}</span>
            <span>{row.value}</span>
            <Text component="span" c="dimmed">
              {result.steps.find(({ source }) => source === row.source)?.label ?? row.source}
            </Text>
          </li>
        ))}
      </Box>
      <Text c="dimmed">Nothing was changed or charged. Results are cached for a day.</Text>
    </section>
  )
}
