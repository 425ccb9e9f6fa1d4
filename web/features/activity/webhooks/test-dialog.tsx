import { NativeSelect } from '@mantine/core'
import { WEBHOOK_EVENTS, type WebhookEventType, webhookBody } from '#contract/activity/webhook-events.ts'
import { testWebhook, type Webhook } from '#contract/activity/webhooks.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { BodyText } from './body-text.tsx'
import { eventName } from './webhook-labels.ts'

interface TestProps {
  webhook: Webhook
  onSent: (deliveryId: number) => void
}

function TestForm({ webhook, onSent, onClose }: TestProps & { onClose: () => void }) {
  const form = useContractForm(testWebhook, {
    initial: { event: webhook.events[0] as WebhookEventType },
    params: { id: webhook.id },
    onSuccess: ({ data }) => {
      onClose()
      onSent(data.id)
    },
  })
  const { event } = form.values
  const body = webhookBody({
    type: event,
    timestamp: '2026-11-03T20:31:44.344Z',
    data: WEBHOOK_EVENTS[event].example,
    isTest: true,
  })
  return (
    <ContractForm form={form} submitLabel="Send test" onCancel={onClose}>
      <NativeSelect
        {...form.field('event')}
        label="Event"
        data={webhook.events.map((value) => ({ value, label: eventName(value) }))}
      />
      <BodyText label="Payload" text={JSON.stringify(body)} />
    </ContractForm>
  )
}

/** Chooses the event to test, and previews it. */
export const TestDialog = formDialog('Send a test event', 520, TestForm)
