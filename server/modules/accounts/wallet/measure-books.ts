import type { Db } from '#server/platform/db/db.ts'
import type { Measurement } from '#server/platform/observe/measurement.ts'
import { checkBooks } from './check-books.ts'

/** Whether balances and transactions agree. Reads the whole ledger: do not call every few seconds. */
export async function measureBooks(db: Db): Promise<Measurement[]> {
  const { drift, accounts, sum } = await checkBooks(db)
  return [
    {
      name: 'ledger_drift_credits',
      help: 'Credits missing or made up; must be 0',
      values: [{ value: drift }],
    },
    {
      name: 'ledger_wrong_accounts',
      help: 'Accounts whose balance differs from their transactions; must be 0',
      values: [{ value: accounts.length }],
    },
    { name: 'ledger_credits', help: 'Credits in all wallets', values: [{ value: sum }] },
  ]
}
