import { createElement, type ReactNode, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

/** What a dialog is told by whoever shows it. */
export interface DialogState {
  opened: boolean
  onClose: () => void
}

type Draw = (state: DialogState) => ReactNode

/**
 * The one dialog of a page: `show` opens what it is given, `confirm` asks a question, and `dialog` is in the page. A
 * dialog that closes keeps its words until it is gone from the screen.
 */
export function useDialog() {
  const [draw, setDraw] = useState<Draw | null>(null)
  const [opened, setOpened] = useState(false)
  const show = (next: Draw) => {
    setDraw(() => next)
    setOpened(true)
  }
  return {
    show,
    confirm: (question: Omit<ConfirmDialogProps, keyof DialogState>) =>
      show((state) => createElement(ConfirmDialog, { ...question, ...state })),
    dialog: draw?.({ opened, onClose: () => setOpened(false) }),
  }
}

export type Dialog = ReturnType<typeof useDialog>
