import { Anchor, Text, TextInput } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/core/audit.ts'
import { type AuditEntry, auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import { call } from '#web/lib/api.ts'
import { formatExact } from '#web/lib/format.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { When } from '#web/ui/when.tsx'
import { AuditDetails } from './audit-details.tsx'
import { ACTION_GROUPS, meansLabel, subjectLabel } from './audit-labels.ts'

const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[]
const WHO = ['acting'] as const

const auditSearch = pageSearch(
  {
    search: freeText(254),
    action: oneOf(ACTIONS, null),
    who: oneOf(WHO, null),
    from: freeText(10),
    to: freeText(10),
    subject: freeText(100),
    account: count(null),
    ...paging,
    entry: count(null),
  },
  { stays: ['entry'] },
)
type AuditQuery = ReturnType<typeof auditSearch.read>

const formatPerson = (person: AuditEntry['user']) =>
  person && (person.name ?? person.email ?? `Person ${person.id}`)

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'when', label: 'When', cell: ({ at }) => <When at={at} /> },
  { id: 'action', label: 'Action', card: 'title', cell: ({ label }) => label },
  {
    id: 'who',
    label: 'Who',
    wrap: '280px',
    cell: ({ user, actor }) =>
      actor ? `${formatPerson(actor)} as ${formatPerson(user)}` : (formatPerson(user) ?? 'Not signed in'),
  },
  { id: 'subject', label: 'Subject', cell: subjectLabel },
  {
    id: 'how',
    label: 'By',
    cell: meansLabel,
  },
]

const FILTERS: readonly ListFilter<AuditQuery>[] = [
  {
    name: 'action',
    label: 'Action',
    all: 'All actions',
    options: [],
    groups: ACTION_GROUPS.map(({ label, actions }) => ({ label, options: actions })),
  },
  {
    name: 'who',
    label: 'People',
    all: 'Everyone',
    options: [{ value: 'acting', label: 'Logged in as someone else' }],
  },
]

/** Filters of the list and the file. */
const makeFilters = ({ search, action, who, from, to, subject, account }: AuditQuery) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(action && { action }),
  ...(from && { from }),
  ...(to && { to }),
  ...(subject.trim() && { subject: subject.trim() }),
  ...(account && { account_id: account }),
  acting: who === 'acting',
})

/** Result of the last verification of the log. */
function Verified() {
  const { data } = useEndpoint(auditState)
  if (!data) return null
  const { verified_at, broken } = data.data
  if (broken) return <Notice tone="danger">The audit log failed its last check: {broken}</Notice>
  return (
    <Text c="dimmed">
      {verified_at
        ? `Verified ${formatExact(verified_at)}: nothing was changed or removed.`
        : 'The first check runs tonight.'}
    </Text>
  )
}

/** Days and the record that the list is limited to. */
function MoreFilters({ query, change }: { query: AuditQuery; change: (part: Partial<AuditQuery>) => void }) {
  return (
    <>
      <TextInput
        size="xs"
        w={100}
        aria-label="Subject"
        placeholder="user:12"
        maxLength={100}
        value={query.subject}
        onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
      />
      <DayInputs query={query} change={change} labels={{ from: 'From day', to: 'To day' }} />
    </>
  )
}

/** Who did what in the account, newest first. */
export function AuditPage() {
  const [query, change] = usePageSearch(auditSearch)
  const { page, limit } = query
  const filters = makeFilters(query)
  const found = usePagedQuery(auditLog, { query: { page, limit, ...filters } })
  const rows = found.data?.data ?? []
  return (
    <ListPage
      title="Audit log"
      subtitle={
        query.account ? (
          <>
            Of account {query.account}.{' '}
            <Anchor component="button" type="button" inherit onClick={() => change({ account: null })}>
              Show your own
            </Anchor>
          </>
        ) : (
          'Who changed what, and when'
        )
      }
      banner={<Verified />}
      action={<ExportButton ticket={() => call(exportAuditLog, { body: filters })} />}
      label="Audit log"
      list={{ found, query, change }}
      searchLabel="Search people"
      searchMax={254}
      filters={FILTERS}
      toolbar={<MoreFilters query={query} change={change} />}
      columns={COLUMNS}
      rowKey={({ seq }) => seq}
      opening={{ open: query.entry, onOpen: ({ seq }) => change({ entry: seq }) }}
      noMatches={{ title: 'No matching entries', reset: 'Show all entries' }}
      empty={
        <EmptyState icon={IconHistory} title="Nothing logged yet">
          Changes to lists, people, keys and settings appear here.
        </EmptyState>
      }
    >
      <RecordDrawer
        title="Entry"
        id={query.entry}
        ids={rows.map(({ seq }) => seq)}
        onOpen={(entry) => change({ entry })}
      >
        {(id) => <AuditDetails entry={rows.find(({ seq }) => seq === id)} />}
      </RecordDrawer>
    </ListPage>
  )
}
