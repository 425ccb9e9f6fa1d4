import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CreditRequest,
  decideCreditRequest,
  receivedCreditRequests,
} from '#contract/accounts/billing.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits, formatMinor, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { STATE_LABELS } from './billing-labels.ts'

const PAGE = 20

const decide = (request: CreditRequest, state: CreditRequest['state'], quiet?: 'errors') =>
  call(decideCreditRequest, { params: { id: request.id }, body: { state }, ...(quiet && { quiet }) })

/** Giving what was requested asks first, as it has no way back; declining can be changed. */
function Answer({ request }: { request: CreditRequest }) {
  const { confirm, dialog } = useDialog()
  const decline = useMutation({
    mutationFn: () => decide(request, request.state === 'open' ? 'declined' : 'open'),
  })
  if (request.state === 'done') return STATE_LABELS.done
  const give = () =>
    confirm({
      title: 'Give credits',
      confirmLabel: 'Give credits',
      onConfirm: () => decide(request, 'done', 'errors'),
      children: `${request.account} gets ${formatCredits(request.amount)} from your balance.`,
    })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" aria-label={`Give credits to ${request.account}`} onClick={give}>
        Give credits
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={decline.isPending}
        aria-label={`${request.state === 'open' ? 'Decline' : 'Reopen'} the request from ${request.account}`}
        onClick={() => decline.mutate()}
      >
        {request.state === 'open' ? 'Decline' : 'Reopen'}
      </Button>
      {dialog}
    </Group>
  )
}

/** The pack that was requested, and what was written beside it. */
const formatNote = ({ pack, note }: CreditRequest) =>
  [pack && `${pack.name}, ${formatMinor(pack.price, pack.currency)}`, note].filter(Boolean).join('. ') || '–'

const COLUMNS: readonly Column<CreditRequest>[] = [
  { id: 'when', label: 'Requested', cell: (row) => <When at={row.created_at} /> },
  { id: 'who', label: 'Customer', card: 'title', cell: (row) => row.account },
  { id: 'by', label: 'By', cell: (row) => row.requested_by ?? '–' },
  { id: 'amount', label: 'Credits', align: 'end', cell: (row) => formatNumber(row.amount) },
  { id: 'note', label: 'Note', wrap: '280px', cell: formatNote },
  { id: 'state', label: 'Answer', cell: (row) => <Answer request={row} /> },
]

/** What customers of the account have requested, and the answers. */
export function ReceivedRequests() {
  const [page, setPage] = useState({ page: 1, limit: PAGE })
  const found = useEndpoint(receivedCreditRequests, { query: page })
  const total = found.data?.total ?? 0
  return (
    <Part title="Requests from your customers">
      <DataTable
        label="Requests received"
        found={{ ...found, rows: found.data?.data }}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        empty={<p>No customer has requested credits yet.</p>}
      />
      {total > PAGE && <Pager {...page} sizes={[PAGE]} total={total} onChange={setPage} />}
    </Part>
  )
}
