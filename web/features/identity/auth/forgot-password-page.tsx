import { Button } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { useBrand } from '../../../lib/branding.ts'
import { CODE_LABELS, isWholeCode } from '../../../lib/code-digits.ts'
import { wrongCode } from '../../../lib/form-errors.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { passwordProblems } from '../../../lib/password-problems.ts'
import { useTabState, writeTabValue } from '../../../lib/tab-storage.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { ForgotEmailStep, requestReset } from './forgot-email-step.tsx'
import { Outcome } from './outcome.tsx'
import { PENDING_EMAIL, PENDING_RESET, type PendingReset } from './pending-keys.ts'
import { ResendLine } from './resend-line.tsx'
import { useFragment } from './use-fragment.ts'
import { useReturn } from './use-return.ts'

interface ResetCodeStepProps {
  reset: Extract<PendingReset, { step: 'code' }>
  onNext: (reset: PendingReset) => void
  onRestart: () => void
}

/** Second step: the mailed code. */
function ResetCodeStep({ reset, onNext, onRestart }: ResetCodeStepProps) {
  const form = useContractForm(authCalls.checkResetCode, {
    initial: { code: '' },
    // Shown instead: the next step of the form
    quiet: true,
    check: ({ code }): Record<string, string> => {
      if (!code) return { code: MESSAGES.required }
      return isWholeCode(code) ? {} : { code: CODE_LABELS }
    },
    body: ({ code }) => ({ request: reset.request, code }),
    onSuccess: ({ data }) => onNext({ step: 'password', email: reset.email, token: data.token }),
    place: wrongCode,
  })
  const resend = async () => {
    onNext(await requestReset(reset.email))
    form.set({ code: '' })
  }
  return (
    <form {...form.props}>
      <h1 className={classes.title}>Enter the code</h1>
      <p className={classes.lead}>
        If <strong>{reset.email}</strong> has an account here, we’ve sent it a 6-digit code.
      </p>
      <FailureLine failure={form.failure} />
      <CodeInput
        {...form.field('code')}
        onComplete={(code) => form.submit({ code })}
        readOnly={form.busy}
        autoFocus
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={form.busy}>
        Continue
      </Button>
      <ResendLine sentAt={reset.sent_at} onResend={resend} onFailure={form.fail} />
      <p className={classes.foot}>
        Wrong address?{' '}
        <button type="button" className={classes.link} onClick={onRestart}>
          Start again
        </button>
      </p>
    </form>
  )
}

interface NewPasswordStepProps {
  token: string
  /** The email of the account, if known. */
  email: string | null
  onEnd: (how: 'done' | 'dead') => void
}

/** A proof that the server refuses: used, expired, or truncated. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_code' || 'token' in error.fields)

/** The last step: the new password. */
function NewPasswordStep({ token, email, onEnd }: NewPasswordStepProps) {
  const { password_min_length: min } = useBrand()
  const form = useContractForm(authCalls.resetPassword, {
    initial: { password: '', password_confirmation: '' },
    quiet: true,
    check: (values) => passwordProblems(values, min),
    send: async (passwords) => {
      try {
        await call(authCalls.resetPassword, { body: { token, ...passwords }, quiet: true })
        return 'done' as const
      } catch (error) {
        if (isDead(error)) return 'dead' as const
        throw error
      }
    },
    onSuccess: onEnd,
  })
  const { ref } = form.props
  useEffect(() => ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus(), [ref])
  return (
    <form {...form.props}>
      <h1 className={classes.title}>Set a new password</h1>
      <p className={classes.lead}>
        {email ? (
          <>
            For <strong>{email}</strong>.{' '}
          </>
        ) : null}
        You will be signed out everywhere.
      </p>
      <FailureLine failure={form.failure} />
      {email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordFields form={form} mt="sm" min={min} personal={email ? [email] : []} />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={form.busy}>
        Set password
      </Button>
    </form>
  )
}

/** The new password is set. */
function PasswordIsSet() {
  const search = useReturn()
  return (
    <Outcome
      icon={IconCircleCheck}
      tone="good"
      title="Password set"
      action={
        <Button fullWidth size="sm" renderRoot={(props) => <Link to="/login" search={search} {...props} />}>
          Sign in
        </Button>
      }
    >
      Sign in with the new password. All earlier sessions have ended.
    </Outcome>
  )
}

/** The code or link can no longer be used. */
function DeadEnd({ onRestart }: { onRestart: () => void }) {
  return (
    <Outcome
      icon={IconLinkOff}
      title="This link no longer works"
      action={
        <Button fullWidth size="sm" onClick={onRestart}>
          Get a new code
        </Button>
      }
    >
      This code or link was already used, has expired, or was replaced by a newer one.
    </Outcome>
  )
}

/** Result: the password is set, or the code or link was invalid. */
type End = 'done' | 'dead'

/** A forgotten password: email, mailed code, new password. A mailed link starts at the last step. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const [{ token: linked }, forgetLink] = useFragment()
  const [reset, setReset] = useTabState<PendingReset>(PENDING_RESET)
  const [end, setEnd] = useState<End>()
  const stop = (how: End) => {
    if (reset?.email) writeTabValue(PENDING_EMAIL, reset.email)
    forgetLink()
    setReset(null)
    setEnd(how)
  }
  const restart = () => {
    setReset(null)
    setEnd(undefined)
  }
  if (linked !== undefined) return <NewPasswordStep key={linked} token={linked} email={null} onEnd={stop} />
  if (end === 'done') return <PasswordIsSet />
  if (end === 'dead') return <DeadEnd onRestart={restart} />
  if (reset?.step === 'password')
    return <NewPasswordStep token={reset.token} email={reset.email} onEnd={stop} />
  if (reset?.step === 'code') return <ResetCodeStep reset={reset} onNext={setReset} onRestart={restart} />
  return <ForgotEmailStep onNext={setReset} />
}
