import type { LedgerLine } from '#contract/accounts/wallet.ts'
import { pick } from '#server/platform/pick.ts'
import type { LineRow } from './wallet-store.ts'

export const presentLine = (row: LineRow): LedgerLine => ({
  ...pick(row, 'id', 'debit', 'credit', 'amount', 'reason', 'run_id', 'lead_id'),
  lead: row.lead_name,
  user: row.user_email,
  created_at: row.created_at.toISOString(),
})
