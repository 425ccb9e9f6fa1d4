import { MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import type { Invitation, Member } from '#contract/identity/team.ts'
import type { MemberRow } from '#server/modules/accounts/accounts/index.ts'
import type { Spending } from '#server/modules/accounts/wallet/index.ts'
import { isOwnerRole } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { type Decider, formatUserName, memberCan } from './team-policy.ts'
import type { OpenInvitation } from './team-store.ts'

/** Facts about members from other modules; absent for people without any. */
export interface MemberFacts {
  caps: Map<number, number>
  spending: Map<number, Spending>
  lists: Map<number, number>
  runs: Map<number, number>
  lastActive: Map<number, Date>
  secondFactor: Set<number>
}

/** Slugs in catalogue order; null grants all. */
const grant = (slugs: readonly string[] | null): ModuleSlug[] | null =>
  slugs && MODULES.filter((slug) => slugs.includes(slug))

/** A member for the team page, as seen by the viewer. */
export const presentMember = (user: MemberRow, facts: MemberFacts, by: Decider): Member => ({
  ...pick(user, 'id', 'email', 'first_name', 'last_name', 'role'),
  granted_modules: grant(user.granted_modules),
  access_to_wallet: user.access_to_wallet,
  own_lists_only: user.own_lists_only,
  monthly_credit_cap: facts.caps.get(user.id) ?? null,
  state: user.state === 'suspended' ? 'suspended' : 'active',
  is_me: user.id === by.id,
  can: memberCan(by, { ...user, cap: facts.caps.get(user.id) ?? null }),
  second_factor: facts.secondFactor.has(user.id),
  spent_this_month: facts.spending.get(user.id)?.thisMonth ?? 0,
  spent_lately: facts.spending.get(user.id)?.lately ?? 0,
  runs_lately: facts.runs.get(user.id) ?? 0,
  lists: facts.lists.get(user.id) ?? 0,
  created_at: user.created_at.toISOString(),
  last_active_at: facts.lastActive.get(user.id)?.toISOString() ?? null,
})

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Owners first, then by name, then by joining date. */
export const inOrder = (users: readonly MemberRow[]): MemberRow[] =>
  users.toSorted(
    (a, b) =>
      Number(isOwnerRole(b.role)) - Number(isOwnerRole(a.role)) ||
      byName.compare(formatUserName(a), formatUserName(b)) ||
      a.id - b.id,
  )

export const inviterName = (row: {
  inviter_first_name: string
  inviter_last_name: string
  inviter_email: string
}): string =>
  formatUserName({
    first_name: row.inviter_first_name,
    last_name: row.inviter_last_name,
    email: row.inviter_email,
  })

/** An invitation for the team page; never with its link. */
export const presentInvitation = (row: OpenInvitation): Invitation => ({
  ...pick(row, 'id', 'email', 'first_name', 'role'),
  granted_modules: grant(row.granted_modules),
  access_to_wallet: row.access_to_wallet,
  own_lists_only: row.own_lists_only,
  monthly_credit_cap: row.monthly_credit_cap,
  invited_by: inviterName(row),
  state: row.expired ? 'expired' : 'pending',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
