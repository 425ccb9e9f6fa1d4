import type { LedgerLine } from '#contract/accounts/wallet.ts'
import type { LineRow } from './wallet-store.ts'

export const presentLine = (row: LineRow): LedgerLine => ({
  id: row.id,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount,
  reason: row.reason,
  run_id: row.run_id,
  lead_id: row.lead_id,
  lead: row.lead_name,
  user: row.user_email,
  created_at: row.created_at.toISOString(),
})
