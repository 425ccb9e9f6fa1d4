import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { run as showRun } from '#contract/activity/runs.ts'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { errorMessage } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import { countsToShow, countText, runBadge } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Evidence } from '#web/ui/evidence.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { eventSentence } from './event-labels.ts'
import classes from './lead-history.module.css'
import { ValueChanges } from './value-changes.tsx'

/** Summary of a run: what it was, how it ended, its results and total cost. */
function RunPeek({ id }: { id: number }) {
  const found = useEndpoint(showRun, { params: { id } })
  const run = found.data?.data
  if (found.isError)
    return (
      <Text component="span" c="dimmed">
        {errorMessage(found.error)}
      </Text>
    )
  if (!run) return <Skeleton height={56} aria-label="Loading the run" />
  const facts = countsToShow(run).map((label) => countText(run, label))
  return (
    <Stack align="flex-start" gap={4}>
      <Text component="span" fw={500}>
        {run.title}
      </Text>
      <StateBadge {...runBadge(run)} />
      <Text component="span" c="dimmed">
        {[...facts, run.cost > 0 ? formatCredits(run.cost) : ''].filter(Boolean).join(' · ')}
      </Text>
      <Text component="span" c="dimmed">
        <When at={run.finished_at ?? run.created_at} />
      </Text>
    </Stack>
  )
}

/** Events of a lead, newest first: each a sentence with its time and run. */
export function LeadHistory({ lead }: { lead: LeadDetail }) {
  return (
    <ol className={classes.history}>
      {lead.history.map((entry) => {
        const { run_id: runId } = entry
        const sentence = eventSentence(entry)
        return (
          <li key={`${entry.created_at} ${entry.event}`}>
            <span>{sentence}</span>
            <ValueChanges lead={lead} detail={entry.detail} />
            <Group component="span" gap={0} c="dimmed" style={{ columnGap: '12px' }}>
              <When at={entry.created_at} />
              {runId !== null && (
                <Evidence label={`of “${sentence}”`} render={() => <RunPeek id={runId} />}>
                  <Text component="span" c="var(--app-accent)">
                    Run
                  </Text>
                </Evidence>
              )}
            </Group>
          </li>
        )
      })}
    </ol>
  )
}
