import { Checkbox, Stack, TextInput } from '@mantine/core'
import {
  ACCOUNT_EVENT_TYPES,
  CUSTOMER_EVENT_TYPES,
  LIST_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '#contract/activity/webhook-events.ts'
import { changeWebhook, createWebhook, type Webhook } from '#contract/activity/webhooks.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'

export type NewWebhook = Reply<typeof createWebhook>['data']

interface Values {
  url: string
  name: string
  events: WebhookEventType[]
}

/** Scope of a webhook: one list, the account with all its lists, or its customers. */
export type WebhookScope = 'list' | 'account' | 'customers'
const EVENTS_OF: Record<WebhookScope, readonly WebhookEventType[]> = {
  list: LIST_EVENT_TYPES,
  account: ACCOUNT_EVENT_TYPES,
  customers: CUSTOMER_EVENT_TYPES,
}

/** Scope of a webhook, by its events. */
export const findScope = ({ list, events }: Pick<Webhook, 'list' | 'events'>): WebhookScope => {
  if (list !== null) return 'list'
  return events.some((type) => WEBHOOK_EVENTS[type].ofCustomers) ? 'customers' : 'account'
}

function Fields({ form, scope }: { form: Form<Values>; scope: WebhookScope }) {
  const types = EVENTS_OF[scope]
  return (
    <>
      <TextInput
        {...form.field('url')}
        label="Address"
        placeholder="https://example.com/webhook"
        type="url"
        autoComplete="off"
        maxLength={2000}
        data-autofocus
      />
      <TextInput {...form.field('name')} label="Name (optional)" autoComplete="off" maxLength={100} />
      <Checkbox.Group {...form.field('events')} label="Events">
        <Stack gap={10} mt={6}>
          {types.map((type) => (
            <Checkbox
              key={type}
              size="xs"
              value={type}
              aria-invalid={form.errors.events ? true : undefined}
              label={WEBHOOK_EVENTS[type].name}
              description={WEBHOOK_EVENTS[type].when}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

function CreateForm(props: {
  listId: number | null
  scope: WebhookScope
  onCreated: (created: NewWebhook) => void
  onClose: () => void
}) {
  const form = useContractForm(createWebhook, {
    initial: {
      url: '',
      name: '',
      events: props.scope === 'customers' ? CUSTOMER_EVENT_TYPES : ['lead.added'],
    } as Values,
    // Shown instead: the dialog that shows the secret once
    quiet: true,
    body: (values) => ({ ...values, list_id: props.listId }),
    onSuccess: ({ data }) => props.onCreated(data),
  })
  return (
    <ContractForm form={form} submitLabel="Add webhook" onCancel={props.onClose}>
      <Fields form={form} scope={props.scope} />
    </ContractForm>
  )
}

function ChangeForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { url, name, events } = webhook
  const form = useContractForm(changeWebhook, {
    initial: { url, name, events } as Values,
    params: { id: webhook.id },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose} onlyChanges>
      <Fields form={form} scope={findScope(webhook)} />
    </ContractForm>
  )
}

/** Creates a webhook: address and events. */
export const CreateDialog = formDialog('Add a webhook', 480, CreateForm)

/** Edits a webhook: address and events. */
export const ChangeDialog = formDialog('Edit webhook', 480, ChangeForm)
