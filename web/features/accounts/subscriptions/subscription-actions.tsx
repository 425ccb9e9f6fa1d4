import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core'
import { changeSubscription, type SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { actionsFor, type SubscriptionActionTexts } from './subscription-action-list.ts'

type Body = CallInput<typeof changeSubscription>['body']

interface ActionDialogProps extends DialogState {
  subscription: SubscriptionDetails
  look: SubscriptionActionTexts
}

/** A confirmation with a reason or a date. */
function ActionForm({ subscription, look, onClose }: ActionDialogProps) {
  const form = useContractForm(changeSubscription, {
    initial: look.requires === 'until' ? { until: '' } : { reason: '' },
    params: { id: subscription.id },
    body: (values) =>
      ({
        action: look.name,
        ...('until' in values && values.until
          ? { until: new Date(`${values.until}T00:00:00Z`).toISOString() }
          : values),
      }) as Body,
    onSuccess: onClose,
  })
  return (
    <ContractForm
      form={form}
      submitLabel={look.label}
      onCancel={onClose}
      {...(look.danger && { danger: true })}
    >
      <Text>{look.text(subscription)}</Text>
      {look.requires === 'until' ? (
        <TextInput {...form.field('until')} type="date" label="New end" data-autofocus />
      ) : (
        <Textarea {...form.field('reason')} label="Reason" maxLength={500} minRows={2} data-autofocus />
      )}
    </ContractForm>
  )
}

function ActionDialog(props: ActionDialogProps) {
  const { subscription, look, opened, onClose } = props
  if (look.requires)
    return (
      <Modal opened={opened} onClose={onClose} title={look.label} size={440}>
        <ActionForm {...props} />
      </Modal>
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={look.label}
      confirmLabel={look.label}
      {...(look.danger && { danger: true })}
      onConfirm={() =>
        call(changeSubscription, {
          params: { id: subscription.id },
          body: { action: look.name } as Body,
          quiet: 'errors',
        })
      }
    >
      {look.text(subscription)}
    </ConfirmDialog>
  )
}

/** All available actions of an account, each with a confirmation. */
export function SubscriptionActions({ subscription }: { subscription: SubscriptionDetails }) {
  const { show, dialog } = useDialog()
  return (
    <Group gap="xs">
      {actionsFor(subscription).map((look) => (
        <Button
          key={look.name}
          variant="default"
          {...(look.danger && { c: 'var(--app-danger)' })}
          onClick={() => show((state) => <ActionDialog {...state} subscription={subscription} look={look} />)}
        >
          {look.label}
        </Button>
      ))}
      {dialog}
    </Group>
  )
}
