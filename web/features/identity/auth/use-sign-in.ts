import { startTransition, useCallback, useState } from 'react'
import type { SignedIn } from '#contract/identity/user.ts'
import { adopt } from '../../../lib/session.ts'
import { clearPending } from './pending-keys.ts'
import { type Attempt, type Step, send, stepAfter } from './sign-in-flow.ts'

/** Signing in with all possible steps. */
export interface SignIn {
  /** The current step; undefined while the page's own form is shown. */
  step: Step | undefined
  /** Tries to sign in. Resolves on success or when a step is needed. @throws ApiError to show at the form */
  attempt: (attempt: Attempt) => Promise<void>
  /** Back to the page's own form. */
  back: () => void
}

/** Starts the session of a successful sign-in. */
export async function enter(reply: SignedIn): Promise<void> {
  clearPending()
  await adopt(reply)
}

/** State of signing in. The guard decides where it leads afterwards. */
export function useSignIn(): SignIn {
  const [step, setStep] = useState<Step>()
  const attempt = useCallback(async (tried: Attempt) => {
    try {
      await enter(await send(tried))
    } catch (error) {
      const next = stepAfter(error, tried)
      if (!next) throw error
      // In a transition the form stays until the step's file has loaded.
      startTransition(() => setStep(next))
    }
  }, [])
  const back = useCallback(() => setStep(undefined), [])
  return { step, attempt, back }
}
