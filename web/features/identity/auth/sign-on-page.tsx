import { Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as api from '#contract/identity/sign-on.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { withoutSchemas } from '../../../lib/endpoints.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import classes from './auth.module.css'
import { FailureLine } from './failure-line.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { takeRequest } from './sign-on-request.ts'
import { enter } from './use-sign-in.ts'

const finishSignOn = withoutSchemas<typeof api.finishSignOn>({
  name: 'auth.finishSignOn',
  method: 'POST',
  path: '/auth/sign-on/finish',
})

const NOT_BEGUN = 'This sign-in began in another browser or is over. Start again'

/** Return address of the site's provider: finishes the sign-in, once. */
export function SignOnPage() {
  usePageTitle('Signing in')
  const isStarted = useRef(false)
  const [failure, setFailure] = useState<unknown>()
  const [challenge, setChallenge] = useState<string>()
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const callback = window.location.search
    const kept = takeRequest()
    // The code must not stay in the address, where the history keeps it.
    window.history.replaceState(
      window.history.state,
      '',
      kept?.to ? `?to=${encodeURIComponent(kept.to)}` : '/sign-on',
    )
    if (!kept || !callback) return setFailure(new Error(NOT_BEGUN))
    // Shown instead: on this page
    call(finishSignOn, { body: { request: kept.request, callback }, quiet: true })
      .then(enter)
      .catch((error: unknown) => {
        const next = error instanceof ApiError ? error.details.challenge : undefined
        if (typeof next === 'string') setChallenge(next)
        else setFailure(error)
      })
  }, [])
  if (challenge)
    return <SecondFactorStep challenge={challenge} onBack={() => window.location.assign('/login')} />
  return (
    <>
      <h1 className={classes.title}>Signing in</h1>
      <FailureLine failure={failure} />
      {failure === undefined ? (
        <Loader size="sm" aria-label="Signing in" />
      ) : (
        <p className={classes.foot}>
          <Link to="/login" className={classes.link}>
            Back to sign-in
          </Link>
        </p>
      )}
    </>
  )
}
