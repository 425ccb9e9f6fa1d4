import { Text } from '@mantine/core'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import { JOB_NAMES, jobName } from '#contract/core/job-names.ts'
import {
  cancelJob,
  JOB_STATES,
  type Job,
  type JobState,
  jobQueues,
  jobs,
  retryJob,
} from '#contract/core/jobs.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'

const POLL_MS = 5000

const QUEUES = Object.keys(JOB_NAMES)
const jobsSearch = pageSearch({ queue: oneOf(QUEUES, null), state: oneOf(JOB_STATES, null), ...paging })
type JobsQuery = ReturnType<typeof jobsSearch.read>

const STATE_LABELS: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  succeeded: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
}
const makeBadge = (state: JobState) => ({
  state: state === 'waiting' ? 'queued' : state,
  label: STATE_LABELS[state],
})

const formatInput = (payload: unknown): string | null => {
  const text = JSON.stringify(payload ?? {})
  return text === '{}' ? null : text
}

/** A job that has succeeded stands for all of its queue. */
function State({ state, succeeded }: Job) {
  return (
    <>
      <StateBadge {...makeBadge(state)} />
      {state === 'succeeded' && succeeded > 1 && (
        <Text component="span" c="dimmed">{` ${formatCount(succeeded, 'time')}`}</Text>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'queue',
    label: 'Job',
    card: 'title',
    wrap: '240px',
    cell: ({ queue }) => <span title={queue}>{jobName(queue)}</span>,
  },
  { id: 'state', label: 'State', cell: (job) => <State {...job} /> },
  { id: 'created', label: 'Queued', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'due', label: 'Due', cell: ({ due_at }) => <When at={due_at} /> },
  {
    id: 'finished',
    label: 'Ended',
    cell: ({ finished_at }) => (finished_at ? <When at={finished_at} /> : '–'),
  },
  {
    id: 'attempts',
    label: 'Attempts',
    align: 'end',
    cell: ({ attempts, max_attempts }) => `${formatNumber(attempts)} of ${formatNumber(max_attempts)}`,
  },
  {
    id: 'retried',
    label: 'Retried',
    cell: ({ previous_job_id, next_job_id }) =>
      previous_job_id ? `Retry of ${previous_job_id.slice(0, 8)}` : next_job_id ? 'Yes' : '–',
  },
  {
    id: 'payload',
    label: 'Input',
    width: '16%',
    full: ({ payload }) => formatInput(payload),
    cell: ({ payload }) => formatInput(payload) ?? '–',
  },
  {
    id: 'error',
    label: 'Error',
    width: '16%',
    full: ({ error }) => error,
    cell: ({ error }) => error ?? '–',
  },
]

const FILTERS: readonly ListFilter<JobsQuery>[] = [
  {
    name: 'queue',
    label: 'Job',
    all: 'All jobs',
    options: QUEUES.map((value) => ({ value, label: jobName(value) })).toSorted((a, b) =>
      a.label.localeCompare(b.label),
    ),
  },
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: JOB_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
]

/** Queues with waiting, active or failed jobs. */
function Queues() {
  const { data } = useEndpoint(jobQueues, {}, { refetchInterval: POLL_MS })
  const busy = data?.data.filter(({ waiting, running, failed }) => waiting + running + failed > 0) ?? []
  if (!data) return null
  return (
    <Text c="var(--app-dimmed)">
      {busy.length === 0 && 'No jobs are waiting, and none failed in the last hour.'}
      {busy.map(({ queue, waiting, running, failed, waiting_since }) => (
        <span key={queue}>
          {jobName(queue)}: {formatNumber(waiting)} waiting
          {waiting_since && (
            <>
              {' (oldest '}
              <When at={waiting_since} />)
            </>
          )}
          , {formatNumber(running)} running, {formatNumber(failed)} failed.{' '}
        </span>
      ))}
    </Text>
  )
}

/** Background jobs of the whole installation; for administrators. */
export function JobsPage() {
  const [query, change] = usePageSearch(jobsSearch)
  const { confirm, dialog } = useDialog()
  const canChange = useCan('administer')
  const { page, limit, queue, state } = query
  const folded = queue === null && state === null
  const found = usePagedQuery(
    jobs,
    { query: { page, limit, state, queue, folded } },
    { refetchInterval: POLL_MS },
  )
  const cancel = ({ id, queue }: Job) =>
    confirm({
      title: `Remove “${jobName(queue)}”?`,
      confirmLabel: 'Remove job',
      danger: true,
      onConfirm: () => call(cancelJob, { params: { id }, quiet: 'errors' }),
      children: 'It won’t run. If it’s on a schedule, another one may be queued.',
    })
  const retry = ({ id, queue }: Job) =>
    confirm({
      title: `Retry “${jobName(queue)}”?`,
      confirmLabel: 'Retry job',
      onConfirm: () => call(retryJob, { params: { id }, quiet: 'errors' }),
      children: 'A new job with the same input is queued.',
    })
  return (
    <ListPage
      title="Jobs"
      subtitle="Background jobs that are waiting, running or ended within the last hour"
      banner={<Queues />}
      label="Jobs"
      list={{ found, query, change }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={(job) =>
        canChange && (
          <RowMenu
            name={`${jobName(job.queue)} ${job.id.slice(0, 8)}`}
            items={[
              {
                label: 'Retry',
                icon: IconRefresh,
                run: () => retry(job),
                refusal: job.can.retry ? undefined : 'Only ended jobs can be retried, once each',
              },
              {
                label: 'Remove from queue',
                icon: IconPlayerStop,
                danger: true,
                run: () => cancel(job),
                refusal: job.can.cancel ? undefined : 'Only waiting jobs can be removed',
              },
            ]}
          />
        )
      }
      empty={
        <EmptyState icon={IconStack} title="No jobs right now">
          Emails, runs and nightly work appear here while they wait or run.
        </EmptyState>
      }
    >
      {dialog}
    </ListPage>
  )
}
