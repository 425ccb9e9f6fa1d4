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
  /** Words of the button that sends it. */
  submitLabel: string
  /** Gives up, by a button before it. */
  onCancel?: (() => void) | undefined
  danger?: boolean
  /** Nothing is sent while nothing was changed. */
  onlyChanges?: boolean
  /** What is behind the button; at the far end where the form can be given up. */
  beside?: ReactNode
  /** What would be lost by leaving with changes: then it is asked for. */
  leaving?: { title: string; text: string }
  /** The fields. */
  children: ReactNode
}

/** The frame of every form: fields, what no field can say of a failure, and the buttons. */
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
