import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import type { FormCall } from './form-call.ts'
import classes from './settings-page.module.css'

interface CallFormProps {
  call: Pick<FormCall<never>, 'fields' | 'failure' | 'busy'>
  onSubmit: () => void
  children: ReactNode
  /** Buttons below the fields. */
  actions: ReactNode
}

const findIn = (form: HTMLElement | null, what: string) => form?.querySelector<HTMLElement>(what)

/** Leads the focus: to the first wrong field, and back to the form when a button lost it by waiting. */
function useFormFocus({ fields, busy }: CallFormProps['call']) {
  const form = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  const wrong = Object.values(fields).join('\n')
  useEffect(() => {
    if (wrong && !busy) findIn(form.current, '[aria-invalid="true"]')?.focus()
  }, [wrong, busy])
  useEffect(() => {
    // A button that waits is disabled and loses the focus; it gets it back unless it stays disabled.
    const lost = wasBusy.current && !busy && document.activeElement === document.body
    wasBusy.current = busy
    if (lost) (findIn(form.current, '[type="submit"]:not(:disabled)') ?? form.current)?.focus()
  }, [busy])
  return form
}

/** A form that says what was wrong: the first wrong field takes the focus, the rest stands above the buttons. */
export function CallForm({ call, onSubmit, children, actions }: CallFormProps) {
  const form = useFormFocus(call)
  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {call.failure && <Notice tone="danger">{call.failure}</Notice>}
      <div className={classes.buttons}>{actions}</div>
    </form>
  )
}
