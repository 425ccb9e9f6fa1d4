import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { finishCrmConsent } from '#contract/leads/crm.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './crm.module.css'

/** Where the consent page of a CRM sends people back to: it finishes the connection, once. */
export function CrmCallbackPage() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const query = new URLSearchParams(window.location.search)
    const [state, code] = [query.get('state'), query.get('code')]
    // What stands in the address is good for one use and nobody else's business.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (!state || !code) return setProblem('The CRM wasn’t connected because access wasn’t granted')
    call(finishCrmConsent, { body: { state, code }, quiet: 'errors' }).then(
      () => void navigate({ to: '/integration/crm', replace: true }),
      (error) => setProblem(errorMessage(error)),
    )
  }, [navigate])
  return (
    <>
      <PageHeader title="Connecting" />
      <div className={classes.column}>
        {problem === null ? (
          <SkeletonRows rows={1} height={80} label="Connecting the CRM" />
        ) : (
          <>
            <Notice tone="danger">{problem}</Notice>
            <div>
              <Button component={Link} to="/integration/crm">
                Back to CRM
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  )
}
