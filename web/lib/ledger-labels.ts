import type { ChargeKind } from '#contract/core/constants.ts'

const KINDS: Record<ChargeKind | 'ai_tokens', string> = {
  ai_tokens: 'AI text',
  people_contact: 'Person',
  people_phone: 'Phone of a person',
  people_similar: 'Similar person',
  local_contact: 'Local business',
  influencer_record: 'Influencer',
  domain_email: 'Email of a domain',
  influencer_enrich: 'Influencer details',
  website_check: 'Website checked',
}

/** Purpose of a transaction: the label of a kind of charge, or else the server's text. */
export const reasonLabel = (reason: string): string =>
  Object.hasOwn(KINDS, reason) ? KINDS[reason as keyof typeof KINDS] : reason

const MOVES: Record<string, string> = {
  'issued available': 'Added',
  'available reserved': 'Reserved',
  'reserved spent': 'Spent',
  'reserved available': 'Released',
  'spent available': 'Refunded',
  'available issued': 'Taken back',
  'available taken_back': 'Taken back',
  'available expired': 'Expired',
  'available spent': 'Spent',
  'available in_transit': 'Sent',
  'in_transit available': 'Received',
}

/** Label of a transfer between two ledger accounts. */
export const moveLabel = (line: { debit: string; credit: string }): string =>
  MOVES[`${line.debit} ${line.credit}`] ?? `${line.debit} to ${line.credit}`
