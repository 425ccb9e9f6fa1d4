import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { connectStripe } from '#contract/accounts/payments.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './payments.module.css'

/** Where Stripe sends people back to: it finishes the connection, once. */
export function StripeCallbackPage() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const query = new URLSearchParams(window.location.search)
    const [state, code] = [query.get('state'), query.get('code')]
    // The code is good for one use and belongs in no history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (!state || !code) return setProblem('Stripe wasn’t connected because access wasn’t granted')
    call(connectStripe, { body: { state, code }, quiet: 'errors' }).then(
      () => void navigate({ to: '/whitelabel/stripe', replace: true }),
      (error) => setProblem(errorMessage(error)),
    )
  }, [navigate])
  return (
    <>
      <PageHeader title="Connecting Stripe" />
      <div className={classes.page}>
        {problem === null ? (
          <SkeletonRows rows={1} height={80} label="Connecting Stripe" />
        ) : (
          <>
            <Notice tone="danger" title="Stripe isn’t connected">
              {problem}
            </Notice>
            <Button mt="md" component={Link} to="/whitelabel/stripe">
              Back to Stripe
            </Button>
          </>
        )}
      </div>
    </>
  )
}
