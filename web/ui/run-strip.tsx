import { Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelRun, type Run, runs } from '#contract/runs.ts'
import { call } from '../lib/api.ts'
import { formatBytes, formatCredits, formatNumber } from '../lib/format.ts'
import { type CountWord, runCounts, runPercent } from './run-counts.ts'
import classes from './run-strip.module.css'
import { StateBadge } from './state-badge.tsx'

interface RunStripProps {
  run: Run
  /** Which counts to tell, in which words. */
  words: readonly CountWord[]
  /** What progress is counted in; bytes read as "3 MB of 9 MB". */
  unit?: 'pieces' | 'bytes'
}

/** One piece of work with its progress, what it brought so far, and the way to stop it. */
export function RunStrip({ run, words, unit = 'pieces' }: RunStripProps) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(cancelRun, { params: { id: run.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [runs.name] }),
  })
  const active = run.state === 'queued' || run.state === 'running'
  const stopping = run.cancel_requested || cancel.isPending
  const percent = runPercent(run)
  const amount = unit === 'bytes' ? formatBytes : formatNumber
  const facts = [
    run.total === null ? null : `${amount(run.done)} of ${amount(run.total)}`,
    ...runCounts(run, words),
    run.cost > 0 ? formatCredits(run.cost) : null,
  ].filter((fact) => fact !== null)
  return (
    <div className={classes.root}>
      <div className={classes.line}>
        <StateBadge state={run.state} />
        <span className={classes.title}>{run.title}</span>
        <span className={classes.facts}>{facts.join(' · ')}</span>
        {active && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={stopping}
            onClick={() => cancel.mutate()}
            aria-label={`Cancel ${run.title}`}
          >
            {stopping ? 'Cancelling…' : 'Cancel'}
          </Button>
        )}
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={percent ?? 100}
          striped={percent === null}
          animated={percent === null}
          aria-label={`Progress of ${run.title}`}
          {...(percent === null ? { 'aria-valuetext': 'Working' } : {})}
        />
      </Progress.Root>
      {run.error && (
        <div className={classes.error} role="alert">
          {run.error.message}
        </div>
      )}
    </div>
  )
}
