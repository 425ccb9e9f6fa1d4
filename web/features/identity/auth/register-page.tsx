import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useBrand } from '../../../lib/branding.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { readTabValue, useTabState, writeTabValue } from '../../../lib/tab-storage.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import classes from './auth.module.css'
import { ConfirmEmail } from './confirm-email.tsx'
import { PENDING_EMAIL, PENDING_REGISTRATION, type PendingRegistration } from './pending-keys.ts'
import { RegisterForm } from './register-form.tsx'
import { useFragment } from './use-fragment.ts'
import { useReturn } from './use-return.ts'
import { useSignIn } from './use-sign-in.ts'

const SignInStep = loadLater(async () => (await import('./sign-in-step.tsx')).SignInStep)

/** The package in `?package=12`, from its public page. */
function usePackageChoice(): number | null {
  const { package: chosen } = useSearch({ strict: false }) as { package?: unknown }
  const id = Number(chosen)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function SignUpClosed() {
  usePageTitle('Register')
  const { name, support_email: support } = useBrand()
  return (
    <>
      <h1 className={classes.title}>Registration is closed</h1>
      <p className={classes.lead}>
        {name} isn’t accepting new sign-ups. If you were invited, use the link in your invitation.
      </p>
      {support && (
        <p>
          Questions?{' '}
          <a className={classes.link} href={`mailto:${support}`}>
            {support}
          </a>
        </p>
      )}
      <p className={classes.foot}>
        <Link to="/login" search={useReturn()} className={classes.link}>
          Back to sign-in
        </Link>
      </p>
    </>
  )
}

/** Registering, then confirming the email by the mailed code; a reload continues where it was. */
export function RegisterPage() {
  const { sign_up: open } = useBrand()
  const packageId = usePackageChoice()
  const signIn = useSignIn()
  const [{ email, code }, forgetLink] = useFragment()
  const [stored, setStored] = useTabState<PendingRegistration>(PENDING_REGISTRATION)
  const pending = stored && stored.expires_at > Date.now() ? stored : null
  const restart = () => {
    writeTabValue(PENDING_EMAIL, email ?? pending?.email ?? readTabValue(PENDING_EMAIL))
    forgetLink()
    setStored(null)
  }
  // A link belongs to the waiting registration only when both have the same email.
  const ofLink = email && code ? { email, code } : undefined
  const waiting = pending && (!ofLink || pending.email === ofLink.email.toLowerCase()) ? pending : undefined
  const shown = ofLink ?? waiting
  return (
    <Suspense>
      {signIn.step ? (
        <SignInStep signIn={signIn} step={signIn.step} />
      ) : shown ? (
        <ConfirmEmail
          key={`${shown.email} ${ofLink?.code}`}
          email={shown.email}
          code={ofLink?.code}
          registration={waiting?.registration}
          sentAt={waiting?.sent_at ?? 0}
          onSentAgain={(at) => waiting && setStored({ ...waiting, sent_at: at })}
          signIn={signIn}
          onRestart={restart}
        />
      ) : open || packageId !== null ? (
        <RegisterForm signIn={signIn} packageId={packageId} onPending={setStored} />
      ) : (
        <SignUpClosed />
      )}
    </Suspense>
  )
}
