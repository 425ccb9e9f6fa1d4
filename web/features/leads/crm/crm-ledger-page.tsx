import { Button, Stack } from '@mantine/core'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { retryCrm } from '#contract/leads/crm.ts'
import { type CrmEntry, crmLedger } from '#contract/leads/crm-ledger.ts'
import { showList } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { ledgerNote } from './crm-labels.ts'
import { LedgerEntry } from './ledger-entry.tsx'

const LEDGER_STATES = ['sending', 'sent', 'failed'] as const
const ledgerSearch = pageSearch({ ...paging, state: oneOf(LEDGER_STATES, null) })

const STATES: Record<CrmEntry['state'], string> = { sent: 'succeeded', sending: 'running', failed: 'failed' }
const STATE_LABELS: Record<CrmEntry['state'], string> = {
  sent: 'Sent',
  sending: 'On its way',
  failed: 'Failed',
}

type LedgerQuery = ReturnType<typeof ledgerSearch.read>
const FILTERS: readonly ListFilter<LedgerQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'Any state',
    options: LEDGER_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
]

const COLUMNS: readonly Column<CrmEntry>[] = [
  { id: 'name', label: 'Lead', card: 'title', cell: ({ name }) => name ?? 'No name' },
  { id: 'crm', label: 'CRM', cell: ({ connection }) => connection },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <StateBadge state={STATES[state]} label={STATE_LABELS[state]} />,
  },
  {
    id: 'remote',
    label: 'ID in the CRM',
    cell: ({ remote_id, link, name }) =>
      link ? (
        <a href={link} target="_blank" rel="noreferrer" aria-label={`${name ?? 'Lead'} in the CRM`}>
          {remote_id}
        </a>
      ) : (
        '–'
      ),
  },
  { id: 'at', label: 'Sent', cell: ({ sent_at }) => (sent_at ? <When at={sent_at} /> : '–') },
  { id: 'why', label: 'Note', wrap: '260px', cell: ledgerNote },
]

/** Sends the failed leads of a push again. */
function RetryButton({ runId, leads }: { runId: number; leads: number }) {
  const retry = useMutation({ mutationFn: () => call(retryCrm, { params: { id: runId } }) })
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate()}>
      {`Retry failed (${formatNumber(leads)})`}
    </Button>
  )
}

/** Leads of a list sent to CRMs, with the results. */
export function CrmLedgerPage() {
  const target = useListRef()
  const [query, change] = usePageSearch(ledgerSearch)
  const [open, setOpen] = useState<number | null>(null)
  const list = useEndpoint(showList, { params: { id: target?.id ?? 0 } }, { enabled: target !== null })
  const found = usePagedQuery(
    crmLedger,
    {
      params: { type: target?.type ?? 'local', id: target?.id ?? 0 },
      query: { page: query.page, limit: query.limit, state: query.state },
    },
    { enabled: target !== null },
  )
  if (!target) return null
  const rows = found.data?.data ?? []
  const retry = found.data?.retry
  return (
    <>
      <PageHeader
        title="Sent to CRMs"
        subtitle={list.data?.data.name ?? '\u00a0'}
        back={{ to: `/saved-lists/${listRef(target.type, target.id)}`, label: 'Back to the list' }}
        actions={
          retry ? <RetryButton key={retry.run_id} runId={retry.run_id} leads={retry.leads} /> : undefined
        }
      />
      <Stack gap={20} w="100%" maw={1080} pt={20} pb="xl" px="var(--app-gutter)">
        <ListSection
          heading="Leads"
          label="Leads sent"
          things="leads"
          list={{ found, query, change }}
          columns={COLUMNS}
          filters={FILTERS}
          rowKey={({ lead_id, connection_id }) => `${connection_id} ${lead_id}`}
          actions={(entry) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Values of ${entry.name ?? 'this lead'}`}
              onClick={() => setOpen(entry.lead_id)}
            >
              Values
            </Button>
          )}
          noMatches={{ title: 'No lead', reset: 'Show all' }}
          empty={
            <EmptyState icon={IconSend} title="Nothing sent yet">
              Leads you push to a CRM appear here with their CRM ID and result.
            </EmptyState>
          }
        />
      </Stack>
      <RecordDrawer title="Sent lead" id={open} ids={rows.map(({ lead_id }) => lead_id)} onOpen={setOpen}>
        {(id) => {
          const entry = rows.find(({ lead_id }) => lead_id === id)
          return entry ? <LedgerEntry entry={entry} type={target.type} /> : null
        }}
      </RecordDrawer>
    </>
  )
}
