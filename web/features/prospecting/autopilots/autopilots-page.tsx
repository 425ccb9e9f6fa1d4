import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconResume from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate } from '@tanstack/react-router'
import {
  type Autopilot,
  autopilots,
  deleteAutopilot,
  duplicateAutopilot,
  pauseAutopilot,
  restoreAutopilot,
  resumeAutopilot,
  runAutopilot,
} from '#contract/prospecting/autopilots.ts'
import { call } from '#web/lib/api.ts'
import { formatMomentIn, formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { AutopilotDrawer } from './autopilot-drawer.tsx'
import { resultLabel, scheduleLabel, stateBadge } from './autopilot-labels.ts'

const STATES = ['active', 'paused'] as const
const autopilotSearch = pageSearch(
  { search: freeText(200), state: oneOf(STATES, null), ...paging, autopilot: count(null) },
  { stays: ['autopilot'] },
)
type AutopilotQuery = ReturnType<typeof autopilotSearch.read>

const FILTERS: readonly ListFilter<AutopilotQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'paused', label: 'Paused' },
    ],
  },
]

const COLUMNS: readonly Column<Autopilot>[] = [
  {
    id: 'name',
    label: 'Autopilot',
    card: 'title',
    cell: (row) => (
      <>
        {row.name}
        {row.list_name !== row.name && (
          <Hint component="span" display="block">
            {row.list_name ?? 'Its list is in the trash'}
          </Hint>
        )}
      </>
    ),
  },
  { id: 'state', label: 'State', cell: (row) => <StateBadge {...stateBadge(row)} /> },
  { id: 'schedule', label: 'Schedule', cell: scheduleLabel },
  {
    id: 'next',
    label: 'Next run',
    cell: ({ next_runs, time_zone }) => (next_runs[0] ? formatMomentIn(time_zone, next_runs[0]) : '–'),
  },
  {
    id: 'last',
    label: 'Last result',
    width: '26%',
    full: ({ last_run }) => last_run && resultLabel(last_run),
    cell: ({ last_run }) => (last_run ? resultLabel(last_run) : 'Not run yet'),
  },
  { id: 'month', label: 'This month', align: 'end', cell: ({ month_leads }) => formatNumber(month_leads) },
]

async function remove({ id, name }: Autopilot): Promise<void> {
  const params = { id }
  // Shown instead: a toast with Undo
  await call(deleteAutopilot, { params, quiet: 'message' })
  showUndoToast(`Autopilot “${name}” deleted`, () => void call(restoreAutopilot, { params }).catch(() => {}))
}

/** Row actions; errors are shown as toasts. */
function useActions() {
  const navigate = useNavigate()
  const quietly = (work: Promise<unknown>) => void work.catch(() => {})
  return (row: Autopilot): RowAction[] => {
    const params = { id: row.id }
    const edit = (id: number) => navigate({ to: `/autopilot/${listRef(row.type, id)}/edit` })
    const isWorking = row.last_run?.state === 'working'
    return [
      {
        label: 'Run now',
        icon: IconPlay,
        refusal: isWorking ? 'Already running' : undefined,
        run: () => quietly(call(runAutopilot, { params })),
      },
      row.state === 'active'
        ? { label: 'Pause', icon: IconPause, run: () => quietly(call(pauseAutopilot, { params })) }
        : { label: 'Resume', icon: IconResume, run: () => quietly(call(resumeAutopilot, { params })) },
      { label: 'Edit', icon: IconPencil, run: () => void edit(row.id) },
      {
        label: 'Duplicate',
        icon: IconCopy,
        run: () => quietly(call(duplicateAutopilot, { params }).then(({ data }) => edit(data.id))),
      },
      { label: 'Delete', icon: IconTrash, danger: true, run: () => quietly(remove(row)) },
    ]
  }
}

const ADD = (
  <ButtonLink to="/autopilot/create" leftSection={<IconPlus aria-hidden />}>
    New autopilot
  </ButtonLink>
)

/** Lists autopilots with their next run and last result. */
export function AutopilotsPage() {
  const [query, change] = usePageSearch(autopilotSearch)
  const { page, limit, state } = query
  const listActions = useActions()
  const search = query.search.trim()
  const found = usePagedQuery(autopilots, { query: { page, limit, search, state } })
  const rows = found.data?.data ?? []
  return (
    <ListPage
      title="Autopilot Search"
      subtitle="Scheduled searches that add new leads"
      action={rows.length > 0 ? ADD : undefined}
      label="Autopilots"
      list={{ found, query, change }}
      searchLabel="Search by name or list"
      searchMax={200}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      opening={{ open: query.autopilot, onOpen: ({ id }) => change({ autopilot: id }) }}
      actions={(row) => <RowMenu name={row.name} items={listActions(row)} />}
      empty={
        <EmptyState icon={IconRepeat} title="No autopilots yet" action={ADD}>
          Run a search every hour, day, week or month. It adds only new leads, then finds emails, labels them
          or notifies you. For example: “New bakeries in Austin, every Monday at 9”.
        </EmptyState>
      }
    >
      <AutopilotDrawer
        id={query.autopilot}
        ids={rows.map(({ id }) => id)}
        onOpen={(autopilot) => change({ autopilot })}
      />
    </ListPage>
  )
}
