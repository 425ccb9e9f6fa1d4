import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CheckMany } from './check-many.tsx'
import { CheckOne } from './check-one.tsx'
import classes from './email-verification-page.module.css'
import { SmtpStatus } from './smtp-status.tsx'
import { VerificationRun } from './verification-run.tsx'
import { NO_QUERY, verificationsSearch } from './verifications-search.ts'
import { VerificationsTable } from './verifications-table.tsx'

/** Checks of addresses: one at once with all the evidence, many as a run, and what is known so far. */
export function EmailVerificationPage() {
  const [query, change] = usePageSearch(verificationsSearch)
  return (
    <>
      <PageHeader
        title="Email verification"
        subtitle="Check whether an address accepts email, with evidence"
      />
      <SmtpStatus />
      <div className={classes.columns}>
        <CheckOne />
        <CheckMany onStarted={(run) => change({ ...NO_QUERY, run })} />
      </div>
      {query.run !== null && <VerificationRun runId={query.run} onLeave={() => change(NO_QUERY)} />}
      <VerificationsTable query={query} onChange={change} />
    </>
  )
}
