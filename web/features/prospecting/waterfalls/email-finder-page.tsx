import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { showLead } from '#contract/leads/leads.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import { ApiError, call, errorMessage } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { Band } from '#web/ui/band.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './email-finder.module.css'

type Requested = Reply<typeof findEmail>['data'] & { name: string; domain: string }

/** The result for one person: the address with its state and source, or that there is none. */
function Answer({ requested }: { requested: Requested }) {
  const followed = useFollowedRun(requested.run?.id ?? null)
  const run = followed.data?.data ?? requested.run
  const isOver = run === null || !isRunActive(run)
  const params = { type: 'people' as const, id: requested.list_id, resultId: requested.lead_id }
  const lead = useEndpoint(showLead, { params }, { enabled: isOver })
  if (!isOver) return <p role="status">{`Searching your sources for ${requested.name}…`}</p>
  if (lead.isError) return <LoadError what="The result" query={lead} />
  if (!lead.data) return <p role="status">Loading the result …</p>
  const { values, provenance } = lead.data.data
  const email = typeof values.email === 'string' ? values.email : null
  const origin = provenance.email
  const page = `/saved-lists/people-${requested.list_id}/${requested.lead_id}`
  if (!email)
    return (
      <Text c="dimmed">
        {run?.state === 'failed' && run.error
          ? run.error.message
          : `No email found for ${requested.name} at ${requested.domain}. You weren’t charged.`}{' '}
        <Link to="/integration/sources">Connect another source</Link>
      </Text>
    )
  return (
    <Stack align="start" gap="xs" py="sm" px="md" bd="var(--app-line)" bdrs="md">
      <Group component="p" wrap="nowrap" gap="xs" fz="lg">
        <a href={`mailto:${email}`}>{email}</a>
        <CopyButton text={email} what="email" />
      </Group>
      <EmailBadge email={email} state={String(values.email_state ?? 'unknown')} />
      <Text c="dimmed">
        {origin ? `From ${origin.source}` : 'From an unknown source'}
        {origin?.url && (
          <>
            {', '}
            <a href={origin.url} rel="noreferrer noopener" target="_blank">
              view page
            </a>
          </>
        )}
        {run ? `. ${run.cost === 0 ? 'Free' : formatCredits(run.cost)}` : '. Already known, so it’s free'}
      </Text>
      <Link to={page}>Open as a lead</Link>
    </Stack>
  )
}

function FinderForm({ onRequested }: { onRequested: (requested: Requested) => void }) {
  const [name, setName] = useState('')
  const [domain, setDomain] = useState('')
  const intent = useIntentKey()
  const lookUp = useMutation({
    mutationFn: (body: { name: string; domain: string }) =>
      // Shown instead: the result below the form
      call(findEmail, { body, quiet: true, idempotencyKey: intent.keyFor(body) }),
    onSuccess: ({ data }, body) => {
      intent.forget()
      onRequested({ ...data, ...body })
    },
  })
  const fields = lookUp.error instanceof ApiError ? (lookUp.error.fields ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && domain.trim() && !lookUp.isPending)
      lookUp.mutate({ name: name.trim(), domain: domain.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name"
        placeholder="e.g. Ann Lee"
        maxLength={200}
        required
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Company domain"
        placeholder="e.g. acme.com"
        maxLength={255}
        required
        value={domain}
        error={fields.domain}
        onChange={(event) => setDomain(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" loading={lookUp.isPending} disabled={!name.trim() || !domain.trim()}>
        {`Find email · ${formatCredits(creditPrice('domain_email'))} if found`}
      </Button>
      {lookUp.isError && Object.keys(fields).length === 0 && (
        <Notice tone="danger">{errorMessage(lookUp.error)}</Notice>
      )}
    </form>
  )
}

/** Finds the email of one person by name and domain; links to the import for many. */
export function EmailFinderPage() {
  const [requested, setRequested] = useState<Requested | null>(null)
  return (
    <>
      <PageHeader title="Email finder" subtitle="Find a person’s email by name and company" />
      <Band>
        <FinderForm onRequested={setRequested} />
        {requested && <Answer key={`${requested.lead_id} ${requested.run?.id}`} requested={requested} />}
      </Band>
      <Band>
        <Title order={2} mb={4}>
          Bulk lookup
        </Title>
        <Text maw={640}>
          <Link to="/lead-search/import">Import a file</Link> with names and domains as people, then choose
          Enrich and Waterfall above the leads. You can look up 10,000 at a time and see the price first.
          Single lookups are saved to the list “Email finder” in{' '}
          <Link to="/lead-search/saved-lists">Saved Lists</Link>.
        </Text>
      </Band>
    </>
  )
}
