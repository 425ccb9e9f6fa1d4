import { Box, Button, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
    <Box py="xs" px="md" bg="var(--app-surface)" style={{ borderBottom: 'var(--app-line)' }}>
      <Group gap="4px 12px" mih={24} mb={6}>
        <StateBadge state={state} {...(stateLabel ? { label: stateLabel } : {})} />
        <Text component="span" fw={500}>
          {title}
        </Text>
        <Text component="span" flex="1 1 180px" c="dimmed" className="numeric">
          {facts.join(' · ')}
        </Text>
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
      </Group>
      <Progress.Root size={4} bg="var(--app-info-soft)">
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
        <Text component="div" mt={6} c="var(--app-danger)" role="alert">
          {error}
        </Text>
      )}
      {children}
    </Box>
  )
}
