import { Code, Title } from '@mantine/core'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { type AccountRun, allRuns, cancelAnyRun, retryAnyRun } from '#contract/activity/all-runs.ts'
import { RUN_DEFINITIONS, RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import { RUN_STATES } from '#contract/activity/runs.ts'
import { call } from '#web/lib/api.ts'
import { formatExact, formatNumber } from '#web/lib/format.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { countsToShow, runFacts } from '#web/lib/run-facts.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FactTable } from '#web/ui/fact-table.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'

const MAX_SEARCH = 254
const POLL_MS = 5000

const runsSearch = pageSearch(
  {
    search: freeText(MAX_SEARCH),
    state: oneOf(RUN_STATES, null),
    kind: oneOf(RUN_KINDS, null),
    ...paging,
    run: count(null),
  },
  { stays: ['run'] },
)
type RunsQuery = ReturnType<typeof runsSearch.read>

const STATE_LABELS: Record<AccountRun['state'], string> = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

const COLUMNS: readonly Column<AccountRun>[] = [
  { id: 'title', label: 'Run', card: 'title', wrap: '260px', cell: ({ title }) => title },
  { id: 'kind', label: 'Kind', cell: ({ label }) => label },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'account', label: 'Account', wrap: '180px', cell: ({ account }) => account },
  { id: 'by', label: 'Started by', cell: ({ created_by }) => created_by ?? '–' },
  { id: 'created', label: 'Queued', cell: ({ created_at }) => <When at={created_at} /> },
  {
    id: 'done',
    label: 'Progress',
    wrap: '220px',
    cell: (run) => runFacts({ ...run, list_type: null, cost: 0 }, countsToShow(run)).join(' · ') || '–',
  },
  { id: 'cost', label: 'Credits', align: 'end', cell: ({ cost }) => formatNumber(cost) },
]

const FILTERS: readonly ListFilter<RunsQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: RUN_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    options: RUN_KINDS.map((value) => ({ value, label: RUN_DEFINITIONS[value].labels.name })),
  },
]

/** One run with all details for administrators. */
function RunDetails({ run }: { run: AccountRun | undefined }) {
  if (!run) return <EmptyState title="This run is on another page" />
  const facts = [
    ['Run', `${run.id} of account ${run.account_id}`],
    ['Account', run.account],
    ['Kind', run.label],
    ['State', <StateBadge key="state" state={run.state} />],
    ['Error', run.error && `${run.error.message} (${run.error.code})`],
    ['Started by', run.created_by],
    ['Acted by', run.acted_by],
    ['Attempts', formatNumber(run.attempts)],
    ['Credits', formatNumber(run.cost)],
    ['Queued', formatExact(run.created_at)],
    ['Started', run.started_at && formatExact(run.started_at)],
    ['Ended', run.finished_at && formatExact(run.finished_at)],
    ['Retry of', run.previous_run_id && `Run ${run.previous_run_id}`],
    ['Retried as', run.next_run_id && `Run ${run.next_run_id}`],
  ] as const
  return (
    <div style={{ padding: 16, overflow: 'auto' }}>
      <Title order={3} mb="xs">
        {run.title}
      </Title>
      <FactTable facts={facts} />
      <Title order={4} mt="md" mb="xs">
        Input, with texts hidden
      </Title>
      <Code block data-own-keys tabIndex={0} aria-label="Input">
        {JSON.stringify(run.payload, null, 2)}
      </Code>
    </div>
  )
}

/** Runs of all accounts; for administrators. */
export function AllRunsPage() {
  const [query, change] = usePageSearch(runsSearch)
  const { confirm, dialog } = useDialog()
  const canChange = useCan('administer')
  const { page, limit, search, state, kind } = query
  const found = usePagedQuery(
    allRuns,
    { query: { page, limit, search, state, kind } },
    { refetchInterval: POLL_MS },
  )
  const rows = found.data?.data ?? []
  const confirmChange = (run: AccountRun, isRetry: boolean) =>
    confirm({
      title: `${isRetry ? 'Retry' : 'Stop'} “${run.title}”?`,
      confirmLabel: isRetry ? 'Retry run' : 'Stop run',
      danger: !isRetry,
      onConfirm: () =>
        call(isRetry ? retryAnyRun : cancelAnyRun, {
          params: { account_id: run.account_id, id: run.id },
          quiet: 'errors',
        }),
      children: isRetry
        ? `A new run with the same input starts in the account ${run.account}.`
        : `${run.account} keeps and pays for delivered leads. The remaining credits are released.`,
    })
  return (
    <ListPage
      title="Runs"
      subtitle="Searches, imports, AI text and other runs of all accounts"
      label="Runs"
      list={{ found, query, change }}
      searchLabel="Search accounts"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      opening={{ open: query.run, onOpen: ({ id }) => change({ run: id }) }}
      actions={(run) =>
        canChange && (
          <RowMenu
            name={run.title}
            items={[
              {
                label: 'Retry',
                icon: IconRefresh,
                run: () => confirmChange(run, true),
                refusal: run.can.retry ? undefined : 'Only a member of the account can start this run again',
              },
              {
                label: 'Stop',
                icon: IconPlayerStop,
                danger: true,
                run: () => confirmChange(run, false),
                refusal: run.can.cancel ? undefined : 'This run has ended',
              },
            ]}
          />
        )
      }
      empty={
        <EmptyState icon={IconActivity} title="No runs yet">
          Runs of all accounts appear here.
        </EmptyState>
      }
    >
      <RecordDrawer
        title="Run"
        id={query.run}
        ids={rows.map(({ id }) => id)}
        onOpen={(run) => change({ run })}
      >
        {(id) => <RunDetails run={rows.find((run) => run.id === id)} />}
      </RecordDrawer>
      {dialog}
    </ListPage>
  )
}
