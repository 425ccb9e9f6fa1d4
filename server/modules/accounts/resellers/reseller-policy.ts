import type { Role } from '#contract/core/constants.ts'

/** Owners of customers' accounts become resellers; members of a team and administrators of the platform do not. */
export const canBecomeReseller = (user: { role: Role }): boolean => user.role === 'user'
