import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { mailChange } from '#contract/me.ts'
import { MESSAGES } from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CallForm } from './call-form.tsx'
import { keepPending, type PendingChange, readPending } from './email-change.ts'
import { EmailCodeStep } from './email-code-step.tsx'
import { type FieldErrors, schemaErrors, useFormCall } from './form-call.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import classes from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'

interface AskFormProps {
  onAsked: (change: PendingChange) => void
  /** It stands where the code was asked for. */
  autoFocus: boolean
}

interface Asked {
  email: string
  password?: string
}

function checkAsked(asked: Asked, user: { email: string; has_password: boolean }): FieldErrors {
  const found = schemaErrors(mailChange.body!, asked)
  if (user.has_password && !asked.password) found.password = MESSAGES.required
  if (asked.email.trim().toLowerCase() === user.email.toLowerCase())
    found.email = 'This is your address already'
  return found
}

function AskForm({ onAsked, autoFocus }: AskFormProps) {
  const user = useUser()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useFormCall({
    send: (asked: Asked) => call(mailChange, { body: asked, quiet: true }),
    check: (asked) => checkAsked(asked, user),
    shows: ['email', 'password'],
    onSuccess: ({ data }) =>
      onAsked({ userId: user.id, email: data.email, expiresAt: data.expires_at, sentAt: Date.now() }),
  })
  return (
    <CallForm
      call={form}
      onSubmit={() => form.submit({ email, ...(user.has_password ? { password } : {}) })}
      actions={
        <Button type="submit" loading={form.busy}>
          Send a code
        </Button>
      }
    >
      <TextInput
        label="New address"
        type="email"
        autoComplete="email"
        autoFocus={autoFocus}
        maxLength={254}
        value={email}
        error={form.fields.email}
        onChange={(event) => {
          form.touch()
          setEmail(event.currentTarget.value)
        }}
      />
      {user.has_password && (
        <OwnPasswordInput
          value={password}
          error={form.fields.password}
          onChange={(next) => {
            form.touch()
            setPassword(next)
          }}
        />
      )}
    </CallForm>
  )
}

/** The own e-mail address, and the way to another: asked for here, confirmed by a code sent there. */
export function EmailPage() {
  const user = useUser()
  const [change, setChange] = useState(() => readPending(sessionStorage, user.id, Date.now()))
  const [done, setDone] = useState<string>()
  const [cancelled, setCancelled] = useState(false)
  const keep = (next: PendingChange | null) => {
    keepPending(sessionStorage, next)
    setChange(next)
  }
  return (
    <SettingsPage
      current="/profile-settings/email"
      intro="You sign in with this address, and mails to you go there."
    >
      <div>
        <div className={classes.quiet}>Your address</div>
        <div className={classes.strong}>{user.email}</div>
      </div>
      {done && (
        <Notice tone="success" title="The address is changed" focus>
          From now on sign in with {done}.
        </Notice>
      )}
      {change ? (
        <EmailCodeStep
          change={change}
          onChange={keep}
          onCancel={() => {
            keep(null)
            setCancelled(true)
          }}
          onDone={(email) => {
            keep(null)
            setDone(email)
            setCancelled(false)
          }}
        />
      ) : (
        <AskForm
          autoFocus={cancelled}
          onAsked={(next) => {
            setDone(undefined)
            keep(next)
          }}
        />
      )}
    </SettingsPage>
  )
}
