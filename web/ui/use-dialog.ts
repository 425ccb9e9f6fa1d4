import { type ReactNode, useState } from 'react'

/** What a dialog is told by whoever shows it. */
export interface DialogState {
  opened: boolean
  onClose: () => void
}

type Draw = (state: DialogState) => ReactNode

/**
 * The one dialog of a page: `show` opens what it is given, and `dialog` is in the page. A dialog that closes keeps
 * its words until it is gone from the screen.
 */
export function useDialog(): { show: (draw: Draw) => void; dialog: ReactNode } {
  const [draw, setDraw] = useState<Draw | null>(null)
  const [opened, setOpened] = useState(false)
  return {
    show: (next) => {
      setDraw(() => next)
      setOpened(true)
    },
    dialog: draw?.({ opened, onClose: () => setOpened(false) }),
  }
}
