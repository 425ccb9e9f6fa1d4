import { Group, Stack, Text } from '@mantine/core'
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import type { ReactNode } from 'react'
import type { Invitation, Member } from '#contract/identity/team.ts'
import { moduleLabel, personName, ROLE_LABELS } from '#web/lib/account-labels.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { UsageMeter } from '#web/ui/usage-meter.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './team-page.module.css'

const Who = ({ name, more, me }: { name: string; more: ReactNode; me?: boolean }) => (
  <Stack component="span" gap={0} miw={0} className="wrap-anywhere">
    <span>
      {name}
      {me && (
        <Text
          component="span"
          ms={6}
          px={5}
          bd="1px solid var(--app-border-strong)"
          bdrs="xs"
          fz={11}
          c="dimmed"
        >
          You
        </Text>
      )}
    </span>
    {more && (
      <Text component="span" fw={400} c="dimmed">
        {more}
      </Text>
    )}
  </Stack>
)

const Role = ({ role }: { role: Member['role'] }) => (
  <span className={classes.role} data-role={role}>
    {ROLE_LABELS[role]}
  </span>
)

const STATES = {
  active: { state: 'succeeded', label: 'Active' },
  suspended: { state: 'cancelled', label: 'Suspended' },
  pending: { state: 'queued', label: 'Waiting' },
  expired: { state: 'failed', label: 'Expired' },
} as const

export const MEMBERS: readonly Column<Member>[] = [
  {
    id: 'name',
    label: 'Name',
    wrap: '320px',
    cell: (member) => {
      const name = personName(member)
      return <Who name={name} more={name !== member.email && member.email} me={member.is_me} />
    },
  },
  { id: 'role', label: 'Role', cell: ({ role }) => <Role role={role} /> },
  { id: 'modules', label: 'Modules', wrap: '220px', cell: (member) => moduleLabel(member.granted_modules) },
  {
    id: 'wallet',
    label: 'Wallet',
    // Owners and administrators always reach it.
    cell: ({ role, access_to_wallet }) => (role !== 'related' || access_to_wallet ? 'Yes' : 'No'),
  },
  {
    id: 'spent',
    label: 'Credits this month',
    cell: (member) => <UsageMeter used={member.spent_this_month} limit={member.monthly_credit_cap} />,
  },
  {
    id: 'lately',
    label: 'Last 90 days',
    title: 'Credits spent and runs started in the last 90 days',
    align: 'end',
    cell: ({ spent_lately, runs_lately }) => (
      <Stack component="span" display="inline-flex" gap={0} className="numeric">
        <span>{formatCredits(spent_lately)}</span>
        <Text component="span" fw={400} c="dimmed">
          {formatCount(runs_lately, 'run')}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'lists',
    label: 'Lists',
    align: 'end',
    cell: ({ role, lists, own_lists_only }) =>
      role === 'related' && own_lists_only ? `${formatNumber(lists)}, sees only these` : formatNumber(lists),
  },
  {
    id: 'seen',
    label: 'Last active',
    cell: ({ last_active_at }) => (last_active_at ? <When at={last_active_at} /> : 'Never'),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, second_factor }) => (
      <Group component="span" display="inline-flex" wrap="nowrap" gap={6} style={{ verticalAlign: 'middle' }}>
        <StateBadge {...STATES[state]} />
        {second_factor && (
          <span role="img" title="Two-factor on" aria-label="Two-factor on">
            <IconShield size={14} stroke={1.75} color="var(--app-dimmed)" display="block" aria-hidden />
          </span>
        )}
      </Group>
    ),
  },
]

export const INVITATIONS: readonly Column<Invitation>[] = [
  {
    id: 'email',
    label: 'Invited',
    wrap: '320px',
    cell: ({ email, first_name, invited_by }) => (
      <Who
        name={email}
        more={[first_name, invited_by && `invited by ${invited_by}`].filter(Boolean).join(' · ')}
      />
    ),
  },
  { id: 'role', label: 'Role', cell: ({ role }) => <Role role={role} /> },
  { id: 'modules', label: 'Modules', wrap: '220px', cell: (row) => moduleLabel(row.granted_modules) },
  { id: 'sent', label: 'Sent', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'expires', label: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
]
