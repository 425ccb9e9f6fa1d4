import type { Role, StaffRole } from '#contract/core/constants.ts'

/** Whether one of these users has signed in from this address before, without those who acted as them. */
export const staffRoleOf = (user: { role: Role; staff_role: StaffRole | null }): StaffRole | null =>
  user.role === 'admin' ? (user.staff_role ?? 'owner') : null

/** When each of these users was last active in their own sessions, without those who never were. */
export const leavesAnOwner = (
  owners: readonly number[],
  { id, role }: { id: number; role: StaffRole | null },
): boolean => role === 'owner' || owners.some((owner) => owner !== id)
