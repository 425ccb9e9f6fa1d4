import { Tooltip } from '@mantine/core'
import { type BadgeState, StateBadge } from '#web/ui/state-badge.tsx'
import { type EmailBadge, emailBadge } from './cell-format.ts'

const LOOK: Record<EmailBadge['tone'], BadgeState> = {
  found: 'found',
  potential: 'potential',
  unknown: 'unchecked',
  invalid: 'error',
}

/** State of an e-mail address as icon and word; what it means on hover. */
export function EmailStateBadge({ state }: { state: string | null | undefined }) {
  const { word, tone, meaning } = emailBadge(state)
  return (
    <Tooltip label={meaning}>
      <span>
        <StateBadge state={LOOK[tone]} label={word} />
      </span>
    </Tooltip>
  )
}
