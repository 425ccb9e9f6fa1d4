import { SimpleGrid, Stack, Text } from '@mantine/core'
import { crmRunRows } from '#contract/leads/crm.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './crm.module.css'
import { conflictLabel, reasonLabel } from './crm-labels.ts'

const FIGURES = [
  ['create', 'Create'],
  ['update', 'Update'],
  ['conflict', 'Conflict'],
  ['skip', 'Skip'],
] as const

/** Preview of a push: counts, and leads with conflicts or other notes. */
export function PushPreview({ runId }: { runId: number }) {
  const found = useFollowedRun(runId)
  const run = found.data?.data
  const rows = useEndpoint(crmRunRows, { params: { id: runId } })
  const failed = found.error ?? rows.error
  if (failed) return <LoadError what="The preview" query={{ error: failed, refetch: rows.refetch }} />
  if (!run) return null
  const previewed = rows.data?.data
  const isOver = !isRunActive(run)
  return (
    <Stack component="section" aria-label="Preview" gap={12}>
      {previewed?.paused && <Notice tone="warning">{previewed.paused}</Notice>}
      {!isOver && (
        <Hint role="status">
          {`Checking your CRM: ${formatNumber(run.done)} of ${formatNumber(run.total ?? run.done)} done`}
        </Hint>
      )}
      {run.error && <Notice tone="danger">{run.error.message}</Notice>}
      <SimpleGrid component="dl" cols={4} spacing="sm" verticalSpacing={4} className="numeric">
        {FIGURES.map(([name, label]) => (
          <Figure key={name} label={label}>
            {formatNumber(run.counts[name] ?? 0)}
          </Figure>
        ))}
      </SimpleGrid>
      {isOver && previewed && previewed.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={classes.told} aria-label="Leads to review" tabIndex={0}>
          {previewed.rows.map((row) => (
            <li key={row.lead_id}>
              {row.name ?? 'No name'}
              {row.reason && (
                <Text component="small" display="block" c="dimmed">
                  {reasonLabel(row.reason)}
                </Text>
              )}
              {row.conflicts.map((conflict) => (
                <Text component="small" display="block" c="dimmed" key={conflict.field}>
                  {conflictLabel(conflict)}
                </Text>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
