import { Button, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './run-strip.module.css'
import { StateBadge } from './state-badge.tsx'

interface RunStripProps {
  title: string
  /** A state that StateBadge knows. */
  state: string
  /** Words of the state, when they are not its own. */
  stateLabel?: string | undefined
  /** Whole percent; null while nobody knows. */
  percent: number | null
  /** What it did so far, in short words. */
  facts: readonly string[]
  error?: string | undefined
  /** It was asked to stop and has not yet. */
  stopping: boolean
  /** Absent when it cannot be stopped any more. */
  onCancel?: (() => void) | undefined
  /** What can be done with the result, at the end of the line. */
  actions?: ReactNode
  /** Details below the bar. */
  children?: ReactNode
}

/** One piece of work with its progress, what it brought so far, and the way to stop it. */
export function RunStrip(props: RunStripProps) {
  const { title, state, stateLabel, percent, facts, error, stopping, onCancel, actions, children } = props
  return (
    <div className={classes.root}>
      <div className={classes.line}>
        <StateBadge state={state} {...(stateLabel ? { label: stateLabel } : {})} />
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>{facts.join(' · ')}</span>
        {onCancel && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={stopping}
            onClick={onCancel}
            aria-label={`Cancel ${title}`}
          >
            {stopping ? 'Cancelling…' : 'Cancel'}
          </Button>
        )}
        {actions}
      </div>
      <Progress.Root size={4} className={classes.bar}>
        <Progress.Section
          color="var(--app-info)"
          value={percent ?? 100}
          striped={percent === null}
          animated={percent === null}
          aria-label={`Progress of ${title}`}
          {...(percent === null ? { 'aria-valuetext': 'Working' } : {})}
        />
      </Progress.Root>
      {error && (
        <div className={classes.error} role="alert">
          {error}
        </div>
      )}
      {children}
    </div>
  )
}
