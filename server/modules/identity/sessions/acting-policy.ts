import { type Actor, hasStaffRole, isAdministrator, type Rights } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** A person to log in as, with the ids of their account and its ancestors. */
export interface ActingTarget {
  id: number
  role: Actor['role']
  account_id: number
  path: readonly number[]
}

type Acting = Rights & Pick<Actor, 'accountId'>

/** Whether the caller may log in as people of an account: below a reseller's, or any for support staff. */
export const reachesAccount = (
  actor: Acting,
  { account_id, path }: Pick<ActingTarget, 'account_id' | 'path'>,
): boolean =>
  account_id !== actor.accountId && (hasStaffRole(actor, 'support') || path.includes(actor.accountId))

/** Whether someone may log in as a person at all. Nobody logs in as staff, or as people of their own account. */
export const canActAs = (actor: Acting, target: ActingTarget): boolean =>
  can(actor, 'log_in_as') && target.role !== 'admin' && reachesAccount(actor, target)

/** The account's package setting, and the person's own refusal. */
interface ActingPermission {
  log_in_as: 'always' | 'unless_refused' | 'never' | null
  refuses_acting: boolean
}

/** Why someone cannot log in as this person now, or null. A package may block sellers, never staff. */
export function whyNotActedAs(
  actor: Pick<Actor, 'role'>,
  { log_in_as, refuses_acting }: ActingPermission,
): string | null {
  if (log_in_as === 'never' && !isAdministrator(actor))
    return 'The package of this account does not allow you to log in as its people'
  if (refuses_acting && log_in_as !== 'always') return 'This person does not allow others to log in as them'
  return null
}
