import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ledger, statement } from '#contract/accounts/wallet.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

interface PageOf {
  page: number
  limit: number
}

/** A page of the statement: one line for each run and each transaction outside runs. */
export const useStatement = (query: PageOf) =>
  useQuery({ ...endpointQuery(statement, { query }), placeholderData: keepPreviousData })

/** A page of a run's transactions. */
export const useLedger = (query: PageOf & { run_id: number }) =>
  useQuery({ ...endpointQuery(ledger, { query }), placeholderData: keepPreviousData })
