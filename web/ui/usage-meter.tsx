import { Progress, Stack, Text } from '@mantine/core'
import { formatNumber } from '../lib/format.ts'

const NEAR = 0.8

export interface Usage {
  /** Whole percent of the limit, at most 100; null without a limit. */
  percent: number | null
  text: string
  tone: 'usual' | 'near' | 'reached'
}

/** Usage of a limit. A limit of 0 counts as reached; null is unlimited. */
export function makeUsage(used: number, limit: number | null): Usage {
  if (limit === null) return { percent: null, text: `${formatNumber(used)}, no limit`, tone: 'usual' }
  const share = limit === 0 ? 1 : used / limit
  return {
    percent: Math.min(100, Math.floor(share * 100)),
    text: `${formatNumber(used)} of ${formatNumber(limit)}`,
    tone: share >= 1 ? 'reached' : share >= NEAR ? 'near' : 'usual',
  }
}

const COLORS = { usual: 'var(--app-fill)', near: 'var(--app-warning)', reached: 'var(--app-danger)' }

/** Usage of a limit as text and bar. */
export function UsageMeter({ used, limit }: { used: number; limit: number | null }) {
  const { text, percent, tone } = makeUsage(used, limit)
  return (
    <Stack component="span" display="inline-flex" gap={4} miw={120} className="numeric">
      <span>{text}</span>
      {percent !== null && (
        <Progress.Root size={4} aria-hidden>
          <Progress.Section value={percent} color={COLORS[tone]} withAria={false} />
        </Progress.Root>
      )}
      {tone === 'reached' && (
        <Text component="span" fz="xs" lh="16px" c="var(--app-danger)">
          Limit reached
        </Text>
      )}
    </Stack>
  )
}
