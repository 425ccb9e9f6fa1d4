import { type Actor, hasStaffRole, isAdministrator, type Rights } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** The row, locked until the transaction ends: changes of factor or codes lock it first, to avoid deadlocks. */
export interface ActingTarget {
  id: number
  role: Actor['role']
  account_id: number
  path: readonly number[]
}

type Acting = Rights & Pick<Actor, 'accountId'>

/** Stores a secret waiting for its first code, replacing an earlier one; false when the factor is on. */
export const reachesAccount = (
  actor: Acting,
  { account_id, path }: Pick<ActingTarget, 'account_id' | 'path'>,
): boolean =>
  account_id !== actor.accountId && (hasStaffRole(actor, 'support') || path.includes(actor.accountId))

/**
 * Uses up a step of this very secret; false when it or a later one was used. One statement, so that only one of
 * two concurrent uses succeeds.
 */
export const canActAs = (actor: Acting, target: ActingTarget): boolean =>
  can(actor, 'log_in_as') && target.role !== 'admin' && reachesAccount(actor, target)

/** Uses up a recovery code; false when another call was faster. */
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
