import { Box, Button, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateBadge } from './state-badge.tsx'

interface RunStripProps {
  title: string
  /** A state of StateBadge. */
  state: string
  /** Overrides the state's own label. */
  stateLabel?: string
  /** Whole percent; null while unknown. */
  percent: number | null
  /** Short results so far. */
  facts: readonly string[]
  error?: string
  /** Cancelling was requested but has not happened yet. */
  stopping: boolean
  /** Absent once it can no longer be cancelled. */
  onCancel?: () => void
  /** Actions on the result, at the end of the line. */
  actions?: ReactNode
  children?: ReactNode
}

/** A run with its progress, results so far, and a cancel button. */
export function RunStrip(props: RunStripProps) {
  const { title, state, stateLabel, percent, facts, error, stopping, onCancel, actions, children } = props
  return (
    <Box py="xs" px="md" bg="var(--app-surface)" style={{ borderBottom: 'var(--app-line)' }}>
      <Group gap="4px 12px" mih={24} mb={6}>
        {/* Says that it has started, and how it has ended. */}
        <Group component="span" role="status" display="inline-flex" gap="4px 12px">
          <StateBadge state={state} {...(stateLabel ? { label: stateLabel } : {})} />
          <Text component="span" fw={500}>
            {title}
          </Text>
        </Group>
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
