import { Button, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useBrand } from '../../../lib/branding.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { forgetReason, useSession } from '../../../lib/session.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { checkLogin } from './login-check.ts'
import { PendingEmailInput } from './pending-email-input.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { useReturn } from './use-return.ts'
import { type SignIn, useSignIn } from './use-sign-in.ts'

const SignInStep = loadLater(async () => (await import('./sign-in-step.tsx')).SignInStep)

/** Explains once why someone was redirected to this page. */
function SignInReason() {
  const session = useSession()
  const [why, setWhy] = useState<string>()
  useEffect(() => {
    if (session.status !== 'signed-out' || !session.why) return
    setWhy(session.why)
    forgetReason()
  }, [session])
  return why ? (
    <p className={classes.why} role="status">
      {why}
    </p>
  ) : null
}

function LoginForm({ signIn }: { signIn: SignIn }) {
  usePageTitle('Sign in')
  const brand = useBrand()
  const search = useReturn()
  const { props, errors, failure, busy, fail } = useContractForm(authCalls.login, {
    initial: { email: '', password: '' },
    check: checkLogin,
    send: ({ email, password }) => signIn.attempt({ way: 'password', email: email.trim(), password }),
    focusOnFailure: 'password',
  })
  return (
    <>
      <form {...props}>
        <h1 className={classes.title}>Sign in</h1>
        {failure === undefined && <SignInReason />}
        <FailureLine failure={failure} />
        <PendingEmailInput error={errors.email} />
        <PasswordInput
          name="password"
          label="Password"
          mt="sm"
          autoComplete="current-password"
          error={errors.password}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <div className={classes.beside}>
          <Link to="/forgot-password" search={search} className={classes.link}>
            Forgot password?
          </Link>
        </div>
        <Button type="submit" fullWidth mt="md" size="sm" loading={busy}>
          Sign in
        </Button>
      </form>
      <SocialButtons signIn={signIn} onFailure={fail} />
      {brand.sign_up && (
        <p className={classes.foot}>
          New here?{' '}
          <Link to="/register" search={search} className={classes.link}>
            Register
          </Link>
        </p>
      )}
    </>
  )
}

/** Sign-in with its extra steps. The guard decides where it leads afterwards. */
export function LoginPage() {
  const signIn = useSignIn()
  return (
    <Suspense>
      {signIn.step ? <SignInStep signIn={signIn} step={signIn.step} /> : <LoginForm signIn={signIn} />}
    </Suspense>
  )
}
