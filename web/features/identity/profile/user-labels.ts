import type { User } from '#contract/identity/user.ts'

/** Role label of the person. */
export function roleLabel(user: Pick<User, 'role' | 'isMainUser'>): string {
  if (user.role === 'admin') return 'Administrator'
  return user.isMainUser ? 'Owner of the account' : 'Member of the team'
}
