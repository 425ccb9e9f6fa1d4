import type { CrmPolicy } from '#contract/activity/run-kinds/crm.ts'
import type { CrmConnection, CrmRow } from '#contract/leads/crm.ts'
import type { CrmEntry } from '#contract/leads/crm-ledger.ts'
import { formatNumber } from '#web/lib/format.ts'

/** Label of a policy, as a select option. */
export const POLICY_LABELS: Record<CrmPolicy, string> = {
  fill: 'Fill empty fields only',
  newer: 'Use the newer value',
  always: 'Always overwrite',
}

/** For CRMs whose adapter was written without the vendor’s contract. */
export const UNCONFIRMED =
  'Unconfirmed: written without the vendor’s published contract. Try it with a few leads first.'

const REASONS: Record<string, string> = {
  suppressed: 'On your suppression list',
  sample: 'Sample data',
  not_verified: 'No verified email',
  invalid_email: 'Invalid email',
  in_crm: 'Already in the CRM',
  no_contact: 'No email or phone',
  no_email: 'No email',
  accept_all: 'Accept-all email',
  risky: 'Risky email',
  unknown: 'Email not confirmed',
  in_other_campaign: 'In another campaign there',
  gone: 'Deleted since',
}

/** Why a lead is not sent: our text for known codes, the CRM's message otherwise. */
export const reasonLabel = (reason: string): string => REASONS[reason] ?? reason

/** Leads that a push leaves out: `; left out: 3 (invalid email), 1 (sample data)`. */
export const leftOutLabel = (groups: readonly { reason: string; count: number }[] = []): string => {
  const parts = groups.map(
    ({ reason, count }) => `${formatNumber(count)} (${reasonLabel(reason).toLowerCase()})`,
  )
  return parts.length > 0 ? `; left out: ${parts.join(', ')}` : ''
}

/** A field with two values: `First name: keeps “Catherine” (list has “Cat”)`. */
export function conflictLabel({ label, ours, theirs, wins }: CrmRow['conflicts'][number]): string {
  const [list, crm] = [ours ?? 'nothing', theirs ?? 'nothing'].map((value) => `“${value}”`)
  return wins === 'ours'
    ? `${label}: changes to ${list} (CRM has ${crm})`
    : `${label}: keeps ${crm} (list has ${list})`
}

/** Leads that a push would send, by a finished preview: all but skipped ones. */
export const previewedCount = (counts: Readonly<Record<string, number>>): number =>
  (counts.create ?? 0) + (counts.update ?? 0) + (counts.conflict ?? 0)

const WAYS: Record<CrmConnection['way'], string> = {
  oauth: 'Connected',
  token: 'Connected with a token',
  url: 'Connected with a catch hook',
}

/** Connection method, with the end of its secret. */
export const wayLabel = ({ way, hint }: Pick<CrmConnection, 'way' | 'hint'>): string =>
  hint ? `${WAYS[way]} ••••${hint}` : WAYS[way]

/** Note on a ledger line; empty where everything went well. */
export function ledgerNote({ error, dropped }: Pick<CrmEntry, 'error' | 'dropped'>): string {
  if (error) return error
  return dropped.length > 0 ? `Not saved by the CRM: ${dropped.map(keyLabel).join(', ')}` : ''
}

/** Readable name of a CRM key: `postalCode` is "Postal code". */
export const keyLabel = (key: string): string => {
  const text = key
    .replace(/[._]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
