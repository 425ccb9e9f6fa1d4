import type { CrmPolicy } from '#contract/activity/run-kinds/crm.ts'
import type { CrmConnection, CrmRow } from '#contract/leads/crm.ts'
import type { CrmEntry } from '#contract/leads/crm-ledger.ts'

/** What a policy does, as an option of a select. */
export const POLICY_LABELS: Record<CrmPolicy, string> = {
  fill: 'Fill empty fields only',
  newer: 'Use the newer value',
  always: 'Always overwrite',
}

const REASONS: Record<string, string> = {
  suppressed: 'On your suppression list',
  sample: 'Sample data',
  not_verified: 'No verified email',
  in_crm: 'Already in the CRM',
  no_contact: 'No email or phone',
  gone: 'Deleted since',
}

/** Why a lead is not sent: our words for a code, what the CRM says as it is. */
export const reasonLabel = (reason: string): string => REASONS[reason] ?? reason

/** A field with two values: `First name: keeps “Catherine” (list has “Cat”)`. */
export function conflictLabel({ label, ours, theirs, wins }: CrmRow['conflicts'][number]): string {
  const [list, crm] = [ours ?? 'nothing', theirs ?? 'nothing'].map((value) => `“${value}”`)
  return wins === 'ours'
    ? `${label}: changes to ${list} (CRM has ${crm})`
    : `${label}: keeps ${crm} (list has ${list})`
}

/** Leads that a push would send, by a preview that has ended: all but those that it skips. */
export const previewedCount = (counts: Readonly<Record<string, number>>): number =>
  (counts.create ?? 0) + (counts.update ?? 0) + (counts.conflict ?? 0)

const WAYS: Record<CrmConnection['way'], string> = {
  oauth: 'Connected',
  token: 'Connected with a token',
  url: 'Connected with a catch hook',
}

/** How it was connected, with the end of its secret. */
export const wayLabel = ({ way, hint }: Pick<CrmConnection, 'way' | 'hint'>): string =>
  hint ? `${WAYS[way]} ••••${hint}` : WAYS[way]

/** What has to be known of one line of the ledger; empty where everything went well. */
export function ledgerNote({ error, dropped }: Pick<CrmEntry, 'error' | 'dropped'>): string {
  if (error) return error
  return dropped.length > 0 ? `Not saved by the CRM: ${dropped.map(keyLabel).join(', ')}` : ''
}

/** A key of a CRM as words: `postalCode` is "Postal code". */
export const keyLabel = (key: string): string => {
  const words = key
    .replace(/[._]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
