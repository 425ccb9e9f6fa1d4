import { Button, Stack, Text } from '@mantine/core'
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs'
import IconReplay from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useMutation } from '@tanstack/react-query'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  DELIVERY_STATES,
  type DeliveryDetail,
  importDeliveries,
  importDelivery,
  type ReceivedDelivery,
  replayImportDelivery,
} from '#contract/prospecting/import-addresses.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { leadAddress } from '#web/lib/list-ref.ts'
import { count, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { describeCounts, RESULT_LABELS } from './delivery-labels.ts'

const search = pageSearch(
  { state: oneOf(DELIVERY_STATES, null), ...paging, delivery: count(null) },
  { stays: ['delivery'] },
)
type Query = ReturnType<typeof search.read>

const FILTERS: readonly ListFilter<Query>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: [
      { value: 'accepted', label: 'Accepted' },
      { value: 'refused', label: 'Refused' },
    ],
  },
]

const badge = ({ state }: ReceivedDelivery) => (
  <StateBadge
    state={state === 'accepted' ? 'succeeded' : 'error'}
    label={state === 'accepted' ? 'Accepted' : 'Refused'}
  />
)

const COLUMNS: readonly Column<ReceivedDelivery>[] = [
  { id: 'received', label: 'Received', card: 'title', cell: ({ received_at: at }) => <When at={at} /> },
  { id: 'state', label: 'State', cell: badge },
  { id: 'rows', label: 'Rows', cell: ({ rows }) => formatCount(rows, 'row') },
  { id: 'result', label: 'Result', wrap: '320px', cell: (row) => row.reason ?? describeCounts(row) },
]

function Rows({ detail, list }: { detail: DeliveryDetail; list: { type: ListTypeId; id: number } }) {
  return detail.content.slice(0, 100).map(({ row, values, result, reason, lead_id: lead }) => (
    <Stack key={row} gap={4}>
      <Text fw={500} fz="sm">
        {`Row ${row}: ${result === null ? 'not taken' : RESULT_LABELS[result]}`}
        {lead !== null && (
          <>
            {' · '}
            <a href={leadAddress(list, lead)}>Open lead</a>
          </>
        )}
      </Text>
      {reason && (
        <Text fz="sm" c="dimmed">
          {reason}
        </Text>
      )}
      {values && <Facts facts={Object.entries(values)} />}
    </Stack>
  ))
}

function DeliveryFacts({ id, list }: { id: number; list: { type: ListTypeId; id: number } }) {
  const params = { id: list.id, delivery_id: id }
  const found = useEndpoint(importDelivery, { params })
  const replay = useMutation({ mutationFn: () => call(replayImportDelivery, { params }) })
  const detail = found.data?.data
  if (found.isError && !detail) return <LoadError what="The delivery" query={found} />
  if (!detail) return <SkeletonRows rows={4} height={48} label="Loading the delivery" />
  const { unknown_columns: unknown } = detail
  return (
    <Stack p="20px" gap="md">
      <Facts
        facts={[
          ['State', badge(detail)],
          ['Received', <When key="received" at={detail.received_at} />],
          ['Result', detail.reason ?? describeCounts(detail)],
          ['Taken again', detail.replays > 0 ? formatCount(detail.replays, 'time') : null],
        ]}
      />
      {unknown.length > 0 && (
        <Notice tone="warning">{`These columns filled no field: ${unknown.join(', ')}. Decide about them above, and take the delivery again.`}</Notice>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconReplay size={16} aria-hidden />}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Take again
        </Button>
      </div>
      <Rows detail={detail} list={list} />
      {detail.rows > 100 && (
        <Text fz="sm" c="dimmed">
          The first 100 rows are shown; the API has all.
        </Text>
      )}
    </Stack>
  )
}

/** What was handed in within 30 days. */
export function DeliveriesTable({ list }: { list: { type: ListTypeId; id: number } }) {
  const [query, change] = usePageSearch(search)
  const { delivery: open, ...filters } = query
  const found = usePagedQuery(importDeliveries, { params: { id: list.id }, query: filters })
  const rows = found.data?.data ?? []
  return (
    <>
      <ListSection
        heading="Deliveries of the last 30 days"
        label="Deliveries"
        list={{ found, query, change }}
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={(one) => one.id}
        opening={{ open, onOpen: (one) => change({ delivery: one.id }) }}
        empty={
          <EmptyState icon={IconInbox} title="Nothing was handed in yet">
            What programs send to the address appears here, with what became of it.
          </EmptyState>
        }
      />
      <RecordDrawer
        title="Delivery"
        id={open}
        ids={rows.map((one) => one.id)}
        onOpen={(next) => change({ delivery: next })}
      >
        {(id) => <DeliveryFacts key={id} id={id} list={list} />}
      </RecordDrawer>
    </>
  )
}
