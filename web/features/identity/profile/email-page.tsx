import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { mailChange } from '#contract/identity/me.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import { keepPending, type PendingChange, readPending } from './email-change.ts'
import { EmailCodeStep } from './email-code-step.tsx'
import { SettingsPage } from './settings-page.tsx'

interface NewEmailFormProps {
  onRequested: (change: PendingChange) => void
  /** Takes the focus in place of the code form. */
  autoFocus: boolean
}

function NewEmailForm({ onRequested, autoFocus }: NewEmailFormProps) {
  const user = useUser()
  const form = useContractForm(mailChange, {
    initial: { email: '', password: '' },
    // Shown instead: the step for the code
    quiet: true,
    body: ({ email, password }) => ({ email, ...(user.has_password ? { password } : {}) }),
    check: ({ email, password }): Record<string, string> => ({
      ...(user.has_password && !password ? { password: MESSAGES.required } : {}),
      ...(email.trim().toLowerCase() === user.email.toLowerCase()
        ? { email: 'This is already your address' }
        : {}),
    }),
    onSuccess: ({ data }) =>
      onRequested({ userId: user.id, email: data.email, expiresAt: data.expires_at, sentAt: Date.now() }),
  })
  return (
    <ContractForm form={form} submitLabel="Send a code">
      <TextInput
        {...form.field('email')}
        label="New address"
        type="email"
        autoComplete="email"
        autoFocus={autoFocus}
        maxLength={254}
      />
      {user.has_password && <OwnPasswordInput {...form.field('password')} />}
    </ContractForm>
  )
}

/** The person's email, and changing it: requested here, confirmed by a code sent to the new one. */
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
    <SettingsPage title="Email" intro="You sign in with this address, and we send emails to it.">
      <div>
        <Text component="div" c="dimmed">
          Your address
        </Text>
        <Text component="div" c="var(--app-heading)" fw={500}>
          {user.email}
        </Text>
      </div>
      {done && (
        <Notice tone="success" title="Email changed" focus>
          From now on, sign in with {done}.
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
        <NewEmailForm
          autoFocus={cancelled}
          onRequested={(next) => {
            setDone(undefined)
            keep(next)
          }}
        />
      )}
    </SettingsPage>
  )
}
