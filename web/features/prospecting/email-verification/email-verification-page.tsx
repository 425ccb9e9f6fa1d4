import { SimpleGrid } from '@mantine/core'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CheckMany } from './check-many.tsx'
import { CheckOne } from './check-one.tsx'
import { SmtpStatus } from './smtp-status.tsx'
import { VerificationRun } from './verification-run.tsx'
import { NO_QUERY, verificationsSearch } from './verifications-search.ts'
import { VerificationsTable } from './verifications-table.tsx'

/** Verifies single addresses or many, and lists all verified addresses. */
export function EmailVerificationPage() {
  const [query, change] = usePageSearch(verificationsSearch)
  return (
    <>
      <PageHeader
        title="Email verification"
        subtitle="Check whether an address accepts email, with evidence"
      />
      <SmtpStatus />
      <SimpleGrid
        minColWidth="min(100%, 340px)"
        autoFlow="auto-fit"
        py="md"
        px="var(--app-gutter)"
        bg="var(--app-surface)"
        style={{ borderBottom: 'var(--app-line)' }}
      >
        <CheckOne />
        <CheckMany onStarted={(run) => change({ ...NO_QUERY, run })} />
      </SimpleGrid>
      {query.run !== null && <VerificationRun runId={query.run} onLeave={() => change(NO_QUERY)} />}
      <VerificationsTable query={query} onChange={change} />
    </>
  )
}
