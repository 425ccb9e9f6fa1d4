import { Progress, Skeleton, VisuallyHidden } from '@mantine/core'
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import type { ReactNode } from 'react'
import type { Member } from '#contract/team.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { type MemberAction, MemberMenu } from './member-menu.tsx'
import { capUse, MEMBER_STATES, memberName, moduleWords, ROLE_WORDS, reachesWallet } from './team-labels.ts'
import classes from './team-page.module.css'

interface MembersProps {
  members: readonly Member[]
  /** Cards below one another instead of a table, for a narrow screen. */
  cards: boolean
  onAction: (action: MemberAction, member: Member) => void
}

/** Name, address and who is oneself. */
function Who({ member }: { member: Member }) {
  const name = memberName(member)
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        {name}
        {member.is_me && <span className={classes.me}>You</span>}
      </span>
      {name !== member.email && <span className={classes.quiet}>{member.email}</span>}
    </span>
  )
}

/** The word of a role in its frame. */
export function RoleBadge({ role }: { role: Member['role'] }) {
  return (
    <span className={classes.role} data-role={role}>
      {ROLE_WORDS[role]}
    </span>
  )
}

/** Credits of this month against the limit. */
function Spent({ member }: { member: Member }) {
  const use = capUse(member.spent_this_month, member.monthly_credit_cap)
  return (
    <span className={classes.spent} data-tone={use.tone}>
      <span>{use.words}</span>
      {use.percent !== null && (
        <Progress.Root size={4} aria-hidden>
          <Progress.Section value={use.percent} className={classes.bar} withAria={false} />
        </Progress.Root>
      )}
      {use.tone === 'reached' && <span className={classes.reached}>Limit reached</span>}
    </span>
  )
}

function MemberState({ member }: { member: Member }) {
  return (
    <span className={classes.state}>
      <StateBadge {...MEMBER_STATES[member.state]} />
      {member.second_factor && (
        <span title="Second factor on" className={classes.shield}>
          <IconShield size={14} stroke={1.75} aria-hidden />
          <VisuallyHidden>Second factor on</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

/** What is shown of a member besides the name, in the order of the table. */
const FACTS: { label: string; className?: string | undefined; show: (member: Member) => ReactNode }[] = [
  { label: 'Role', show: (member) => <RoleBadge role={member.role} /> },
  { label: 'Modules', className: classes.words, show: (member) => moduleWords(member.granted_modules) },
  { label: 'Wallet', show: (member) => (reachesWallet(member) ? 'Yes' : 'No') },
  { label: 'Credits this month', show: (member) => <Spent member={member} /> },
  { label: 'Lists', className: classes.numeric, show: (member) => formatNumber(member.lists) },
  {
    label: 'Last seen',
    show: (member) => (member.last_seen_at ? <When at={member.last_seen_at} /> : 'Never'),
  },
  { label: 'State', show: (member) => <MemberState member={member} /> },
]

function MembersHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        {FACTS.map(({ label, className }) => (
          <th key={label} scope="col" className={className}>
            {label}
          </th>
        ))}
        <th className={classes.menu}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

function MembersTable({ members, onAction }: MembersProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Members" tabIndex={0}>
      <table className={classes.table}>
        <MembersHead />
        <tbody>
          {members.map((member) => (
            <tr key={member.id} data-off={member.state === 'suspended' || undefined}>
              <th scope="row">
                <Who member={member} />
              </th>
              {FACTS.map(({ label, className, show }) => (
                <td key={label} className={className}>
                  {show(member)}
                </td>
              ))}
              <td className={classes.menu}>
                <MemberMenu member={member} onAction={onAction} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The members: a table, or cards where it is narrow. */
export function Members(props: MembersProps) {
  if (!props.cards) return <MembersTable {...props} />
  return (
    <ul className={classes.cards} aria-label="Members">
      {props.members.map((member) => (
        <li key={member.id} className={classes.card}>
          <div className={classes.cardHead}>
            <Who member={member} />
            <MemberMenu member={member} onAction={props.onAction} />
          </div>
          <dl className={classes.facts}>
            {FACTS.map(({ label, show }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{show(member)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const WIDTHS = [160, 120, 180]

/** The members' own shape while they load. */
export function MembersSkeleton({ cards }: { cards: boolean }) {
  if (cards) {
    return (
      <div className={classes.cards} role="status" aria-label="Loading the team">
        {WIDTHS.map((width) => (
          <div key={width} className={classes.card}>
            <Skeleton height={12} width={width} mb={12} />
            <Skeleton height={96} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className={classes.frame} role="status" aria-label="Loading the team">
      <table className={classes.table}>
        <MembersHead />
        <tbody>
          {WIDTHS.map((width) => (
            <tr key={width}>
              <td>
                <Skeleton height={10} width={width} />
              </td>
              {FACTS.map(({ label }) => (
                <td key={label}>
                  <Skeleton height={10} width={64} />
                </td>
              ))}
              <td className={classes.menu} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
