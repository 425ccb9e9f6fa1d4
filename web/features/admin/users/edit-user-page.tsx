import { Button, Group, Stack, Table, Title } from '@mantine/core'
import { type AdminUserDetails, adminUser, updateUser } from '#contract/admin/users.ts'
import type { Role } from '#contract/core/constants.ts'
import type { Session } from '#contract/identity/sessions.ts'
import { formatDay, formatExact, formatNumber } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { UserActions } from './user-actions.tsx'
import { readGrant, type UserDraft, UserFields } from './user-form.tsx'
import { fullName, ROLE_NAMES, STAFF_ROLE_NAMES, stateBadge } from './user-labels.ts'

const COLUMNS: readonly Column<Session>[] = [
  { id: 'device', label: 'Device', card: 'title', wrap: '220px', cell: ({ device }) => device },
  { id: 'ip', label: 'IP address', cell: ({ ip }) => ip ?? '–' },
  { id: 'since', label: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'active', label: 'Last active', cell: ({ last_active_at }) => <When at={last_active_at} /> },
]

/** Where a person is signed in now. */
const UserSessions = ({ sessions }: { sessions: Session[] }) => (
  <DataTable
    label="Sessions"
    framed
    found={{ rows: sessions, isError: false, error: null, refetch: () => undefined }}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={<p>Not signed in anywhere.</p>}
  />
)

const makeDraft = (user: AdminUserDetails): UserDraft => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  password: '',
  role: user.role,
  staff_role: user.staff_role ?? 'support',
  accessToWallet: user.accessToWallet,
  all_modules: user.granted_modules === null,
  modules: [...user.modules],
  support_open_ai_api_key: user.support_open_ai_api_key,
})

/** Only the changed fields, so that nothing else is overwritten. */
const findChanges = (before: UserDraft, now: UserDraft) => {
  const { all_modules: _all, modules: _modules, password, staff_role, ...rest } = now
  const plain = Object.entries(rest).filter(([name, value]) => before[name as keyof UserDraft] !== value)
  const [granted, grants] = [readGrant(before), readGrant(now)]
  return {
    ...Object.fromEntries(plain),
    ...(password && { password }),
    ...(now.role === 'admin' && staff_role !== before.staff_role && { staff_role }),
    ...(JSON.stringify(granted) !== JSON.stringify(grants) && { modules: grants }),
  }
}

function EditForm({ user }: { user: AdminUserDetails }) {
  const before = makeDraft(user)
  const form: Form<UserDraft> = useContractForm(updateUser, {
    initial: before,
    params: { id: user.id },
    body: (now) => findChanges(before, now),
    onSuccess: (_reply, now) => form.restart({ ...now, password: '' }),
  })
  const roles: Role[] = user.role === 'admin' ? ['admin', 'related'] : ['user', 'related']
  return (
    <Frame p="md">
      <ContractForm form={form} submitLabel="Save" onlyChanges>
        <UserFields
          form={form}
          grantable={user.account_modules}
          roles={roles}
          roleFixed={user.can.change_role ? undefined : 'Another owner can change your role'}
          passwordLabel="New password"
        />
      </ContractForm>
    </Frame>
  )
}

const formatRole = ({ role, staff_role }: AdminUserDetails): string =>
  staff_role ? `${ROLE_NAMES[role]}, ${STAFF_ROLE_NAMES[staff_role]}` : ROLE_NAMES[role]

function Facts({ user }: { user: AdminUserDetails }) {
  const { account, reseller, balance, last_sign_in_at } = user
  const rows: [string, React.ReactNode][] = [
    ['State', <StateBadge key="state" {...stateBadge(user.state)} />],
    ['Role', formatRole(user)],
    [
      'Account',
      <AnchorLink key="account" to="/admin/users" search={{ account: account.id }} inherit>
        {account.name}
      </AnchorLink>,
    ],
    ...(reseller ? ([['Reseller', reseller.name]] as [string, string][]) : []),
    ['Package', user.package ?? '–'],
    [
      'Credits',
      `${formatNumber(balance.available)} available, ${formatNumber(balance.reserved)} reserved, ${formatNumber(balance.spent)} spent`,
    ],
    ['Two-factor', user.second_factor ? 'On' : 'Off'],
    ['Last sign-in', last_sign_in_at ? formatExact(last_sign_in_at) : 'Never'],
    ['Added', formatDay(user.created_at)],
  ]
  return (
    <Frame p="md">
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={120}>{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Frame>
  )
}

/** The archive of a customer's account. */
function AccountData({ accountId }: { accountId: number }) {
  const { found, ticket, start, isAtWork } = useDataExports({ customerId: accountId })
  return (
    <Frame p="md">
      <Group mb="xs">
        <Title order={2} flex={1}>
          Account data
        </Title>
        <Button
          variant="default"
          loading={start.isPending}
          disabled={isAtWork}
          onClick={() => start.mutate()}
        >
          Export data
        </Button>
      </Group>
      <DataExports found={found} ticket={ticket} />
    </Frame>
  )
}

function Details({ user }: { user: AdminUserDetails }) {
  const canExport = useCan('sell')
  return (
    <Stack p="md" gap="md" maw={720}>
      {user.state === 'deleted' && user.delete_at && (
        <Notice tone="warning" title="Deleted">
          {user.only_owner
            ? `The account ${user.account.name} is closed and will be deleted on ${formatDay(user.delete_at)}.`
            : `Will be deleted permanently on ${formatDay(user.delete_at)}.`}
        </Notice>
      )}
      <Facts user={user} />
      <UserActions user={user} />
      {user.can.edit && <EditForm key={user.id} user={user} />}
      <section>
        <Title order={2} mb="xs">
          Sessions
        </Title>
        <UserSessions sessions={user.sessions} />
      </section>
      {canExport && user.role !== 'admin' && <AccountData accountId={user.account.id} />}
    </Stack>
  )
}

/** One user of any account: details, rights and actions. */
export function EditUserPage() {
  const found = useEndpoint(adminUser, { params: { id: usePathId() } })
  const user = found.data?.data
  return (
    <>
      <PageHeader
        title={user ? fullName(user) : 'User'}
        {...(user && { subtitle: user.email })}
        back={{ to: '/admin/users', label: 'Back to Users' }}
      />
      {!user && found.isError && <LoadError what="The user" query={found} />}
      {!user && !found.isError && <SkeletonRows rows={8} height={40} label="Loading the user" />}
      {user && <Details user={user} />}
    </>
  )
}
