import type { ModuleSlug } from '#contract/constants.ts'
import { MODULES } from '#contract/constants.ts'
import type { Invitation, Member } from '#contract/team.ts'
import { formatNumber } from '#web/lib/format.ts'

/** Roles as a team says them. */
export const ROLE_WORDS: Record<Member['role'], string> = {
  user: 'Main user',
  related: 'Member',
  admin: 'Administrator',
}

/** Modules by the names of their sections in the side bar. */
export const MODULE_WORDS: Record<ModuleSlug, string> = {
  ai_suggest: 'AI Tools',
  leads: 'Lead Search',
  whitelabel: 'White Label',
  admin: 'Admin Panel',
}

/** A state as `StateBadge` draws it: the state whose look it borrows, and its own word. */
export interface StateLook {
  state: string
  label: string
}
export const MEMBER_STATES: Record<Member['state'], StateLook> = {
  active: { state: 'succeeded', label: 'Active' },
  suspended: { state: 'cancelled', label: 'Suspended' },
}
export const INVITATION_STATES: Record<Invitation['state'], StateLook> = {
  pending: { state: 'queued', label: 'Waiting' },
  expired: { state: 'failed', label: 'Expired' },
}

/** Which modules somebody may use: `null` is all of the account's. */
export function moduleWords(granted: readonly ModuleSlug[] | null): string {
  if (granted === null) return 'Everything'
  if (granted.length === 0) return 'None'
  return MODULES.filter((slug) => granted.includes(slug))
    .map((slug) => MODULE_WORDS[slug])
    .join(', ')
}

/** First and last name, else the address. */
export const memberName = (person: { first_name: string; last_name?: string; email: string }): string =>
  `${person.first_name} ${person.last_name ?? ''}`.trim() || person.email

/** Main users and administrators always reach the wallet. */
export const reachesWallet = (person: Pick<Member, 'role' | 'access_to_wallet'>): boolean =>
  person.role !== 'related' || person.access_to_wallet

const NEAR = 0.8

export interface CapUse {
  /** Whole percent of the limit that is used, at most 100; null without a limit. */
  percent: number | null
  words: string
  tone: 'usual' | 'near' | 'reached'
}

/** What somebody spent this month against the limit, in credits; a limit of 0 is reached from the start. */
export function capUse(spent: number, cap: number | null): CapUse {
  if (cap === null) return { percent: null, words: `${formatNumber(spent)}, no limit`, tone: 'usual' }
  const share = cap === 0 ? 1 : spent / cap
  return {
    percent: Math.min(100, Math.floor(share * 100)),
    words: `${formatNumber(spent)} of ${formatNumber(cap)}`,
    tone: share >= 1 ? 'reached' : share >= NEAR ? 'near' : 'usual',
  }
}

/** Those who can take over somebody's lists: every other active member, oneself first. */
export const heirsOf = (member: Member, members: readonly Member[]): Member[] =>
  members
    .filter((other) => other.id !== member.id && other.state === 'active')
    .sort((a, b) => Number(b.is_me) - Number(a.is_me))
