import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useBrand } from '../../lib/branding.ts'
import { NewPasswordInput } from '../../ui/new-password-input.tsx'
import classes from './auth.module.css'
import { passwordProblem } from './auth-checks.ts'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface NewPasswordStepProps {
  token: string
  /** Whose password, when it is known here. */
  email: string | null
  onEnd: (how: 'done' | 'dead') => void
}

/** A proof that the server does not take: used, too old, or cut off on its way. */
const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_code' || 'token' in error.fields)

/** The last step: the new password. */
export function NewPasswordStep({ token, email, onEnd }: NewPasswordStepProps) {
  const { password_min_length: min } = useBrand()
  const [password, setPassword] = useState('')
  const { props, errors, failure, busy } = useAuthForm({
    check: (values) => passwordProblem(values.password ?? '', min),
    send: async (values) => {
      try {
        await call(authCalls.resetPassword, { body: { token, password: values.password ?? '' }, quiet: true })
      } catch (error) {
        if (!isDead(error)) throw error
        return onEnd('dead')
      }
      onEnd('done')
    },
  })
  const { ref } = props
  useEffect(() => ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus(), [ref])
  return (
    <form {...props}>
      <h1 className={classes.title}>Set a new password</h1>
      <p className={classes.lead}>
        {email ? (
          <>
            For <strong>{email}</strong>.{' '}
          </>
        ) : null}
        You will be signed out everywhere.
      </p>
      <FailureLine failure={failure} />
      {email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordInput
        value={password}
        onChange={setPassword}
        min={min}
        known={email ? [email] : []}
        error={errors.password}
      />
      <Button type="submit" fullWidth mt="lg" size="sm" loading={busy}>
        Set the password
      </Button>
    </form>
  )
}
