import { type ModuleSlug, SIGN_UP_MODULES } from '#contract/core/constants.ts'
import type { Member, TEAM_ROLES } from '#contract/identity/team.ts'

type Rights = Pick<
  Member,
  'role' | 'granted_modules' | 'access_to_wallet' | 'own_lists_only' | 'monthly_credit_cap'
>

/**
 * Defaults of an invitation: the modules of every new account, as far as they can be granted. White Label and the
 * admin panel are granted explicitly only.
 */
export const newRights = (grantable: readonly ModuleSlug[]): Rights => ({
  role: 'related',
  granted_modules: grantable.filter((slug) => (SIGN_UP_MODULES as readonly ModuleSlug[]).includes(slug)),
  access_to_wallet: false,
  own_lists_only: false,
  monthly_credit_cap: null,
})

/** Rights in the form. `grantable` are the modules that can be granted; others are deselected. */
export const makeDraft = (rights: Rights, grantable: readonly ModuleSlug[]) => ({
  role: rights.role,
  /** The selected modules apply while this is `chosen`. */
  modules: rights.granted_modules === null ? 'all' : 'chosen',
  granted_modules: grantable.filter((slug) => rights.granted_modules?.includes(slug) ?? true),
  access_to_wallet: rights.access_to_wallet,
  own_lists_only: rights.own_lists_only,
  /** Credits a month; empty is unlimited. */
  monthly_credit_cap: (rights.monthly_credit_cap ?? '') as number | '',
})
export type RightsDraft = ReturnType<typeof makeDraft>

/** The form in the API's shape; an administrator's role is shown, never changed here. */
export const readRights = ({
  role,
  modules,
  granted_modules,
  access_to_wallet,
  own_lists_only,
  monthly_credit_cap,
}: RightsDraft) => ({
  ...(role === 'admin' ? {} : { role: role as (typeof TEAM_ROLES)[number] }),
  granted_modules: modules === 'all' ? null : granted_modules,
  access_to_wallet,
  own_lists_only,
  monthly_credit_cap: monthly_credit_cap === '' ? null : monthly_credit_cap,
})

/** Only what differs from the opened form; empty when nothing does. */
export function changedRights(before: RightsDraft, now: RightsDraft): Partial<ReturnType<typeof readRights>> {
  const old: Record<string, unknown> = readRights(before)
  return Object.fromEntries(
    Object.entries(readRights(now)).filter(
      ([name, value]) => JSON.stringify(old[name]) !== JSON.stringify(value),
    ),
  )
}

/** Members who can take over someone's lists: all other active ones, yourself first. */
export const listHeirs = (member: Member, members: readonly Member[]): Member[] =>
  members
    .filter((other) => other.id !== member.id && other.state === 'active')
    .sort((a, b) => Number(b.is_me) - Number(a.is_me))
