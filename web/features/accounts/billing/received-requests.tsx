import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CreditRequest,
  decideCreditRequest,
  REQUEST_STATES,
  receivedCreditRequests,
} from '#contract/accounts/billing.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './billing-portal.module.css'
import { STATE_WORDS } from './billing-words.ts'

const PAGE = 20

function StateChoice({ request }: { request: CreditRequest }) {
  const decide = useMutation({
    mutationFn: (state: CreditRequest['state']) =>
      call(decideCreditRequest, { params: { id: request.id }, body: { state } }),
  })
  return (
    <NativeSelect
      size="xs"
      aria-label={`State of the request of ${request.account}`}
      data={REQUEST_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
      value={request.state}
      disabled={decide.isPending}
      onChange={({ currentTarget }) => decide.mutate(currentTarget.value as CreditRequest['state'])}
    />
  )
}

const COLUMNS: readonly Column<CreditRequest>[] = [
  { id: 'when', label: 'Requested', cell: (row) => <When at={row.created_at} /> },
  { id: 'who', label: 'Customer', card: 'title', cell: (row) => row.account },
  { id: 'by', label: 'By', cell: (row) => row.requested_by ?? '–' },
  { id: 'amount', label: 'Credits', align: 'end', cell: (row) => formatNumber(row.amount) },
  { id: 'note', label: 'Note', wrap: '280px', cell: (row) => row.note || '–' },
  { id: 'state', label: 'State', cell: (row) => <StateChoice request={row} /> },
]

/** What customers of the account have asked for, and what became of it. */
export function ReceivedRequests() {
  const [page, setPage] = useState({ page: 1, limit: PAGE })
  const found = useQuery(endpointQuery(receivedCreditRequests, { query: page }))
  const total = found.data?.total ?? 0
  return (
    <section className={classes.section} aria-labelledby="billing-received">
      <h2 id="billing-received">Requests of your customers</h2>
      <DataTable
        label="Requests received"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        empty={<p>No customer has asked for credits yet.</p>}
      />
      {total > PAGE && <Pager {...page} sizes={[PAGE]} total={total} onChange={setPage} />}
    </section>
  )
}
