import { Button, Group } from '@mantine/core'
import IconChart from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconReport from '@tabler/icons-react/dist/esm/icons/IconReportMoney.mjs'
import { useNavigate } from '@tanstack/react-router'
import {
  ACCESS_LEVELS,
  BILLING_STATES,
  type Subscription,
  sellablePackages,
  subscriptions,
} from '#contract/accounts/subscriptions.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
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
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { OverdueRulesDialog } from './overdue-rules-dialog.tsx'
import { ACCESS_LABELS, accessBadge, STATE_LABELS, stateBadge } from './subscription-labels.ts'

const MAX_SEARCH = 200
const ORDERS = {
  newest: { sort: 'created', direction: 'desc' },
  company: { sort: 'company', direction: 'asc' },
  renewal: { sort: 'period_end', direction: 'asc' },
} as const
type Order = keyof typeof ORDERS

const listSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  state: oneOf(BILLING_STATES, null),
  access: oneOf(ACCESS_LEVELS, null),
  package: count(null),
  order: oneOf(Object.keys(ORDERS) as Order[], 'newest'),
  ...paging,
})
type Query = ReturnType<typeof listSearch.read>

const COLUMNS: readonly Column<Subscription>[] = [
  {
    id: 'company',
    label: 'Company',
    card: 'title',
    wrap: '220px',
    cell: ({ id, company }) => (
      <AnchorLink to="/whitelabel/subscriptions/$id/edit" params={{ id: String(id) }} inherit>
        {company}
      </AnchorLink>
    ),
  },
  { id: 'email', label: 'Email', wrap: '220px', cell: ({ email }) => email ?? '–' },
  {
    id: 'package',
    label: 'Package',
    wrap: '160px',
    cell: (subscription) => subscription.package?.name ?? '–',
  },
  { id: 'state', label: 'Billing', cell: (subscription) => <StateBadge {...stateBadge(subscription)} /> },
  { id: 'access', label: 'Access', cell: ({ access }) => <StateBadge {...accessBadge(access)} /> },
  { id: 'credits', label: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits.available) },
  {
    id: 'period',
    label: 'Renews',
    cell: ({ period_end, cancel_at, state }) =>
      period_end && !cancel_at && state !== 'cancelled' ? <When at={period_end} /> : '–',
  },
  { id: 'created', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

const FILTERS: readonly ListFilter<Query>[] = [
  {
    name: 'state',
    label: 'Billing state',
    all: 'All billing states',
    options: BILLING_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'access',
    label: 'Access',
    all: 'Any access',
    options: ACCESS_LEVELS.map((value) => ({ value, label: ACCESS_LABELS[value] })),
  },
]
const ORDER: ListFilter<Query> = {
  name: 'order',
  label: 'Order',
  options: [
    { value: 'newest', label: 'Newest first' },
    { value: 'company', label: 'By company' },
    { value: 'renewal', label: 'Renewing soonest' },
  ],
}

/** Filter by package; its options are the seller's own. */
function usePackageFilter(): readonly ListFilter<Query>[] {
  const found = useEndpoint(sellablePackages, { query: {} })
  const options = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return options.length > 1
    ? [{ name: 'package', label: 'Package', all: 'All packages', options, read: Number }]
    : []
}

/** A reseller's customers, with their payments and access. */
export function SubscriptionsPage() {
  const [query, change] = usePageSearch(listSearch)
  const navigate = useNavigate()
  const { show, dialog } = useDialog()
  const canLogIn = useCan('log_in_as')
  const filters = [...FILTERS, ...usePackageFilter(), ORDER]
  const { page, limit, search, state, access, package: package_id, order } = query
  const found = usePagedQuery(subscriptions, {
    query: { page, limit, ...ORDERS[order], search, state, access, package_id },
  })
  const add = (
    <ButtonLink to="/whitelabel/subscriptions/create" leftSection={<IconPlus aria-hidden />}>
      Add an Account
    </ButtonLink>
  )
  const actions = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconClock aria-hidden />}
        onClick={() => show((dialogState) => <OverdueRulesDialog {...dialogState} />)}
      >
        Overdue rules
      </Button>
      <ButtonLink
        to="/whitelabel/subscriptions/usage-history"
        variant="default"
        leftSection={<IconChart aria-hidden />}
      >
        Usage history
      </ButtonLink>
      <ButtonLink to="/whitelabel/sales" variant="default" leftSection={<IconReport aria-hidden />}>
        Sales
      </ButtonLink>
      {add}
    </Group>
  )
  return (
    <ListPage
      title="Subscriptions"
      subtitle="Your customers’ accounts: what they pay and what they can do"
      action={actions}
      label="Subscriptions"
      list={{ found, query, change }}
      searchLabel="Search by company or email"
      searchMax={MAX_SEARCH}
      filters={filters}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={({ id, company, access: level }) => (
        <RowMenu
          name={company}
          items={[
            {
              label: 'Edit',
              icon: IconPencil,
              run: () => void navigate({ to: `/whitelabel/subscriptions/${id}/edit` }),
            },
            {
              label: 'Credits',
              icon: IconCoins,
              run: () => openCreditsDialog({ accountId: id, name: company }),
              refusal: level === 'closed' ? 'This account is closed' : undefined,
            },
            ...(canLogIn
              ? [
                  {
                    label: 'Log in as',
                    icon: IconLogin,
                    run: () => openLogInAs({ accountId: id }),
                    refusal: level === 'closed' ? 'This account is closed' : undefined,
                  },
                ]
              : []),
          ]}
        />
      )}
      noMatches={{ title: 'No matching accounts', reset: 'Show all accounts' }}
      empty={
        <EmptyState icon={IconRepeat} title="No accounts yet" action={add}>
          Add an account on one of your packages; its owner gets a link to set a password, in your brand.
        </EmptyState>
      }
    >
      {dialog}
    </ListPage>
  )
}
