import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mailChangeConfirm, mailChangeResend } from '#contract/identity/me.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { CODE_LABELS, isWholeCode } from '#web/lib/code-digits.ts'
import { wrongCode } from '#web/lib/form-errors.ts'
import { formatTime } from '#web/lib/format.ts'
import { loadSession } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { type PendingChange, RESEND_MS } from './email-change.ts'

interface EmailCodeStepProps {
  change: PendingChange
  /** A new mail was sent. */
  onChange: (change: PendingChange) => void
  onDone: (email: string) => void
  onCancel: () => void
}

/** Another mail, at most one a minute, or as the server allows. */
function Resend({ change, onChange, onCancel }: Omit<EmailCodeStepProps, 'onDone'>) {
  const [notBefore, setNotBefore] = useState(0)
  const left = useCountdown(Math.max(change.sentAt + RESEND_MS, notBefore))
  const resend = useMutation({
    mutationFn: () => call(mailChangeResend),
    onSuccess: ({ data }) =>
      onChange({ ...change, email: data.email, expiresAt: data.expires_at, sentAt: Date.now() }),
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.retryAfterMs) setNotBefore(Date.now() + error.retryAfterMs)
      // The server has no pending change any more: there is nothing to send a code for.
      if (error.code === 'conflict') onCancel()
    },
  })
  return (
    <Button variant="subtle" disabled={left > 0} loading={resend.isPending} onClick={() => resend.mutate()}>
      {left > 0 ? `New code in ${left} s` : 'Send a new code'}
    </Button>
  )
}

/** Accepts the code sent to the new address. */
export function EmailCodeStep({ change, onChange, onDone, onCancel }: EmailCodeStepProps) {
  const form = useContractForm(mailChangeConfirm, {
    initial: { code: '' },
    // Shown instead: an alert on the page
    quiet: true,
    check: ({ code }): Record<string, string> => (isWholeCode(code) ? {} : { code: CODE_LABELS }),
    place: wrongCode,
    onSuccess: async ({ data }) => {
      await loadSession({ again: true })
      onDone(data.email)
    },
  })
  return (
    <ContractForm
      form={form}
      submitLabel="Confirm"
      onCancel={onCancel}
      beside={<Resend change={change} onChange={onChange} onCancel={onCancel} />}
    >
      <Text c="dimmed">
        We sent a code to{' '}
        <Text component="span" c="var(--app-heading)" fw={500}>
          {change.email}
        </Text>
        . It’s valid until {formatTime(change.expiresAt)}. Until you confirm it, sign in with your current
        address.
      </Text>
      <CodeInput
        {...form.field('code')}
        label="Code from the email"
        readOnly={form.busy}
        autoFocus
        onComplete={(code) => form.submit({ code })}
      />
    </ContractForm>
  )
}
