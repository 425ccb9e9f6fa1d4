import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BLOCKING_MODAL } from './blocking-modal.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { LeaveGuard } from './leave-guard.tsx'

interface ShownOnceDialogProps {
  title: string
  /** The dialog is open while it has contents. */
  children: ReactNode
  onStored: () => void
  /** What is asked before the page is left with the dialog open. */
  leaveTitle: string
  leaveText: string
}

/** A secret that is shown only once. Only the button closes it: what was not saved is lost. */
export function ShownOnceDialog({ title, children, onStored, leaveTitle, leaveText }: ShownOnceDialogProps) {
  const opened = Boolean(children)
  return (
    <>
      <Modal {...BLOCKING_MODAL} opened={opened} title={title} size={520}>
        <Stack>
          {children}
          <DialogButtons>
            <Button onClick={onStored}>I have saved it</Button>
          </DialogButtons>
        </Stack>
      </Modal>
      <LeaveGuard when={opened} title={leaveTitle}>
        {leaveText}
      </LeaveGuard>
    </>
  )
}
