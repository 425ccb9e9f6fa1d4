import type { Role, StaffRole } from '#contract/core/constants.ts'
import { type Actor, hasStaffRole, isOwnerRole } from '#server/platform/http/actor.ts'

/** A person of any account about to be changed. */
export interface ManagedUser {
  id: number
  role: Role
  staff_role: StaffRole | null
}

type Staff = Pick<Actor, 'userId' | 'role' | 'staffRole' | 'modules'>

/** A person's staff role; null for people who are not staff. */
export const findStaffRole = ({
  role,
  staff_role,
}: Pick<ManagedUser, 'role' | 'staff_role'>): StaffRole | null =>
  role === 'admin' ? (staff_role ?? 'owner') : null

/** Staff are managed only by the platform's owners. */
const mayManage = (by: Staff, user: ManagedUser): boolean =>
  hasStaffRole(by, 'owner') || (hasStaffRole(by, 'support') && findStaffRole(user) === null)

/** Name, email, password, modules. */
export const canEditUser = (by: Staff, _user: ManagedUser): boolean => hasStaffRole(by, 'owner')
/** Nobody changes their own role. */
export const canChangeRole = (by: Staff, user: ManagedUser): boolean =>
  hasStaffRole(by, 'owner') && by.userId !== user.id
/** Suspend, reactivate, end sessions, reset the second factor: never for oneself. */
export const canSuspendUser = (by: Staff, user: ManagedUser): boolean =>
  by.userId !== user.id && mayManage(by, user)
export const canDeleteUser = (by: Staff, user: ManagedUser): boolean =>
  by.userId !== user.id && hasStaffRole(by, 'owner')

export const ownsAccount = (user: Pick<ManagedUser, 'role' | 'staff_role'>): boolean =>
  isOwnerRole(user.role) && (findStaffRole(user) ?? 'owner') === 'owner'

/** Why a role cannot be given in an account, or null. */
export function roleProblem(
  role: Role,
  { isPlatform, isMainUser }: { isPlatform: boolean; isMainUser?: boolean },
): { field: 'role' | 'isMainUser'; message: string } | null {
  if (role === 'admin' && !isPlatform)
    return { field: 'role', message: 'Only people of the platform’s own account can be administrators' }
  if (role === 'user' && isPlatform)
    return { field: 'role', message: 'Owners of the platform’s account are administrators. Choose that role' }
  if (isMainUser === undefined || role === 'admin' || isMainUser === isOwnerRole(role)) return null
  return {
    field: 'isMainUser',
    message: isMainUser ? 'Choose the role “user” for an owner' : 'Choose the role “related” for a member',
  }
}

export const isStaffRole = (role: Role): boolean => role === 'admin'

/** Whether a change names another role, or another staff role of an administrator. */
export const changesRole = (
  user: Pick<ManagedUser, 'role' | 'staff_role'>,
  change: { role?: Role; staff_role?: StaffRole },
): boolean =>
  (change.role !== undefined && change.role !== user.role) ||
  (change.staff_role !== undefined && change.staff_role !== findStaffRole(user))

/** Whether a change contains a role, even the current one. */
export const namesRole = (change: { role?: Role; isMainUser?: boolean }): boolean =>
  change.role !== undefined || change.isMainUser !== undefined
