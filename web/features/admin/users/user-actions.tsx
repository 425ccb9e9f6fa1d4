import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type AdminUserDetails, actOnUser, deleteUser, restoreUser } from '#contract/admin/users.ts'
import { call } from '#web/lib/api.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { useCan } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { actionsFor, type UserActionTexts } from './user-labels.ts'

interface ActionFormProps {
  user: AdminUserDetails
  action: UserActionTexts
  onClose: () => void
}

/** Asks for the reason, which is recorded in the audit logs. */
function ActionForm({ user: { id }, action: { name, label, text, danger }, onClose }: ActionFormProps) {
  const form = useContractForm(deleteUser, {
    initial: { reason: '' },
    send: async ({ reason }) => {
      if (name === 'delete') await call(deleteUser, { params: { id }, body: { reason }, quiet: 'errors' })
      else await call(actOnUser, { params: { id }, body: { action: name, reason }, quiet: 'errors' })
    },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel={label} onCancel={onClose} {...(danger && { danger })}>
      <Text>{text}</Text>
      <Textarea
        {...form.field('reason')}
        label="Reason"
        description="Kept in the audit log"
        maxLength={500}
        minRows={2}
        data-autofocus
      />
    </ContractForm>
  )
}

/** All actions available for a user now. */
export function UserActions({ user }: { user: AdminUserDetails }) {
  const { show, dialog } = useDialog()
  const [canLogIn, canGive] = [useCan('log_in_as'), useCan('sell')]
  const { id, account, state, role, can } = user
  const restore = useMutation({ mutationFn: () => call(restoreUser, { params: { id } }) })
  const confirm = (action: UserActionTexts) =>
    show(({ opened, onClose }) => (
      <Modal opened={opened} onClose={onClose} title={action.label} size={440}>
        <ActionForm user={user} action={action} onClose={onClose} />
      </Modal>
    ))
  return (
    <Group gap="xs">
      {state === 'deleted' && can.delete && (
        <Button loading={restore.isPending} onClick={() => restore.mutate()}>
          Restore user
        </Button>
      )}
      {canLogIn && role !== 'admin' && state !== 'deleted' && (
        <Button variant="default" onClick={() => openLogInAs({ accountId: account.id })}>
          Log in as
        </Button>
      )}
      {canGive && state !== 'deleted' && (
        <Button
          variant="default"
          onClick={() => openCreditsDialog({ accountId: account.id, name: account.name })}
        >
          Credits
        </Button>
      )}
      {actionsFor(user).map((action) => (
        <Button
          key={action.name}
          variant="default"
          {...(action.danger && { c: 'var(--app-danger)' })}
          onClick={() => confirm(action)}
        >
          {action.label}
        </Button>
      ))}
      {dialog}
    </Group>
  )
}
