import { Box, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '#contract/activity/runs.ts'
import {
  downloadVerifications,
  showVerification,
  verificationStatus,
  verifyEmail,
} from '#contract/prospecting/email-verification.ts'
import { call, download, errorMessage } from '#web/lib/api.ts'
import { emailShares } from '#web/lib/email-shares.ts'
import { makeKey } from '#web/lib/query-client.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { useRunStrip } from '#web/lib/use-run-strip.ts'
import { Card } from '#web/ui/card.tsx'
import { EmailEvidence } from '#web/ui/email-evidence.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import { CheckMany } from './check-many.tsx'
import { NO_QUERY, verificationsSearch } from './verifications-search.ts'
import { VerificationsTable } from './verifications-table.tsx'

/** Verifies one address now and shows the evidence. */
function CheckOne() {
  const client = useQueryClient()
  const [checked, setChecked] = useState<string>()
  const form = useContractForm(verifyEmail, {
    initial: { email: '' },
    body: ({ email }) => ({ email: email.trim(), fresh: false }),
    onSuccess: ({ data }) => {
      client.setQueryData(makeKey(showVerification, { params: { email: data.email } }), { data })
      setChecked(data.email)
    },
  })
  const { busy, failure, values, errors } = form
  const wrong = errors.email ?? (failure === undefined ? undefined : errorMessage(failure))
  return (
    <Card component="section" gap="sm" bg="var(--app-body)" aria-labelledby="check-one">
      <h2 id="check-one">Single address</h2>
      <form {...form.props}>
        <Group align="flex-start" gap="xs">
          <TextInput
            {...form.field('email')}
            flex="1 1 200px"
            aria-label="Email address"
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            placeholder="info@acme.example"
            maxLength={320}
            error={wrong}
          />
          <Button type="submit" size="sm" loading={busy} disabled={values.email.trim() === ''}>
            Verify
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {busy && <Text c="dimmed">Asking the domain’s mail servers. This can take up to 40 seconds.</Text>}
        {checked && !busy && !wrong && <EmailEvidence email={checked} />}
        {!checked && !busy && !wrong && (
          <Text c="dimmed">
            Checks spelling, domain, mail servers and, where possible, the mailbox. Free, and no email is
            sent.
          </Text>
        )}
      </div>
    </Card>
  )
}

function Strip({ run, onLeave }: { run: Run; onLeave: () => void }) {
  const file = useMutation({
    mutationFn: () => call(downloadVerifications, { body: { run_id: run.id } }),
    onSuccess: ({ data }) => download(data.url),
  })
  return (
    <RunStrip
      {...useRunStrip(run, [])}
      actions={
        <>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            loading={file.isPending}
            disabled={isRunActive(run)}
            onClick={() => file.mutate()}
          >
            Download CSV
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={onLeave}>
            Show all checks
          </Button>
        </>
      }
    />
  )
}

/** Progress of a run over many addresses, and its results by state. */
function VerificationRun({ runId, onLeave }: { runId: number; onLeave: () => void }) {
  const found = useFollowedRun(runId)
  if (found.isPending) return <SkeletonRows rows={1} height={56} label="Loading the verification" />
  if (found.isError) {
    return <LoadError what="This verification" query={found} />
  }
  const run = found.data.data
  const shares = emailShares(run.counts)
  return (
    <>
      <Strip run={run} onLeave={onLeave} />
      {shares.some(({ value }) => value > 0) && (
        <Box py="sm" px="var(--app-gutter)" style={{ borderBottom: 'var(--app-line)' }}>
          <ShareBar label="States of the addresses" parts={shares} />
        </Box>
      )}
    </>
  )
}

const TITLES = {
  closed: 'Mailboxes can’t be checked: port 25 is closed',
  off: 'Mailbox checks are turned off on this installation',
} as const

/** A notice while mailboxes can't be checked; nothing otherwise. */
function SmtpStatus() {
  const status = useEndpoint(verificationStatus)
  if (!status.data) return null
  const { smtp, message, since } = status.data.data
  if (smtp !== 'closed' && smtp !== 'off') return null
  return (
    <Box pt="sm" px="var(--app-gutter)" bg="var(--app-surface)">
      <Notice tone="warning" title={TITLES[smtp]}>
        {message} We still check spelling, domain and mail servers. Unconfirmed mailboxes count as potential.
        {since && (
          <>
            {' '}
            Noticed <When at={since} />.
          </>
        )}
      </Notice>
    </Box>
  )
}

/** Verifies single addresses or many, and lists all verified addresses. */
export function EmailVerificationPage() {
  const [query, change] = usePageSearch(verificationsSearch)
  return (
    <>
      <PageHeader
        title="Email verification"
        subtitle="Verify whether an address accepts email, with evidence"
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
