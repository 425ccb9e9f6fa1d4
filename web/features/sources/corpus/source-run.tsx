import { Button, Group, Stack } from '@mantine/core'
import type { Run } from '#contract/activity/runs.ts'
import { countLabels, isRunActive } from '#web/lib/run-facts.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

const Strip = ({ run }: { run: Run }) => <RunStrip {...useRunStrip(run, countLabels(run.kind))} />

/** A run that fills, refreshes or removes a source: its progress, and next steps. */
export function SourceRun({
  runId,
  doneLabel,
  onDone,
}: {
  runId: number
  doneLabel: string
  onDone: () => void
}) {
  const found = useFollowedRun(runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the progress" />
  if (found.isError) return <LoadError what="The progress" query={found} />
  const run = found.data.data
  return (
    <Stack maw={880}>
      <Strip run={run} />
      {!isRunActive(run) && (
        <Group gap="xs">
          <Button variant="default" onClick={onDone}>
            {doneLabel}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
