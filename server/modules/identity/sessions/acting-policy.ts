import { type Actor, hasStaffRole, isAdministrator, type Rights } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** Someone to be logged in as, with the ids of their account and those above it. */
export interface ActingTarget {
  id: number
  role: Actor['role']
  account_id: number
  path: readonly number[]
}

type Acting = Rights & Pick<Actor, 'accountId'>

/** Whether an account lies where the caller may log in as its people: below a reseller's, or anywhere for support staff. */
export const reachesAccount = (
  actor: Acting,
  { account_id, path }: Pick<ActingTarget, 'account_id' | 'path'>,
): boolean =>
  account_id !== actor.accountId && (hasStaffRole(actor, 'support') || path.includes(actor.accountId))

/** Whether someone may log in as a person at all. Nobody logs in as staff, or as people of their own account. */
export const canActAs = (actor: Acting, target: ActingTarget): boolean =>
  can(actor, 'log_in_as') && target.role !== 'admin' && reachesAccount(actor, target)

/** What the package of an account says, and whether the person has refused. */
interface ActingPermission {
  log_in_as: 'always' | 'unless_refused' | 'never' | null
  refuses_acting: boolean
}

/** Why someone is not logged in as this person now, or null. A package may keep sellers out, never staff. */
export function whyNotActedAs(
  actor: Pick<Actor, 'role'>,
  { log_in_as, refuses_acting }: ActingPermission,
): string | null {
  if (log_in_as === 'never' && !isAdministrator(actor))
    return 'The package of this account does not allow you to log in as its people'
  if (refuses_acting && log_in_as !== 'always') return 'This person does not allow others to log in as them'
  return null
}
