import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { MAIL_STATES, type MailEntry, mails } from '#contract/branding/mail.ts'
import { formatNumber } from '#web/lib/format.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { MailDrawer } from './mail-drawer.tsx'
import { POLL_MS, STATE_LABELS, stateLook, templateLabel, underWay } from './mail-labels.ts'
import { MailSetup } from './mail-setup.tsx'

const MAX_SEARCH = 254

const mailsSearch = pageSearch(
  { search: freeText(MAX_SEARCH), state: oneOf(MAIL_STATES, null), ...paging, mail: count(null) },
  { stays: ['mail'] },
)
type MailsQuery = ReturnType<typeof mailsSearch.read>

const COLUMNS: readonly Column<MailEntry>[] = [
  { id: 'when', label: 'When', cell: (mail) => <When at={mail.created_at} /> },
  { id: 'to', label: 'To', card: 'title', cell: (mail) => mail.recipient },
  { id: 'mail', label: 'Mail', cell: (mail) => templateLabel(mail.template) },
  { id: 'state', label: 'State', cell: (mail) => <StateBadge {...stateLook(mail)} /> },
  { id: 'tries', label: 'Attempts', align: 'end', cell: (mail) => formatNumber(mail.attempts) },
  {
    id: 'error',
    label: 'Last error',
    width: '34%',
    full: (mail) => mail.last_error,
    cell: (mail) => mail.last_error ?? '–',
  },
]

const FILTERS: readonly ListFilter<MailsQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: MAIL_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
]

/** Mails of the last 90 days with their content and state; for administrators. */
export function MailsPage() {
  const [query, change] = usePageSearch(mailsSearch)
  const { page, limit, state, search } = query
  const found = usePagedQuery(
    mails,
    { query: { page, limit, search, state } },
    { refetchInterval: (shown) => (underWay(shown.state.data?.data ?? []) ? POLL_MS : false) },
  )
  const rows = found.data?.data ?? []
  return (
    <ListPage
      title="Mail"
      subtitle="What was sent in the last 90 days"
      banner={<MailSetup />}
      label="Mails"
      list={{ found, query, change }}
      searchLabel="Search by recipient"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(mail) => mail.id}
      opening={{ open: query.mail, onOpen: (mail) => change({ mail: mail.id }) }}
      noMatches={{ title: 'No matching emails', reset: 'Show all mails' }}
      empty={
        <EmptyState icon={IconMail} title="No mail yet">
          Confirmations, password resets and invitations appear here.
        </EmptyState>
      }
    >
      <MailDrawer id={query.mail} ids={rows.map(({ id }) => id)} onOpen={(mail) => change({ mail })} />
    </ListPage>
  )
}
