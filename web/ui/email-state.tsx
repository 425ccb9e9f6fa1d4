import { type EmailLabel, emailLabel } from '../lib/email-labels.ts'
import { type BadgeState, StateBadge } from './state-badge.tsx'

const LOOK: Record<EmailLabel['tone'], BadgeState> = {
  found: 'found',
  potential: 'potential',
  unknown: 'unchecked',
  invalid: 'error',
}

/** State of an email address as icon and word, with its meaning as a tooltip. */
export function EmailState({ state }: { state: string | null | undefined }) {
  const { label, tone, meaning } = emailLabel(state)
  return (
    <span title={meaning}>
      <StateBadge state={LOOK[tone]} label={label} />
    </span>
  )
}
