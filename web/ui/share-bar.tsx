import { Box, Group, Text } from '@mantine/core'
import { formatNumber, formatShare } from '../lib/format.ts'
import type { Share } from '../lib/share.ts'

interface ShareBarProps {
  /** What is divided, for screen readers. */
  label: string
  parts: readonly Share[]
  /** More than the parts make up yet: the bar is filled as far as they go. */
  whole?: number
  /** Without the list of parts below, where there is no room: their numbers are read out all the same. */
  compact?: boolean
}

const colorOf = ({ tone = 'dimmed' }: Share) => `var(--app-${tone})`

/** How a whole divides, as one bar; the list below says the same in words and numbers. */
export function ShareBar({ label, parts, whole: most = 0, compact }: ShareBarProps) {
  const shown = parts.filter(({ value }) => value > 0)
  const whole = shown.reduce((sum, { value }) => sum + value, 0)
  if (whole === 0) return null
  const text = shown.map((part) => `${part.label} ${formatNumber(part.value)}`).join(', ')
  return (
    <div>
      <Group
        align="stretch"
        wrap="nowrap"
        gap={2}
        h={10}
        bdrs={5}
        bg="var(--app-hover)"
        style={{ overflow: 'hidden' }}
        role="img"
        aria-label={`${label}: ${text}`}
      >
        {shown.map((part) => (
          <span
            key={part.id}
            style={{ flexGrow: part.value, flexBasis: 0, minWidth: 3, background: colorOf(part) }}
            title={`${part.label}: ${formatNumber(part.value)} (${formatShare(part.value, whole)})`}
          />
        ))}
        {most > whole && <span style={{ flexGrow: most - whole, flexBasis: 0 }} />}
      </Group>
      {!compact && (
        <Group component="ul" align="stretch" gap="4px 20px" mt="xs" className="numeric">
          {shown.map((part) => (
            <Group component="li" display="inline-flex" wrap="nowrap" gap={6} key={part.id}>
              <Box component="span" flex="none" w={8} h={8} bdrs={2} bg={colorOf(part)} aria-hidden />
              {part.label}
              <Text component="span" c="dimmed">
                {`${formatNumber(part.value)} · ${formatShare(part.value, whole)}`}
              </Text>
            </Group>
          ))}
        </Group>
      )}
    </div>
  )
}
