import type { CrmConnection, CrmRow } from '#contract/crm.ts'
import type { CrmEntry } from '#contract/crm-ledger.ts'
import type { CrmPolicy } from '#contract/run-kinds/crm.ts'

/** What a policy does, as an option of a select. */
export const POLICY_WORDS: Record<CrmPolicy, string> = {
  fill: 'Fill empty fields only',
  newer: 'The newer value wins',
  always: 'Our value always wins',
}

const REASONS: Record<string, string> = {
  suppressed: 'On your suppression list',
  sample: 'Sample data',
  not_verified: 'No verified email',
  in_crm: 'In the CRM already',
  no_contact: 'Neither an email nor a phone number',
  gone: 'Deleted meanwhile',
}

/** Why a lead is not sent: our words for a code, what the CRM says as it is. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason

/** A field that both sides have: `First name: Cat here, Catherine there. Catherine stays`. */
export function conflictWords({ label, ours, theirs, wins }: CrmRow['conflicts'][number]): string {
  const kept = wins === 'ours' ? 'is replaced' : 'stays'
  return `${label}: ${ours ?? 'nothing'} here, ${theirs ?? 'nothing'} in the CRM, which ${kept}`
}

const WAYS: Record<CrmConnection['way'], string> = {
  oauth: 'Connected on its own page',
  token: 'Connected by token',
  url: 'Connected by catch hook',
}

/** How it was connected, with the end of its secret. */
export const wayWords = ({ way, hint }: Pick<CrmConnection, 'way' | 'hint'>): string =>
  hint ? `${WAYS[way]} ••••${hint}` : WAYS[way]

/** What has to be known of one line of the ledger; empty where everything went well. */
export function ledgerNote({ error, dropped }: Pick<CrmEntry, 'error' | 'dropped'>): string {
  if (error) return error
  return dropped.length > 0 ? `Not kept by the CRM: ${dropped.map(keyWords).join(', ')}` : ''
}

/** A key of a CRM as words: `postalCode` is "Postal code". */
export const keyWords = (key: string): string => {
  const words = key
    .replace(/[._]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
