import { Box, Group, Text } from '@mantine/core'
import { formatNumber, formatShare } from '../lib/format.ts'
import type { Share } from '../lib/share.ts'

interface ShareBarProps {
  /** Accessible name. */
  label: string
  parts: readonly Share[]
  /** The total, if larger than the sum of the parts: the rest of the bar stays empty. */
  whole?: number
  /** Hides the list of parts below; screen readers still get the numbers. */
  compact?: boolean
}

const makeColor = ({ tone = 'dimmed' }: Share) => `var(--app-${tone})`

/** A stacked bar of the parts of a whole, with a list of them below. */
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
            style={{ flexGrow: part.value, flexBasis: 0, minWidth: 3, background: makeColor(part) }}
            title={`${part.label}: ${formatNumber(part.value)} (${formatShare(part.value, whole)})`}
          />
        ))}
        {most > whole && <span style={{ flexGrow: most - whole, flexBasis: 0 }} />}
      </Group>
      {!compact && (
        <Group component="ul" align="stretch" gap="4px 20px" mt="xs" className="numeric">
          {shown.map((part) => (
            <Group component="li" display="inline-flex" wrap="nowrap" gap={6} key={part.id}>
              <Box component="span" flex="none" w={8} h={8} bdrs={2} bg={makeColor(part)} aria-hidden />
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
