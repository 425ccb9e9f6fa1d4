import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorMessage } from '../lib/api-error.ts'
import type { ContractForm as Form } from '../lib/use-contract-form.ts'
import classes from './contract-form.module.css'
import { DialogButtons } from './dialog-buttons.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Notice } from './notice.tsx'

interface ContractFormProps<V extends object> {
  form: Form<V>
  submitLabel: string
  /** Adds a Cancel button. */
  onCancel?: () => void
  danger?: boolean
  /** Disables submitting until something has changed. */
  onlyChanges?: boolean
  /** Content after the button; at the far end of the row in forms with Cancel. */
  beside?: ReactNode
  /** Text of the question before leaving with unsaved changes. */
  leaving?: { title: string; text: string }
  children: ReactNode
}

/** The frame of every form: fields, errors that belong to no field, and buttons. */
export function ContractForm<V extends object>(props: ContractFormProps<V>) {
  const { form, submitLabel, onCancel, danger, onlyChanges, beside, leaving, children } = props
  const { busy, dirty, failure } = form
  const submit = (
    <Button
      type="submit"
      color={danger ? 'red' : 'brand'}
      loading={busy}
      disabled={onlyChanges === true && !dirty}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form {...form.props} className={classes.form} data-gap>
      {children}
      {failure !== undefined && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      {onCancel ? (
        <DialogButtons onCancel={onCancel} beside={beside}>
          {submit}
        </DialogButtons>
      ) : (
        <div className={classes.buttons}>
          {submit}
          {beside}
        </div>
      )}
      {leaving && (
        <LeaveGuard when={dirty && !busy} title={leaving.title}>
          {leaving.text}
        </LeaveGuard>
      )}
    </form>
  )
}
