import { useState } from 'react'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useTabState, writeTabValue } from '../../../lib/tab-storage.ts'
import { ForgotEmailStep } from './forgot-email-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { PENDING_EMAIL, PENDING_RESET, type PendingReset } from './pending-keys.ts'
import { ResetCodeStep } from './reset-code-step.tsx'
import { DeadEnd, PasswordIsSet } from './reset-ends.tsx'
import { useFragment } from './use-fragment.ts'

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
