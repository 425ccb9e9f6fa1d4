import { type ReactNode, useState } from 'react'

/** State passed to a dialog. */
export interface DialogState {
  opened: boolean
  onClose: () => void
}

type Draw = (state: DialogState) => ReactNode

/**
 * A page's single dialog: `show` opens it, `dialog` renders it. While closing, a dialog keeps its content.
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
