import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { useBrand } from '../../../lib/branding.ts'
import { passwordProblems } from '../../../lib/password-problems.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'

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
export function NewPasswordStep({ token, email, onEnd }: NewPasswordStepProps) {
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
