import { Badge, Button } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconPower from '@tabler/icons-react/dist/esm/icons/IconPower.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import { type ReactNode, useRef, useState } from 'react'
import {
  changeWebhook,
  deleteWebhook,
  restoreWebhook,
  rotateWebhookSecret,
  type Webhook,
  webhooks,
} from '#contract/activity/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { ChangeDialog, CreateDialog, findScope } from './webhook-form.tsx'
import { deliveryBadge, eventName, POLL_MS, webhookBadge } from './webhook-labels.ts'

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'name',
    label: 'Webhook',
    card: 'title',
    wrap: '300px',
    cell: ({ name, url, origin }) => (
      <>
        {name}
        {origin === 'zapier' && (
          <Badge size="sm" variant="default" ml={6}>
            From Zapier
          </Badge>
        )}
        <Hint component="span" display="block">
          {url}
        </Hint>
      </>
    ),
  },
  { id: 'state', label: 'State', cell: (row) => <StateBadge {...webhookBadge(row)} /> },
  {
    id: 'events',
    label: 'Events',
    wrap: '220px',
    cell: ({ events }) => events.map(eventName).join(', '),
  },
  {
    id: 'last',
    label: 'Last delivery',
    cell: ({ last_delivery: last }) =>
      last ? (
        <>
          <StateBadge {...deliveryBadge(last)} /> <When at={last.at} />
        </>
      ) : (
        'None yet'
      ),
  },
]
const LIST_COLUMN: Column<Webhook> = {
  id: 'list',
  label: 'List',
  wrap: '180px',
  cell: ({ list }) => list?.name ?? 'All lists',
}

async function remove(webhook: Webhook): Promise<void> {
  const params = { id: webhook.id }
  await call(deleteWebhook, { params })
  showUndoToast(`“${webhook.name}” deleted`, () => void call(restoreWebhook, { params }).catch(() => {}))
}

interface WebhooksTableProps {
  /** The list of the webhooks; null: all of the account. */
  listId: number | null
  /** Webhooks about customers of a reseller, instead of the account's own. */
  ofCustomers?: boolean
  /** Renders the page around the table; `add` is its primary action. */
  around: (table: ReactNode, add: ReactNode) => ReactNode
  onOpen: (webhookId: number, deliveryId?: number) => void
}

/** Webhooks with their state and actions. */
export function WebhooksTable({ listId, ofCustomers = false, around, onOpen }: WebhooksTableProps) {
  const content = useRef<HTMLDivElement>(null)
  const { show, confirm, dialog } = useDialog()
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const found = useEndpoint(
    webhooks,
    { query: listId === null ? {} : { list_id: listId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ active, waiting }) => active && waiting > 0) ? POLL_MS : false,
    },
  )
  const rows = found.data?.data.filter((row) => (findScope(row) === 'customers') === ofCustomers)
  const scope = ofCustomers ? 'customers' : listId === null ? 'account' : 'list'
  const add = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() =>
        show((state) => (
          <CreateDialog
            {...state}
            listId={listId}
            scope={scope}
            onCreated={(created) => {
              state.onClose()
              setSecret({ secret: created.secret, isRotated: false })
            }}
          />
        ))
      }
    >
      Add webhook
    </Button>
  )
  const rotate = (webhook: Webhook) =>
    confirm({
      title: `Change the secret of “${webhook.name}”?`,
      confirmLabel: 'Change secret',
      onConfirm: async () => {
        const { data } = await call(rotateWebhookSecret, { params: { id: webhook.id }, quiet: 'errors' })
        setSecret({ secret: data.secret, isRotated: true })
      },
      children: 'You get a new secret, shown once. For 24 hours, events are signed with both.',
    })
  const setActive = (webhook: Webhook, active: boolean) =>
    void call(changeWebhook, { params: { id: webhook.id }, body: { active } }).catch(() => {})
  const listActions = (webhook: Webhook): RowAction[] => [
    { label: 'Deliveries', icon: IconListDetails, run: () => onOpen(webhook.id) },
    {
      label: 'Send test event',
      icon: IconSend,
      refusal: webhook.active ? undefined : 'It’s turned off',
      run: () =>
        show((state) => (
          <TestDialog {...state} webhook={webhook} onSent={(delivery) => onOpen(webhook.id, delivery)} />
        )),
    },
    {
      label: 'Edit',
      icon: IconPencil,
      run: () => show((state) => <ChangeDialog {...state} webhook={webhook} />),
    },
    { label: 'Change secret', icon: IconKey, run: () => rotate(webhook) },
    {
      label: webhook.active ? 'Turn off' : 'Turn on',
      icon: IconPower,
      run: () => setActive(webhook, !webhook.active),
    },
    { label: 'Delete', icon: IconTrash, run: () => void remove(webhook).catch(() => {}) },
  ]
  const table = (
    <div ref={content} tabIndex={-1}>
      <DataTable
        label="Webhooks"
        things="webhooks"
        found={{ ...found, rows }}
        columns={listId === null ? [...COLUMNS.slice(0, 2), LIST_COLUMN, ...COLUMNS.slice(2)] : COLUMNS}
        rowKey={({ id }) => id}
        actions={(webhook) => <RowMenu name={webhook.name} items={listActions(webhook)} />}
        empty={
          <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
            {ofCustomers
              ? 'Webhooks notify your systems when customers register, subscribe, cancel or run out of credits.'
              : listId === null
                ? 'Webhooks notify your systems when leads are added, runs end or exports are ready.'
                : 'Webhooks for this list notify your systems when its leads are added, changed or deleted.'}
          </EmptyState>
        }
      />
    </div>
  )
  return (
    <>
      {around(table, rows && rows.length > 0 ? add : undefined)}
      {dialog}
      <SecretDialog
        shown={secret}
        onStored={() => {
          setSecret(null)
          content.current?.focus()
        }}
      />
    </>
  )
}
