import { Group } from '@mantine/core'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type AdminUser, adminUsers, USER_STATES } from '#contract/admin/users.ts'
import { ROLES } from '#contract/core/constants.ts'
import { openCreditsDialog } from '#web/lib/credits-dialog.ts'
import { formatNumber } from '#web/lib/format.ts'
import { openLogInAs } from '#web/lib/log-in-as.ts'
import { count, freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { fullName, ROLE_NAMES, STATE_NAMES, stateBadge } from './user-labels.ts'

const MAX_SEARCH = 200

const usersSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  role: oneOf(ROLES, null),
  state: oneOf(USER_STATES, null),
  account: count(null),
  ...paging,
})
type Query = ReturnType<typeof usersSearch.read>

const editPath = (id: number) => `/admin/users/${id}/edit`

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    id: 'name',
    label: 'Name',
    card: 'title',
    wrap: '200px',
    cell: (user) => (
      <AnchorLink to={editPath(user.id)} inherit>
        {fullName(user)}
      </AnchorLink>
    ),
  },
  { id: 'email', label: 'Email', wrap: '240px', cell: ({ email }) => email },
  {
    id: 'account',
    label: 'Account',
    wrap: '180px',
    cell: ({ account, reseller }) =>
      reseller ? `${account.name} (customer of ${reseller.name})` : account.name,
  },
  { id: 'role', label: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge {...stateBadge(state)} /> },
  { id: 'credits', label: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
  {
    id: 'sign-in',
    label: 'Last sign-in',
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? <When at={last_sign_in_at} /> : 'Never'),
  },
  { id: 'created', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

const FILTERS: readonly ListFilter<Query>[] = [
  {
    name: 'role',
    label: 'Role',
    all: 'All roles',
    options: ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })),
  },
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: USER_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
  },
]

/** Actions of a user in the list. */
function UserMenu({ user }: { user: AdminUser }) {
  const navigate = useNavigate()
  const [canLogIn, canGive] = [useCan('log_in_as'), useCan('sell')]
  const { id, account, role, state } = user
  const refusal = state === 'deleted' ? 'Restore this user first' : undefined
  return (
    <RowMenu
      name={fullName(user)}
      items={[
        { label: 'Open', icon: IconPencil, run: () => void navigate({ to: editPath(id) }) },
        ...(canGive
          ? [
              {
                label: 'Credits',
                icon: IconCoins,
                run: () => openCreditsDialog({ accountId: account.id, name: account.name }),
                refusal,
              },
            ]
          : []),
        ...(canLogIn && role !== 'admin'
          ? [
              {
                label: 'Log in as…',
                icon: IconLogin,
                run: () => openLogInAs({ accountId: account.id }),
                refusal,
              },
            ]
          : []),
        {
          label: 'Audit log',
          icon: IconHistory,
          run: () =>
            void navigate({
              to: '/audit-log',
              search: () => ({ account: account.id, subject: `user:${id}` }),
            }),
        },
      ]}
    />
  )
}

/** People of all accounts. */
export function UsersPage() {
  const [query, change] = usePageSearch(usersSearch)
  const { page, limit, search, role, state, account } = query
  const canCreate = useCan('administer')
  const found = usePagedQuery(adminUsers, {
    query: { page, limit, search, role, state, account_id: account },
  })
  return (
    <ListPage
      title="Users"
      subtitle="People of all accounts"
      action={
        <Group gap="xs">
          <ButtonLink to="/admin/users/history" variant="default" leftSection={<IconHistory aria-hidden />}>
            History
          </ButtonLink>
          {canCreate && (
            <ButtonLink to="/admin/users/create" leftSection={<IconPlus aria-hidden />}>
              Create user
            </ButtonLink>
          )}
        </Group>
      }
      label="Users"
      list={{ found, query, change }}
      searchLabel="Search name, email or account"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={(user) => <UserMenu user={user} />}
      empty={
        <EmptyState icon={IconUsers} title="No users yet">
          People who register or are invited appear here.
        </EmptyState>
      }
    />
  )
}
