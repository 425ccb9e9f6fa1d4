import type { Role } from '#contract/core/constants.ts'
import type { Member, TEAM_ROLES } from '#contract/identity/team.ts'
import { AppError, conflict, invalidField } from '#server/platform/errors.ts'
import { isOwnerRole } from '#server/platform/http/actor.ts'

type TeamRole = (typeof TEAM_ROLES)[number]

/** The acting person: an active owner of the account. */
export interface Decider {
  id: number
  role: Role
}
/** The affected member's current state. */
export interface Judged extends Decider {
  state: 'active' | 'suspended' | 'removed'
  cap: number | null
  granted_modules: string[] | null
}
/** The requested changes; absent fields stay. */
export interface Changes {
  role?: TeamRole
  granted_modules?: string[] | null
  access_to_wallet?: boolean
  own_lists_only?: boolean
  monthly_credit_cap?: number | null
  state?: 'active' | 'suspended'
}

/** Whether a member manages the team. */
export const canDecide = ({ role, state }: Pick<Judged, 'role' | 'state'>): boolean =>
  state === 'active' && isOwnerRole(role)

/** A name in one line: control characters, including line breaks, become spaces. */
export const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A person's display name; the email without a name. */
export const formatUserName = (user: { first_name: string; last_name: string; email: string }): string =>
  `${user.first_name} ${user.last_name}`.trim() || user.email

/** Why these modules cannot be granted, or null: an account grants what it has. Null grants all of it. */
export function grantProblem(
  granted: readonly string[] | null | undefined,
  ofAccount: readonly string[],
): AppError | null {
  const missing = (granted ?? []).filter((slug) => !ofAccount.includes(slug))
  if (missing.length === 0) return null
  return invalidField('granted_modules', `This account doesn’t have: ${missing.join(', ')}`)
}

/** Why a role cannot be given, or null. The platform's owners are its administrators, which teams cannot create. */
export function roleProblem(role: TeamRole | undefined, isPlatform: boolean): AppError | null {
  if (role !== 'user' || !isPlatform) return null
  return invalidField('role', 'Platform members can’t become owners here')
}

function rankProblem(by: Decider, member: Judged): AppError | null {
  if (member.role !== 'admin' || by.role === 'admin') return null
  return new AppError('forbidden', 'Only an administrator can do this to an administrator')
}

const differs = <Value>(wanted: Value | undefined, now: Value): boolean =>
  wanted !== undefined && wanted !== now

const sameModules = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((slug) => b.includes(slug))

/**
 * Why a member cannot be changed like this, or null. The acting owner cannot change themselves and is active, so
 * an account always keeps one.
 */
export function changeProblem(
  by: Decider,
  member: Judged,
  changes: Changes,
  account: { isPlatform: boolean; modules: readonly string[] },
): AppError | null {
  const newRole = differs(changes.role, member.role)
  if (by.id === member.id) {
    if (newRole) return conflict('You can’t change your own role. Ask another owner')
    if (differs(changes.state, member.state)) return conflict('You can’t suspend yourself')
    if (differs(changes.monthly_credit_cap, member.cap))
      return conflict('You can’t change your own credit limit. Ask another owner')
    // Otherwise people could lift limits another owner has set for them.
    if (
      changes.granted_modules !== undefined &&
      !sameModules(changes.granted_modules, member.granted_modules)
    )
      return conflict('You can’t change your own modules. Ask another owner')
  }
  if (newRole && member.role === 'admin') return conflict('An administrator’s role can’t be changed here')
  return (
    rankProblem(by, member) ??
    (newRole ? roleProblem(changes.role, account.isPlatform) : null) ??
    grantProblem(changes.granted_modules, account.modules)
  )
}

/** Why a member cannot be removed, or null. */
export function removalProblem(by: Decider, member: Judged): AppError | null {
  if (by.id === member.id) return conflict('You can’t remove yourself. Ask another owner')
  return rankProblem(by, member)
}

/** What the acting owner may do with a member, by the same rules as the refusals above. */
export function memberCan(by: Decider, member: Judged): Member['can'] {
  const mayChange = (changes: Changes): boolean =>
    changeProblem(by, member, changes, { isPlatform: false, modules: [] }) === null
  return {
    edit: mayChange({}),
    change_role: mayChange({ role: member.role === 'user' ? 'related' : 'user' }),
    change_limits: mayChange({ monthly_credit_cap: member.cap === null ? 0 : null }),
    suspend: mayChange({ state: member.state === 'active' ? 'suspended' : 'active' }),
    remove: removalProblem(by, member) === null,
  }
}
