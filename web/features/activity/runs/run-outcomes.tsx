import { Group, Stack } from '@mantine/core'
import type { Outcome } from '#contract/activity/run-kinds/define.ts'
import type { Run } from '#contract/activity/runs.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { Share } from '../../../lib/share.ts'
import { ShareBar } from '../../../ui/share-bar.tsx'
import { type BadgeState, StateBadge } from '../../../ui/state-badge.tsx'
import { isActive, outcomesOf } from './run-progress.ts'

/** Icon and colour of outcomes. */
const LOOKS: Record<Outcome, { badge: BadgeState; tone: Share['tone'] }> = {
  found: { badge: 'found', tone: 'success' },
  potential: { badge: 'potential', tone: 'warning' },
  not_found: { badge: 'not_found', tone: 'dimmed' },
  failed: { badge: 'error', tone: 'danger' },
  not_tried: { badge: 'unchecked', tone: 'dimmed' },
}

/** How the work of a run divides into found, not found and failed: one bar with a legend. */
export function RunOutcomes({ run }: { run: Run }) {
  const parts = outcomesOf(run)
  if (parts.length === 0) return null
  return (
    <Stack gap={6}>
      <ShareBar
        compact
        {...(isActive(run) && run.total !== null ? { whole: run.total } : {})}
        label={`Results of ${run.title}`}
        parts={parts.map(({ name, word, value, outcome }) => ({
          id: name,
          label: word,
          value,
          tone: LOOKS[outcome].tone,
        }))}
      />
      <Group component="ul" gap="2px 12px" className="numeric">
        {parts.map(({ name, word, value, outcome }) => (
          <li key={name}>
            <StateBadge state={LOOKS[outcome].badge} label={`${formatNumber(value)} ${word}`} />
          </li>
        ))}
      </Group>
    </Stack>
  )
}
