import { Button, Stack } from '@mantine/core'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { useMutation } from '@tanstack/react-query'
import { WEBHOOK_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import {
  DELIVERY_STATES,
  type Delivery,
  resendFailed,
  showWebhook,
  type Webhook,
  webhookDeliveries,
} from '#contract/activity/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { count, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DELIVERY_LABELS, deliveryBadge, eventName, POLL_MS, responseLabel } from './webhook-labels.ts'

/** The webhook of the log, the filters, and the open delivery. */
export const webhookSearch = pageSearch(
  {
    webhook: count(null),
    state: oneOf(DELIVERY_STATES, null),
    event: oneOf(WEBHOOK_EVENT_TYPES, null),
    ...paging,
    delivery: count(null),
  },
  { stays: ['delivery'] },
)
type WebhookQuery = ReturnType<typeof webhookSearch.read>

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'when', label: 'When', cell: ({ created_at }) => <When at={created_at} /> },
  {
    id: 'event',
    label: 'Event',
    card: 'title',
    cell: ({ type, test }) => (test ? `${eventName(type)} (test)` : eventName(type)),
  },
  { id: 'state', label: 'State', cell: (row) => <StateBadge {...deliveryBadge(row)} /> },
  {
    id: 'answer',
    label: 'Response',
    width: '26%',
    full: responseLabel,
    cell: responseLabel,
  },
  { id: 'attempts', label: 'Attempts', align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
  {
    id: 'next',
    label: 'Next attempt',
    cell: ({ next_attempt_at: at }) => (at ? <When at={at} /> : '–'),
  },
]

const FILTERS: readonly ListFilter<WebhookQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_LABELS[value] })),
  },
  {
    name: 'event',
    label: 'Event',
    all: 'All events',
    options: WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: eventName(value) })),
  },
]

const OFF: Record<NonNullable<Webhook['off_reason']>, string> = {
  person: 'It’s turned off. New events aren’t queued for it.',
  gone: 'It was turned off because the receiver returned 410 (gone).',
  failing: 'It was turned off because every delivery failed for 5 days.',
}

interface WebhookLogProps {
  id: number
  query: WebhookQuery
  change: (part: Partial<WebhookQuery>) => void
  back: { to: string; label: string; search?: () => Record<string, unknown> }
}

/** Deliveries of one webhook in the last 30 days. */
export function WebhookLog({ id, query, change, back }: WebhookLogProps) {
  const params = { id }
  const webhook = useEndpoint(showWebhook, { params }).data?.data
  const { page, limit, state, event } = query
  const found = usePagedQuery(
    webhookDeliveries,
    { params, query: { page, limit, state, event } },
    {
      refetchInterval: (shown) =>
        webhook?.active && shown.state.data?.data.some((row) => row.state === 'waiting') ? POLL_MS : false,
    },
  )
  const resend = useMutation({ mutationFn: () => call(resendFailed, { params }) })
  const rows = found.data?.data ?? []
  return (
    <Stack gap={0} flex={1} mih={0}>
      <PageHeader
        title={webhook ? `Deliveries of ${webhook.name}` : 'Deliveries'}
        subtitle={webhook?.url ?? '\u00a0'}
        back={back}
        actions={
          webhook?.active && webhook.failed > 0 ? (
            <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
              Resend all failed
            </Button>
          ) : undefined
        }
      />
      {webhook && !webhook.active && <Notice tone="warning">{OFF[webhook.off_reason ?? 'person']}</Notice>}
      <ListSection
        label="Deliveries"
        list={{ found, query, change }}
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={(delivery) => delivery.id}
        opening={{ open: query.delivery, onOpen: (delivery) => change({ delivery: delivery.id }) }}
        empty={
          <EmptyState icon={IconListDetails} title="Nothing delivered yet">
            Events sent to this webhook appear here for 30 days, with the request and response.
          </EmptyState>
        }
        fill
      />
      <DeliveryDrawer
        id={query.delivery}
        ids={rows.map((row) => row.id)}
        canResend={webhook?.active ?? false}
        onOpen={(delivery) => change({ delivery })}
      />
    </Stack>
  )
}
