import { Box, Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage } from '../lib/api-error.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { Notice } from './notice.tsx'

export interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  confirmLabel: string
  /** Colours the button as something that cannot simply be taken back. */
  danger?: boolean
  /** The person must type this before the button works. */
  typedName?: string
  /** The dialog closes when it resolves; when it rejects, it stays and says why. Errors need no toast of their own. */
  onConfirm: () => Promise<unknown> | unknown
}

function ConfirmForm({ onClose, children, confirmLabel, danger, typedName, onConfirm }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const blocked = typedName !== undefined && typed.trim() !== typedName.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blocked || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      {children}
      {typedName !== undefined && (
        <TextInput
          mt="md"
          label={`Type “${typedName}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      {failure !== undefined && (
        <Box mt="md">
          <Notice tone="danger">{errorMessage(failure)}</Notice>
        </Box>
      )}
      <DialogButtons onCancel={onClose}>
        <Button
          type="submit"
          color={danger ? 'red' : 'brand'}
          loading={busy}
          disabled={blocked}
          data-autofocus={typedName === undefined || undefined}
        >
          {confirmLabel}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Asks before something that matters. Esc and Cancel do nothing; focus returns to where it was. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={440}>
      <ConfirmForm {...props} />
    </Modal>
  )
}
