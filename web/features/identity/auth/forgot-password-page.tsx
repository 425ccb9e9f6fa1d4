import { useState } from 'react'
import { keep, useKept } from '../../../lib/kept.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { ForgotEmailStep } from './forgot-email-step.tsx'
import { KEPT_EMAIL, KEPT_RESET, type KeptReset } from './kept-keys.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import { ResetCodeStep } from './reset-code-step.tsx'
import { DeadEnd, PasswordIsSet } from './reset-ends.tsx'
import { useFragment } from './use-fragment.ts'

/** Result: the password is set, or the code or link was invalid. */
type End = 'done' | 'dead'

/** A forgotten password: email, mailed code, new password. A mailed link starts at the last step. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const [{ token: linked }, forgetLink] = useFragment()
  const [kept, setKept] = useKept<KeptReset>(KEPT_RESET)
  const [end, setEnd] = useState<End>()
  const stop = (how: End) => {
    if (kept?.email) keep(KEPT_EMAIL, kept.email)
    forgetLink()
    setKept(null)
    setEnd(how)
  }
  const restart = () => {
    setKept(null)
    setEnd(undefined)
  }
  if (linked !== undefined) return <NewPasswordStep key={linked} token={linked} email={null} onEnd={stop} />
  if (end === 'done') return <PasswordIsSet />
  if (end === 'dead') return <DeadEnd onRestart={restart} />
  if (kept?.step === 'password') return <NewPasswordStep token={kept.token} email={kept.email} onEnd={stop} />
  if (kept?.step === 'code') return <ResetCodeStep kept={kept} onKept={setKept} onRestart={restart} />
  return <ForgotEmailStep onKept={setKept} />
}
