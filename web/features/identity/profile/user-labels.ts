import type { User } from '#contract/identity/user.ts'

/** What the person is, in words. */
export function roleLabel(user: Pick<User, 'role' | 'isMainUser'>): string {
  if (user.role === 'admin') return 'Administrator'
  return user.isMainUser ? 'Owner of the account' : 'Member of the team'
}
