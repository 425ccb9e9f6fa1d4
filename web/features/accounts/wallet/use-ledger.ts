import { ledger, statement } from '#contract/accounts/wallet.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

interface PageOf {
  page: number
  limit: number
}

/** A page of the statement: one line for each run, and for each movement that belongs to none. */
export const useStatement = (query: PageOf) => usePagedQuery(statement, { query })

/** A page of the movements of one run. */
export const useLedger = (query: PageOf & { run_id: number }) => usePagedQuery(ledger, { query })
