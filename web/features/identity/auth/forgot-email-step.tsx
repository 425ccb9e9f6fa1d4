import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import classes from './auth.module.css'
import { emailProblem } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { PendingEmailInput } from './pending-email-input.tsx'
import type { PendingReset } from './pending-keys.ts'
import { useReturn } from './use-return.ts'

/** Sends a code and returns what to keep until it arrives. @throws ApiError */
export async function requestReset(email: string): Promise<PendingReset> {
  // Shown instead: the next step of the form
  const { data } = await call(authCalls.forgotPassword, { body: { email }, quiet: true })
  return { step: 'code', email, request: data.request, sent_at: Date.now() }
}

/** First step: the email of the account. */
export function ForgotEmailStep({ onNext }: { onNext: (reset: PendingReset) => void }) {
  const { props, errors, failure, busy } = useContractForm(authCalls.forgotPassword, {
    initial: { email: '' },
    check: ({ email }) => emailProblem(email),
    send: async ({ email }) => onNext(await requestReset(email.trim().toLowerCase())),
  })
  return (
    <form {...props}>
      <h1 className={classes.title}>Forgot your password?</h1>
      <p className={classes.lead}>Enter your email address and we’ll send you a code to set a new one.</p>
      <FailureLine failure={failure} />
      <PendingEmailInput error={errors.email} />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Send code
      </Button>
      <p className={classes.foot}>
        <Link to="/login" search={useReturn()} className={classes.link}>
          Back to sign-in
        </Link>
      </p>
    </form>
  )
}
