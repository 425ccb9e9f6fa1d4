import { Button, Modal, Stack, Text } from '@mantine/core'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Notice } from '#web/ui/notice.tsx'

export interface ShownSecret {
  secret: string
  /** Whether it replaces a secret that signs too for another day. */
  isRotated: boolean
}

const ignoreClose = () => {}

/** A secret, shown only once. Only its button closes it: a secret that was not saved has to be replaced. */
export function SecretDialog({ shown, onStored }: { shown: ShownSecret | null; onStored: () => void }) {
  return (
    <>
      <Modal
        opened={shown !== null}
        onClose={ignoreClose}
        title={shown?.isRotated ? 'The new secret' : 'The secret of your webhook'}
        size={520}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {shown && (
          <Stack gap="sm">
            <Notice tone="warning">You won’t see it again. Use it to verify that events come from us.</Notice>
            <CopyBox label="Secret" text={shown.secret} />
            {shown.isRotated && (
              <Text c="dimmed">For 24 hours, events are also signed with the old secret.</Text>
            )}
            <DialogButtons>
              <Button onClick={onStored}>I have saved it</Button>
            </DialogButtons>
          </Stack>
        )}
      </Modal>
      <LeaveGuard when={shown !== null} title="Leave without saving the secret?">
        You won’t see it again. You can change the secret later.
      </LeaveGuard>
    </>
  )
}
