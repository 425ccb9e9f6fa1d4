import { Tooltip } from '@mantine/core'
import { type BadgeState, StateBadge } from '#web/ui/state-badge.tsx'
import { type EmailBadge, emailBadge } from './cell-format.ts'

const LOOK: Record<EmailBadge['tone'], BadgeState> = {
  found: 'found',
  potential: 'potential',
  unknown: 'unchecked',
  invalid: 'error',
}

interface EmailStateBadgeProps {
  state: string | null | undefined
  /** Where there are very many of them: the browser's own tooltip, which costs nothing to draw. */
  plain?: boolean | undefined
}

/** State of an e-mail address as icon and word; what it means on hover. */
export function EmailStateBadge({ state, plain }: EmailStateBadgeProps) {
  const { word, tone, meaning } = emailBadge(state)
  if (plain) {
    return (
      <span title={meaning}>
        <StateBadge state={LOOK[tone]} label={word} />
      </span>
    )
  }
  return (
    <Tooltip label={meaning}>
      <span>
        <StateBadge state={LOOK[tone]} label={word} />
      </span>
    </Tooltip>
  )
}
