import type { Role } from '#contract/core/constants.ts'

/** Owners of customers' accounts can become resellers; team members and platform administrators cannot. */
export const canBecomeReseller = (user: { role: Role }): boolean => user.role === 'user'
