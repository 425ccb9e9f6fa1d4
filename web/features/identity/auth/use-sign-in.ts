import { startTransition, useCallback, useState } from 'react'
import type { SignedIn } from '#contract/identity/user.ts'
import { adopt } from '../../../lib/session.ts'
import { forgetKept } from './kept-keys.ts'
import { type Attempt, type Step, send, stepAfter } from './sign-in-flow.ts'

/** Signing in with everything that may have to be asked in between. */
export interface SignIn {
  /** What has to be asked now; undefined while the page's own form stands. */
  step: Step | undefined
  /** Tries to sign in. Resolves when it worked or a step is asked. @throws ApiError to be shown where it was tried */
  attempt: (attempt: Attempt) => Promise<void>
  /** Back to the page's own form. */
  back: () => void
}

/** Starts the session of a reply that signed someone in. */
export async function enter(reply: SignedIn): Promise<void> {
  forgetKept()
  await adopt(reply)
}

/** The state of signing in. Where it leads afterwards is the guard's business. */
export function useSignIn(): SignIn {
  const [step, setStep] = useState<Step>()
  const attempt = useCallback(async (tried: Attempt) => {
    try {
      await enter(await send(tried))
    } catch (error) {
      const next = stepAfter(error, tried)
      if (!next) throw error
      // In a transition the form stays until the step's file is there.
      startTransition(() => setStep(next))
    }
  }, [])
  const back = useCallback(() => setStep(undefined), [])
  return { step, attempt, back }
}
