import { Button } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { HISTORY_AREAS, type HistoryArea, type HistoryEntry, histories } from '#contract/core/histories.ts'
import { SETTINGS, type SettingName, setSetting } from '#contract/core/settings.ts'
import { call } from '#web/lib/api.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { AuditDetails } from './audit-details.tsx'
import { meansLabel, subjectLabel } from './audit-labels.ts'

const historiesSearch = pageSearch(
  {
    area: oneOf(HISTORY_AREAS, null),
    search: freeText(254),
    from: freeText(10),
    to: freeText(10),
    ...paging,
    entry: freeText(40),
  },
  { stays: ['entry'] },
)

const TABS: readonly { id: HistoryArea | 'all'; label: string; to: string }[] = [
  { id: 'all', label: 'All changes', to: '/admin/histories' },
  { id: 'users', label: 'Users', to: '/admin/users/history' },
  { id: 'plans', label: 'Plans', to: '/admin/plans/history' },
  { id: 'prompts', label: 'Prompts', to: '/admin/histories' },
  { id: 'settings', label: 'Settings', to: '/admin/histories' },
]

const formatPerson = ({ user, actor }: HistoryEntry): string => {
  const name = (person: HistoryEntry['user']) =>
    person && (person.name ?? person.email ?? `Person ${person.id}`)
  return actor ? `${name(actor)} as ${name(user)}` : (name(user) ?? 'Not signed in')
}

const COLUMNS: readonly Column<HistoryEntry>[] = [
  { id: 'when', label: 'When', cell: ({ at }) => <When at={at} /> },
  { id: 'action', label: 'Change', card: 'title', cell: ({ label }) => label },
  { id: 'who', label: 'Who', wrap: '260px', cell: formatPerson },
  { id: 'how', label: 'By', cell: meansLabel },
  { id: 'account', label: 'Account', wrap: '200px', cell: ({ account }) => account },
  { id: 'subject', label: 'Subject', cell: subjectLabel },
]

const makeKey = ({ account_id, seq }: HistoryEntry): string => `${account_id}-${seq}`

/** The setting changed by an entry, with its previous value. */
function settingBefore({ action, detail }: HistoryEntry): { name: SettingName; value: boolean } | null {
  if (action !== 'setting.changed') return null
  const [[name, value] = []] = Object.entries((detail?.before ?? {}) as Record<string, unknown>)
  return name !== undefined && name in SETTINGS && typeof value === 'boolean'
    ? { name: name as SettingName, value }
    : null
}

/** The entry with its undo, where that is safe: settings. Prompts and plans have versions of their own. */
function Details({
  entry,
  onRestore,
}: {
  entry: HistoryEntry | undefined
  onRestore: (entry: HistoryEntry) => void
}) {
  const canChange = useCan('administer')
  return (
    <div style={{ overflow: 'auto' }}>
      <AuditDetails entry={entry} />
      {entry && canChange && settingBefore(entry) && (
        <Button
          mx="md"
          mb="md"
          variant="default"
          leftSection={<IconRestore aria-hidden />}
          onClick={() => onRestore(entry)}
        >
          Restore previous value
        </Button>
      )}
    </div>
  )
}

const TITLES: Record<HistoryArea | 'all', string> = {
  all: 'Change history',
  users: 'Users history',
  plans: 'Plans history',
  prompts: 'Prompts history',
  settings: 'Settings history',
}

function Histories({ fixed }: { fixed?: HistoryArea }) {
  const [query, change] = usePageSearch(historiesSearch)
  const { confirm, dialog } = useDialog()
  const { page, limit, search, from, to } = query
  const area = fixed ?? query.area
  const found = usePagedQuery(histories, { query: { page, limit, area, search, from, to } })
  const rows = found.data?.data ?? []
  const at = rows.findIndex((row) => makeKey(row) === query.entry)
  const restore = (entry: HistoryEntry) => {
    const before = settingBefore(entry)
    if (!before) return
    confirm({
      title: `Turn ${SETTINGS[before.name].label} ${before.value ? 'on' : 'off'}?`,
      confirmLabel: 'Restore',
      onConfirm: () =>
        call(setSetting, { params: { name: before.name }, body: { value: before.value }, quiet: 'errors' }),
      children: SETTINGS[before.name].hint,
    })
  }
  return (
    <ListPage
      title={TITLES[area ?? 'all']}
      subtitle="Who changed what in all accounts, from their audit logs"
      tabs={
        <TabLinks
          label="Histories"
          current={area ?? 'all'}
          tabs={TABS.map((tab) => ({
            ...tab,
            search: () => (tab.id === 'prompts' || tab.id === 'settings' ? { area: tab.id } : {}),
          }))}
        />
      }
      label="Changes"
      list={{ found, query, change }}
      searchLabel="Search people"
      searchMax={254}
      toolbar={<DayInputs query={query} change={change} labels={{ from: 'From day', to: 'To day' }} />}
      columns={COLUMNS}
      rowKey={makeKey}
      opening={{ open: query.entry || null, onOpen: (row) => change({ entry: makeKey(row) }) }}
      noMatches={{ title: 'No matching changes', reset: 'Show all changes' }}
      empty={
        <EmptyState icon={IconHistory} title="No changes yet">
          Changes to users, plans, prompts and settings appear here.
        </EmptyState>
      }
    >
      <RecordDrawer
        title="Change"
        id={at < 0 ? null : at}
        ids={rows.map((_, index) => index)}
        onOpen={(next) => change({ entry: next === null || !rows[next] ? '' : makeKey(rows[next]) })}
      >
        {(index) => <Details entry={rows[index]} onRestore={restore} />}
      </RecordDrawer>
      {dialog}
    </ListPage>
  )
}

/** Every change in all accounts; for administrators. */
export const HistoriesPage = () => <Histories />
/** Changes of users. */
export const UsersHistoryPage = () => <Histories fixed="users" />
/** Changes of plans. */
export const PlansHistoryPage = () => <Histories fixed="plans" />
