import { NativeSelect, Stack, Text } from '@mantine/core'
import type { StaffRole } from '#contract/core/constants.ts'
import { type StaffMember, setStaffRole, staff } from '#contract/identity/staff.ts'
import { call } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSaved } from '#web/lib/use-saved.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'

const ROLE_LABELS: Record<StaffRole | 'none', string> = {
  owner: 'Owner: everything',
  finance: 'Finance: money',
  support: 'Support: view, log in as',
  none: 'No staff role',
}
const OPTIONS = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))

/** Role of a staff member; owners change it in place. */
function RoleSelect({ member }: { member: StaffMember }) {
  const canChange = useCan('administer')
  const role = useSaved(member.staff_role, (value) =>
    call(setStaffRole, { params: { id: member.id }, body: { staff_role: value } }),
  )
  if (!canChange) return ROLE_LABELS[member.staff_role ?? 'none']
  return (
    <NativeSelect
      aria-label={`Staff role of ${member.name}`}
      data={OPTIONS}
      value={role.value ?? 'none'}
      disabled={role.isSaving}
      onChange={({ currentTarget: { value } }) => role.choose(value === 'none' ? null : (value as StaffRole))}
    />
  )
}

const COLUMNS: readonly Column<StaffMember>[] = [
  { id: 'name', label: 'Person', card: 'title', wrap: '220px', cell: ({ name }) => name },
  { id: 'email', label: 'Email', wrap: '240px', cell: ({ email }) => email },
  { id: 'role', label: 'Staff role', cell: (member) => <RoleSelect member={member} /> },
  {
    id: 'factor',
    label: 'Two-factor',
    cell: ({ second_factor }) => (second_factor ? 'On' : 'Off'),
  },
  {
    id: 'active',
    label: 'Last active',
    cell: ({ last_active_at }) => (last_active_at ? <When at={last_active_at} /> : 'Never'),
  },
]

/** Members of the platform account and their roles. */
export function StaffPage() {
  const found = useEndpoint(staff)
  return (
    <>
      <PageHeader title="Staff" subtitle="Members of the platform account and their roles" />
      <Stack gap="sm" p="md">
        <Text c="dimmed">To add someone, invite them under Manage team, then choose their role here.</Text>
        <DataTable
          label="Staff"
          framed
          found={{ ...found, rows: found.data?.data }}
          columns={COLUMNS}
          rowKey={({ id }) => id}
        />
      </Stack>
    </>
  )
}
