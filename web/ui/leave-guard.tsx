import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { readToken } from '../lib/token.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  when: boolean
  title: string
  /** What would be lost. */
  children: ReactNode
}

/** Asks before leaving a page with unsaved changes. Signing out is never blocked. */
export function LeaveGuard({ when, title, children }: LeaveGuardProps) {
  const shouldBlockFn = useCallback(() => readToken() !== null, [])
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: when,
    disabled: !when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={title}
      confirmLabel="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}
