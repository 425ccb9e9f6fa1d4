import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import { useNavigate } from '@tanstack/react-router'
import {
  type FailingWebhook,
  failingWebhooks,
  WEBHOOK_PROBLEMS,
} from '#contract/activity/failing-webhooks.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { PROBLEM_LABELS, responseLabel, webhookBadge } from './webhook-labels.ts'

const MAX_SEARCH = 254
const POLL_MS = 30_000

const webhooksSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  state: oneOf(WEBHOOK_PROBLEMS, null),
  ...paging,
})
type WebhooksQuery = ReturnType<typeof webhooksSearch.read>

const linkUsers = (account: number) => ({ to: '/admin/users', search: () => ({ account }) })

const COLUMNS: readonly Column<FailingWebhook>[] = [
  {
    id: 'name',
    label: 'Webhook',
    card: 'title',
    wrap: '240px',
    cell: ({ name, host }) => (
      <>
        {name}
        {name !== host && (
          <Hint component="span" display="block">
            {host}
          </Hint>
        )}
      </>
    ),
  },
  { id: 'state', label: 'State', cell: (row) => <StateBadge {...webhookBadge(row)} /> },
  {
    id: 'account',
    label: 'Account',
    wrap: '180px',
    cell: ({ account }) => (
      <AnchorLink {...linkUsers(account.id)} inherit>
        {account.name}
      </AnchorLink>
    ),
  },
  { id: 'owner', label: 'Owner', wrap: '220px', cell: ({ owner }) => owner ?? '–' },
  {
    id: 'failing',
    label: 'Failing since',
    cell: ({ failing_since }) => (failing_since ? <When at={failing_since} /> : '–'),
  },
  { id: 'off', label: 'Turned off', cell: ({ off_at }) => (off_at ? <When at={off_at} /> : '–') },
  {
    id: 'answer',
    label: 'Last response',
    wrap: '240px',
    cell: ({ last_delivery: last }) =>
      last && last.attempts > 0 ? (
        <>
          {last.state === 'succeeded' ? 'Delivered' : responseLabel(last)}, <When at={last.at} />
        </>
      ) : (
        'None yet'
      ),
  },
]

const FILTERS: readonly ListFilter<WebhooksQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: WEBHOOK_PROBLEMS.map((value) => ({ value, label: PROBLEM_LABELS[value] })),
  },
]

/** Leads to the account of a webhook. */
function WebhookMenu({ webhook: { id, name, account } }: { webhook: FailingWebhook }) {
  const navigate = useNavigate()
  const canLogIn = useCan('log_in_as')
  return (
    <RowMenu
      name={name}
      items={[
        {
          label: 'Users of this account',
          icon: IconUsers,
          run: () => void navigate(linkUsers(account.id)),
        },
        ...(canLogIn
          ? [{ label: 'Log in as…', icon: IconLogin, run: () => openLogInAs({ accountId: account.id }) }]
          : []),
        {
          label: 'Audit log',
          icon: IconHistory,
          run: () =>
            void navigate({
              to: '/audit-log',
              search: () => ({ account: account.id, subject: `webhook:${id}` }),
            }),
        },
      ]}
    />
  )
}

/** Webhooks of all accounts that fail or are off; for administrators. */
export function FailingWebhooksPage() {
  const [query, change] = usePageSearch(webhooksSearch)
  const { page, limit, search, state } = query
  const found = usePagedQuery(
    failingWebhooks,
    { query: { page, limit, search, state } },
    { refetchInterval: POLL_MS },
  )
  return (
    <ListPage
      title="Webhooks"
      subtitle="Webhooks of all accounts that fail or are turned off"
      label="Webhooks"
      list={{ found, query, change }}
      searchLabel="Search account or owner"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={(webhook) => <WebhookMenu webhook={webhook} />}
      empty={
        <EmptyState icon={IconWebhook} title="No failing webhooks">
          Webhooks appear here when a delivery fails or someone turns them off.
        </EmptyState>
      }
    />
  )
}
