import type { Role, StaffRole } from '#contract/core/constants.ts'

/** The staff role of someone of the platform's account; null for members who are not staff. */
export const staffRoleOf = (who: { role: Role; staff_role: StaffRole | null }): StaffRole | null =>
  who.role === 'admin' ? (who.staff_role ?? 'owner') : null

/** Whether a role may be taken from an owner: someone else has to be left who can give roles. */
export const leavesAnOwner = (
  owners: readonly number[],
  { id, role }: { id: number; role: StaffRole | null },
): boolean => role === 'owner' || owners.some((owner) => owner !== id)
