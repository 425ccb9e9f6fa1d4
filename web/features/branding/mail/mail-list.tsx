import { MAIL_STATES, type MailEntry, type SentMail } from '#contract/branding/mail.ts'
import { type BounceSource, MAIL_BOUNCES, MAIL_EVENT_SETUP } from '#contract/branding/mail-events.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, oneOf } from '#web/lib/page-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import {
  BOUNCE_LABELS,
  isAnyPending,
  POLL_MS,
  STATE_LABELS,
  stateBadge,
  templateLabel,
} from './mail-labels.ts'

/** What the logs of the installation and of a brand share. */
type Mail = SentMail & Partial<MailEntry>

export const MAX_SEARCH = 254

/** Search parameters of a log. */
export const mailFilters = {
  search: freeText(MAX_SEARCH),
  state: oneOf(MAIL_STATES, null),
  bounced: oneOf(MAIL_BOUNCES, null),
}

const reporter = (source: BounceSource): string =>
  source === 'server' ? 'Mail server' : source === 'report' ? 'Bounce report' : MAIL_EVENT_SETUP[source].label

const COLUMNS: readonly Column<Mail>[] = [
  { id: 'when', label: 'When', cell: (mail) => <When at={mail.created_at} /> },
  { id: 'to', label: 'To', card: 'title', cell: (mail) => mail.recipient },
  { id: 'mail', label: 'Email', cell: (mail) => templateLabel(mail.template) },
  { id: 'state', label: 'State', cell: (mail) => <StateBadge {...stateBadge(mail)} /> },
  {
    id: 'via',
    label: 'Sent by',
    cell: ({ via }) => (via === null ? '–' : via === 'own' ? 'Own mail server' : 'Platform'),
  },
  {
    id: 'source',
    label: 'Bounce reported by',
    cell: ({ bounce_source }) => (bounce_source === null ? '–' : reporter(bounce_source)),
  },
  { id: 'tries', label: 'Attempts', align: 'end', cell: (mail) => formatNumber(mail.attempts) },
  {
    id: 'error',
    label: 'Last error',
    width: '30%',
    full: (mail) => mail.last_error,
    cell: (mail) => mail.last_error ?? '–',
  },
]

interface Filters {
  state: string | null
  bounced: string | null
}

const FILTERS: readonly ListFilter<Filters>[] = [
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

/** Keeps a log fresh while mails wait or are being sent. */
export const whilePending = {
  refetchInterval: (shown: { state: { data?: { data: readonly Mail[] } } }) =>
    isAnyPending(shown.state.data?.data ?? []) ? POLL_MS : false,
} as const

/** Everything that both logs give their list. */
export const mailList = {
  label: 'Sent emails',
  searchLabel: 'Search by recipient',
  searchMax: MAX_SEARCH,
  filters: FILTERS,
  columns: COLUMNS,
  rowKey: (mail: Mail) => mail.id,
  noMatches: { title: 'No matching emails', reset: 'Show all emails' },
} as const
