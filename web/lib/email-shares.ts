import { EMAIL_STATE_ORDER, type EmailLabel, emailLabel } from './email-labels.ts'
import type { Share } from './share.ts'

const TONES: Record<EmailLabel['tone'], Share['tone']> = {
  found: 'success',
  potential: 'warning',
  unknown: 'dimmed',
  invalid: 'danger',
}

/** Counts per email state as parts of a bar, from best to worst. */
export const emailShares = (counts: Readonly<Record<string, number>>): Share[] =>
  EMAIL_STATE_ORDER.map((state) => {
    const { label, tone } = emailLabel(state)
    return { id: state, label: label, value: counts[state] ?? 0, tone: TONES[tone] }
  })
