import { Button, Modal } from '@mantine/core'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './webhooks.module.css'

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
          <div className={classes.secret}>
            <Notice tone="warning">You won’t see it again. Use it to verify that events come from us.</Notice>
            <CopyBox label="Secret" text={shown.secret} />
            {shown.isRotated && <p>For 24 hours, events are also signed with the old secret.</p>}
            <DialogButtons>
              <Button onClick={onStored}>I have saved it</Button>
            </DialogButtons>
          </div>
        )}
      </Modal>
      <LeaveGuard when={shown !== null} title="Leave without saving the secret?">
        You won’t see it again. You can change the secret later.
      </LeaveGuard>
    </>
  )
}
