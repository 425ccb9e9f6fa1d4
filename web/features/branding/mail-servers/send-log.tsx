import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { MAIL_STATES } from '#contract/branding/mail.ts'
import { type BounceSource, MAIL_EVENT_SETUP } from '#contract/branding/mail-events.ts'
import { type BounceKind, MAIL_BOUNCES, type SentMail, sentMails } from '#contract/branding/mail-server.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { POLL_MS, STATE_LABELS, stateLook, templateLabel, underWay } from '../mail/mail-labels.ts'
import { MAX_SEARCH, smtpSearch } from './smtp-search.ts'

const BOUNCE_LABELS: Record<BounceKind, string> = {
  hard: 'Bounced: no such address',
  soft: 'Bounced: full or unavailable',
  sender: 'Rejected: sender',
  complaint: 'Marked as spam',
}

const reporter = (source: BounceSource): string =>
  source === 'server' ? 'Mail server' : source === 'report' ? 'Bounce report' : MAIL_EVENT_SETUP[source].label

const COLUMNS: readonly Column<SentMail>[] = [
  { id: 'when', label: 'When', cell: (mail) => <When at={mail.created_at} /> },
  { id: 'to', label: 'To', card: 'title', cell: (mail) => mail.recipient },
  { id: 'mail', label: 'Email', cell: (mail) => templateLabel(mail.template) },
  {
    id: 'state',
    label: 'State',
    cell: (mail) =>
      mail.bounce ? (
        <StateBadge state="failed" label={BOUNCE_LABELS[mail.bounce]} />
      ) : (
        <StateBadge {...stateLook({ ...mail, transport: null })} />
      ),
  },
  {
    id: 'via',
    label: 'Sent by',
    cell: ({ via }) => (via === null ? '–' : via === 'own' ? 'My mail server' : 'Platform'),
  },
  {
    id: 'source',
    label: 'Bounce reported by',
    cell: ({ bounce_source }) => (bounce_source === null ? '–' : reporter(bounce_source)),
  },
  {
    id: 'error',
    label: 'Last error',
    width: '30%',
    full: (mail) => mail.last_error,
    cell: (mail) => mail.last_error ?? '–',
  },
]

const FILTERS: readonly ListFilter<ReturnType<typeof smtpSearch.read>>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: MAIL_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'bounced',
    label: 'Bounce',
    all: 'With or without bounce',
    options: MAIL_BOUNCES.map((value) => ({ value, label: BOUNCE_LABELS[value] })),
  },
]

/** Mails sent in the name of the brand, with their results. */
export function SendLog() {
  const [query, change] = usePageSearch(smtpSearch)
  const { page, limit, state, bounced, search } = query
  const found = usePagedQuery(
    sentMails,
    { query: { page, limit, search, state, bounced } },
    { refetchInterval: (shown) => (underWay(shown.state.data?.data ?? []) ? POLL_MS : false) },
  )
  return (
    <ListSection
      label="Sent emails"
      list={{ found, query, change }}
      searchLabel="Search by recipient"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(mail) => mail.id}
      noMatches={{ title: 'No matching emails', reset: 'Show all emails' }}
      empty={
        <EmptyState icon={IconMail} title="No email yet">
          Sign-up confirmations, password resets and notifications to your customers appear here.
        </EmptyState>
      }
    />
  )
}
