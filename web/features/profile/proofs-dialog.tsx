import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MESSAGES } from '#contract/messages.ts'
import { useUser } from '#web/lib/session.ts'
import { CallForm } from './call-form.tsx'
import { type FieldErrors, useFormCall } from './form-call.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import page from './settings-page.module.css'

/** Password, where the person has one, and a code: what changing the second factor takes. */
interface Proofs {
  password?: string
  code: string
}

interface ProofsDialogProps<R> {
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  send: (proofs: Proofs) => Promise<R>
  onDone: (reply: R) => unknown
  onClose: () => void
}

const SHORTEST = 6

function checkProofs({ password, code }: Proofs, asksPassword: boolean): FieldErrors {
  const found: FieldErrors = {}
  if (asksPassword && !password) found.password = MESSAGES.required
  if (!code) found.code = MESSAGES.required
  else if (code.length < SHORTEST) found.code = MESSAGES.minLength(SHORTEST)
  return found
}

function ProofsForm<R>({ children, confirmLabel, danger, send, onDone, onClose }: ProofsDialogProps<R>) {
  const asks = useUser().has_password
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const form = useFormCall({
    send,
    check: (proofs: Proofs) => checkProofs(proofs, asks),
    shows: ['password', 'code'],
    onSuccess: onDone,
  })
  return (
    <CallForm
      call={form}
      onSubmit={() => form.submit({ code: code.trim(), ...(asks ? { password } : {}) })}
      actions={
        <>
          <Button type="submit" color={danger ? 'red' : 'brand'} loading={form.busy}>
            {confirmLabel}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className={page.quiet}>{children}</p>
      {asks && (
        <OwnPasswordInput
          value={password}
          error={form.fields.password}
          autoFocus
          onChange={(next) => {
            form.touch()
            setPassword(next)
          }}
        />
      )}
      <TextInput
        label="Code"
        description="Of the app, or a recovery code"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={form.fields.code}
        data-autofocus={!asks || undefined}
        onChange={(event) => {
          form.touch()
          setCode(event.currentTarget.value)
        }}
      />
    </CallForm>
  )
}

/** Asks for password and code before something is done to the second factor. */
export function ProofsDialog<R>(props: ProofsDialogProps<R>) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={400}>
      <ProofsForm {...props} />
    </Modal>
  )
}
