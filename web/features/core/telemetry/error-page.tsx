import { Accordion, Button, Code, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type AppErrorSample, appError, reopenAppError, solveAppError } from '#contract/core/app-errors.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatExact, formatNumber, formatShortDay, formatTime } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { FactTable } from '#web/ui/fact-table.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { hourPoints, SOURCE_LABELS, stateBadge } from './error-labels.ts'

type Detail = Reply<typeof appError>['data']

const listFacts = (error: Detail) =>
  [
    ['State', <StateBadge key="state" {...stateBadge(error)} />],
    ['Source', SOURCE_LABELS[error.source]],
    ['Occurrences', formatNumber(error.occurrences)],
    ['First seen', `${formatExact(error.first_seen_at)}, release ${error.first_release ?? 'unknown'}`],
    ['Last seen', `${formatExact(error.last_seen_at)}, release ${error.release ?? 'unknown'}`],
    [
      'Solved',
      error.solved_at &&
        `${formatExact(error.solved_at)} by ${error.solved_by ?? 'someone'}, in release ${error.solved_release}`,
    ],
    ['Reopened', error.reopened_at && formatExact(error.reopened_at)],
    ['Group', <Code key="key">{error.key}</Code>],
  ] as const

const sampleFacts = (sample: AppErrorSample) =>
  [
    ['Message', sample.message],
    ['Where', sample.info],
    ['Release', sample.release],
    ['Browser', sample.user_agent],
    ['Account', sample.account_id],
    ['User', sample.user_id],
  ] as const

function Sample({ sample }: { sample: AppErrorSample }) {
  return (
    <Accordion.Item value={String(sample.id)}>
      <Accordion.Control>{formatExact(sample.at)}</Accordion.Control>
      <Accordion.Panel>
        <FactTable facts={sampleFacts(sample)} />
        {sample.stack && (
          <Code block mt="sm" tabIndex={0} aria-label="Stack">
            {sample.stack}
          </Code>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** Short enough to fit below its bar: `Nov 25 8PM`. */
const hourName = (hour: string): string =>
  `${formatShortDay(hour)} ${formatTime(hour)
    .replace(':00', '')
    .replace(/\s+(?=[AP]M$)/i, '')}`

function Body({ error }: { error: Detail }) {
  const { hours, points } = hourPoints(error.hours, Date.now())
  const newest = error.samples[0]
  return (
    <Stack p="md" gap="lg" maw={1000}>
      <FactTable facts={listFacts(error)} />
      <Chart
        title="Occurrences per hour"
        kind="bars"
        column="Hour"
        columns={hours.map(hourName)}
        series={[{ id: 'occurrences', label: 'Occurrences', points }]}
        format={formatNumber}
        unit="Occurrences per hour, last 3 days"
      />
      <section aria-labelledby="samples">
        <Title order={2} id="samples" mb="xs">
          {error.samples.length === 1 ? 'Sample' : `Newest ${formatCount(error.samples.length, 'sample')}`}
        </Title>
        <Accordion multiple defaultValue={newest ? [String(newest.id)] : []} variant="separated" order={3}>
          {error.samples.map((sample) => (
            <Sample key={sample.id} sample={sample} />
          ))}
        </Accordion>
      </section>
    </Stack>
  )
}

/** One error: how often and where it happens, and marking it as solved. */
export function ErrorPage() {
  const params = { id: usePathId() }
  const found = useEndpoint(appError, { params })
  const canSolve = useCan('administer')
  const error = found.data?.data
  const endpoint = error?.state === 'solved' ? reopenAppError : solveAppError
  const change = useMutation({ mutationFn: () => call(endpoint, { params }) })
  return (
    <>
      <PageHeader
        title={error?.title ?? 'App error'}
        documentTitle="App error"
        back={{ to: '/admin/errors', label: 'Back to app errors' }}
        actions={
          error &&
          canSolve && (
            <Button
              variant={error.state === 'solved' ? 'default' : 'filled'}
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              {error.state === 'solved' ? 'Reopen' : 'Mark as solved'}
            </Button>
          )
        }
      />
      {found.isPending && <SkeletonRows label="Loading the error" />}
      {found.isError && !error && <LoadError what="This error" query={found} />}
      {error && <Body error={error} />}
    </>
  )
}
