import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { exportAgain } from '#contract/core/files.ts'
import { call, download } from '../../../lib/api.ts'
import { listRef } from '../../../lib/list-ref.ts'
import { requestOnList } from '../../../lib/requested-on-list.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { type NextStep, nextSteps } from './next-steps.ts'
import { runListPath } from './run-progress.ts'

const LOOK = { size: 'compact-xs', variant: 'default' } as const

function DownloadAgain({ run, label }: { run: Run; label: string }) {
  const file = useMutation({
    mutationFn: () => call(exportAgain, { params: { id: run.id } }),
    onSuccess: ({ data }) => download(data.url),
  })
  return (
    <Button {...LOOK} loading={file.isPending} onClick={() => file.mutate()}>
      {label}
    </Button>
  )
}

interface StepProps {
  run: Run
  step: NextStep
  onFollow: () => void
}

function Step({ run, step, onFollow }: StepProps) {
  if ('download' in step) return <DownloadAgain run={run} label={step.label} />
  const isAction = 'action' in step
  return (
    <ButtonLink
      {...LOOK}
      to={isAction ? runListPath(run) : step.to}
      // What a run's kind suggests is data: its page is known only here.
      search={(isAction ? undefined : step.search) as never}
      onClick={() => {
        if (isAction) requestOnList(listRef(run.list_type as string, run.list_id as number), step.action)
        onFollow()
      }}
    >
      {step.label}
    </ButtonLink>
  )
}

/** Next steps of an ended run. */
export function RunSteps({ run, onFollow }: { run: Run; onFollow: () => void }) {
  const steps = nextSteps(run)
  if (steps.length === 0) return null
  return (
    <Group gap={6}>
      {steps.map((step) => (
        <Step key={step.label} run={run} step={step} onFollow={onFollow} />
      ))}
    </Group>
  )
}
