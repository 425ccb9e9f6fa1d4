import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

interface DialogButtonsProps {
  /** Without it there is no Cancel button. */
  onCancel?: () => void
  cancelLabel?: string
  /** An extra action at the far end, such as "Clear these filters". */
  beside?: ReactNode
  children: ReactNode
}

/** The buttons of dialogs and of forms with Cancel: the primary one comes last. */
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
