import type { DoubtfulEmail } from '#contract/activity/run-kinds/crm.ts'
import { EMAIL_FILTER } from '#contract/core/constants.ts'
import { isSender, keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import {
  DOUBT_OF_EMAIL_STATE,
  type EmailState,
  STATES_OF_EMAIL_FILTER,
} from '#contract/leads/email-states.ts'
import type { Reachability } from '#server/modules/leads/leads/index.ts'

const INVALID = new Set<string | null>(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.notFound])

interface Wanted {
  onlyVerified: boolean
  includeInvalid?: boolean
  doubtful?: readonly DoubtfulEmail[]
}

/** A sender emails everyone it gets: never an invalid address, and one in doubt only on request. */
function senderReason(
  lead: { has_email: boolean; email_state: string | null },
  { onlyVerified, doubtful = [] }: Wanted,
): string | null {
  if (!lead.has_email) return 'no_email'
  if (INVALID.has(lead.email_state)) return 'invalid_email'
  const doubt = DOUBT_OF_EMAIL_STATE[(lead.email_state ?? 'unknown') as EmailState] ?? null
  if (doubt === null) return null
  if (onlyVerified) return 'not_verified'
  return doubtful.includes(doubt) ? null : doubt
}

/** Why a lead is not sent, or null. */
export function skipReason(
  lead: Pick<Reachability, 'is_sample' | 'has_email' | 'has_phone'> & { email_state: string | null },
  wanted: Wanted,
  crm: CrmId,
): string | null {
  if (lead.is_sample) return 'sample'
  if (isSender(crm)) return senderReason(lead, wanted)
  const { onlyVerified, includeInvalid } = wanted
  if (onlyVerified && !(lead.has_email && lead.email_state === 'valid')) return 'not_verified'
  // A bounce costs more than a contact is worth.
  if (!includeInvalid && lead.has_email && INVALID.has(lead.email_state)) return 'invalid_email'
  return keepsContacts(crm) && !lead.has_email && !lead.has_phone ? 'no_contact' : null
}
