import type { ModuleSlug } from '#contract/constants.ts'
import type { User } from '#contract/user.ts'

const MODULES: Record<ModuleSlug, string> = {
  ai_suggest: 'AI tools',
  leads: 'Lead search',
  whitelabel: 'White label',
  admin: 'Admin panel',
}

/** The modules that the person may use, in words. */
export const moduleWords = (modules: User['modules']): string =>
  modules.map(({ slug }) => MODULES[slug]).join(', ') || 'None'

/** What the person is, in words. */
export function roleWords(user: Pick<User, 'role' | 'isMainUser'>): string {
  if (user.role === 'admin') return 'Administrator'
  return user.isMainUser ? 'Main user of the account' : 'Member of the team'
}
