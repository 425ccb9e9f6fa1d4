import { Button, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { personName } from '#web/lib/account-labels.ts'
import { clearSession, useUser } from '#web/lib/session.ts'
import { BLOCKING_MODAL } from '#web/ui/blocking-modal.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { goBack } from './acting-session.ts'

/** Replaces the sign-in dialog when acting has ended: the actor does not know that person's password. */
export function ActingEnded() {
  const user = useUser()
  const back = useMutation({ mutationFn: goBack, onError: () => clearSession() })
  return (
    <Modal {...BLOCKING_MODAL} opened title="This session has ended" size={400} zIndex={450}>
      <Text>You are no longer logged in as {personName(user)}.</Text>
      <DialogButtons cancelLabel="Sign out" onCancel={() => clearSession()}>
        <Button loading={back.isPending} onClick={() => back.mutate()} data-autofocus>
          Back to my account
        </Button>
      </DialogButtons>
    </Modal>
  )
}
