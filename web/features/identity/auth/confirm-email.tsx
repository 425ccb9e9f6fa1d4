import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { call } from '../../../lib/api.ts'
import { CODE_LABELS, isWholeCode } from '../../../lib/code-digits.ts'
import { wrongCode } from '../../../lib/form-errors.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { ResendLine } from './resend-line.tsx'
import type { SignIn } from './use-sign-in.ts'

interface ConfirmEmailProps {
  email: string
  /** Proof that this browser registered; without it the password is required. */
  registration?: string
  /** Code from the email's link. */
  code?: string
  /** When the code was sent, epoch milliseconds. */
  sentAt: number
  onSentAgain?: (at: number) => void
  signIn: SignIn
  /** Back to the email step. */
  onRestart: () => void
}

/** Confirms an email by the mailed code, and signs in. */
export function ConfirmEmail(props: ConfirmEmailProps) {
  const { email, registration, signIn, onRestart } = props
  usePageTitle('Confirm your email')
  const [sentAt, setSentAt] = useState(props.sentAt)
  const promptPassword = registration === undefined
  const form = useContractForm(authCalls.confirmEmail, {
    initial: { code: props.code ?? '', password: '' },
    check: (values): Record<string, string> => ({
      ...(isWholeCode(values.code) ? {} : { code: values.code ? CODE_LABELS : MESSAGES.required }),
      ...(promptPassword && !values.password ? { password: MESSAGES.required } : {}),
    }),
    send: (values) =>
      signIn.attempt({
        way: 'confirm',
        email,
        code: values.code,
        ...(promptPassword ? { password: values.password } : { registration }),
      }),
    place: wrongCode,
  })
  const resend = async () => {
    await call(authCalls.resendCode, {
      body: { email, ...(registration ? { registration } : {}) },
      // Shown instead: nothing: it signs in; a new code restarts the countdown
      quiet: true,
    })
    const now = Date.now()
    setSentAt(now)
    form.set({ code: '' })
    props.onSentAgain?.(now)
  }
  return (
    <form {...form.props}>
      <h1 className={classes.title}>Confirm your email address</h1>
      <p className={classes.lead}>
        {props.code ? 'We filled in the code from the email to ' : 'We sent a 6-digit code to '}
        <strong>{email}</strong>.{promptPassword && ' Enter the password you chose, too.'}
      </p>
      <FailureLine failure={form.failure} />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <CodeInput
        {...form.field('code')}
        onComplete={(code) => !promptPassword && form.submit({ code })}
        readOnly={form.busy}
        autoFocus={!props.code}
      />
      {promptPassword && (
        <PasswordInput
          name="password"
          label="Password"
          mt="sm"
          autoComplete="current-password"
          error={form.errors.password}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          autoFocus={Boolean(props.code)}
        />
      )}
      <Button type="submit" fullWidth mt="lg" size="sm" loading={form.busy}>
        Confirm and sign in
      </Button>
      <ResendLine sentAt={sentAt} onResend={resend} onFailure={form.fail} />
      <p className={classes.foot}>
        Wrong address?{' '}
        <button type="button" className={classes.link} onClick={onRestart}>
          Start again
        </button>
      </p>
    </form>
  )
}
