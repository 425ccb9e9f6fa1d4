import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { call } from './api.ts'
import { shell } from './endpoints.ts'
import { type CountLabel, isRunActive, runBadge, runFacts, runPercent } from './run-facts.ts'

/** Props of a run's strip, including cancelling while that is possible. */
export function useRunStrip(run: Run, labels: readonly CountLabel[]) {
  const cancel = useMutation({
    mutationFn: () => call(shell.cancelRun, { params: { id: run.id } }),
  })
  const look = runBadge(run)
  return {
    title: run.title,
    state: look.state,
    stateLabel: look.label,
    percent: runPercent(run),
    facts: runFacts(run, labels),
    error: run.error?.message,
    stopping: run.cancel_requested || cancel.isPending,
    onCancel: isRunActive(run) ? () => cancel.mutate() : undefined,
  }
}
