import { Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { type FocusEvent, Suspense } from 'react'
import '../../../ui/mantine-app-styles.ts'
import { clearSession, useUser } from '../../../lib/session.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { BLOCKING_MODAL } from '../../../ui/blocking-modal.ts'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { FailureLine } from './failure-line.tsx'
import { checkLogin } from './login-check.ts'
import { SocialButtons } from './social-buttons.tsx'
import { type SignIn, useSignIn } from './use-sign-in.ts'

const SignInStep = loadLater(async () => (await import('./sign-in-step.tsx')).SignInStep)

/** Above every dialog and drawer of the page, below toasts. */
const Z_INDEX = 450

/** Keeps the Escape key to itself: a dialog below would close and lose its input. */
const keepKeys = ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true')

function PasswordForm({ signIn, why }: { signIn: SignIn; why: string }) {
  const { email } = useUser()
  const { props, errors, failure, busy, fail } = useContractForm(authCalls.login, {
    initial: { email, password: '' },
    check: checkLogin,
    send: ({ password }) => signIn.attempt({ way: 'password', email, password }),
    focusOnFailure: 'password',
  })
  return (
    <>
      <form {...props}>
        <p className={classes.why}>{why}</p>
        <Text mb="sm">What you typed on this page is kept.</Text>
        <FailureLine failure={failure} />
        <TextInput name="email" type="email" label="Email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          name="password"
          label="Password"
          mt="sm"
          autoComplete="current-password"
          error={errors.password}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          data-autofocus
        />
        <DialogButtons cancelLabel="Use another account" onCancel={() => clearSession()}>
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
        </DialogButtons>
      </form>
      <SocialButtons signIn={signIn} onFailure={fail} />
    </>
  )
}

/** Signs the same person in again over the page, so that nothing is lost. */
export function SessionEndedDialog({ why }: { why: string }) {
  const signIn = useSignIn()
  return (
    <Modal
      {...BLOCKING_MODAL}
      opened
      title="Sign in"
      size={400}
      zIndex={Z_INDEX}
      overlayProps={{ blur: 6, backgroundOpacity: 0.5 }}
      onFocusCapture={keepKeys}
    >
      <Suspense>
        {signIn.step ? (
          <SignInStep signIn={signIn} step={signIn.step} />
        ) : (
          <PasswordForm signIn={signIn} why={why} />
        )}
      </Suspense>
    </Modal>
  )
}
