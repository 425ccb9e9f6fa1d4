import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

interface DialogButtonsProps {
  /** Gives up; without it there is only the way on. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** Another way, at the far end: "Clear these filters". */
  beside?: ReactNode
  /** The primary button. */
  children: ReactNode
}

/** The buttons of every dialog, and of every form that can be given up: the way back first, the primary one last. */
export function DialogButtons({ onCancel, cancelLabel = 'Cancel', beside, children }: DialogButtonsProps) {
  return (
    <div className={classes.buttons}>
      {beside && <div className={classes.beside}>{beside}</div>}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  )
}
