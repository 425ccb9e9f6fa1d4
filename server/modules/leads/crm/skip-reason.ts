import { EMAIL_FILTER } from '#contract/core/constants.ts'
import { keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'
import type { Reachability } from '#server/modules/leads/leads/index.ts'

const INVALID = new Set<string | null>(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.notFound])

/** Why a lead is not sent, or null. */
export function skipReason(
  lead: Pick<Reachability, 'is_sample' | 'has_email' | 'has_phone'> & { email_state: string | null },
  { onlyVerified, includeInvalid }: { onlyVerified: boolean; includeInvalid?: boolean },
  crm: CrmId,
): string | null {
  if (lead.is_sample) return 'sample'
  if (onlyVerified && !(lead.has_email && lead.email_state === 'valid')) return 'not_verified'
  // A bounce costs more than a contact is worth.
  if (!includeInvalid && lead.has_email && INVALID.has(lead.email_state)) return 'invalid_email'
  return keepsContacts(crm) && !lead.has_email && !lead.has_phone ? 'no_contact' : null
}
