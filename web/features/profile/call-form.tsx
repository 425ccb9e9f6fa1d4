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

/** A form that says what was wrong: the first wrong field takes the focus, the rest stands above the buttons. */
export function CallForm({ call, onSubmit, children, actions }: CallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const wrong = Object.values(call.fields).join('\n')
  useEffect(() => {
    if (wrong && !call.busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong, call.busy])
  return (
    <form
      ref={form}
      noValidate
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
