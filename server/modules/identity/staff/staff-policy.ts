import type { Role, StaffRole } from '#contract/core/constants.ts'

/** The staff role of a person in the platform's account; null for members who are not staff. */
export const findStaffRole = (user: { role: Role; staff_role: StaffRole | null }): StaffRole | null =>
  user.role === 'admin' ? (user.staff_role ?? 'owner') : null

/** Whether an owner's role may be removed: another person who can give roles must remain. */
export const leavesAnOwner = (
  owners: readonly number[],
  { id, role }: { id: number; role: StaffRole | null },
): boolean => role === 'owner' || owners.some((owner) => owner !== id)
