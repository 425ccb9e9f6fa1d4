import type { SignOnSettings } from '#contract/branding/sign-on.ts'
import { MODULES } from '#contract/core/constants.ts'

/** Role and modules of a person; `modules` null: all of the account. */
export interface Grant {
  role: 'user' | 'related'
  modules: string[] | null
}

/** What the groups of a person give together; null when they are in none that counts. */
export function readGrant(
  { groups }: Pick<SignOnSettings, 'groups'>,
  ofPerson: readonly string[],
): Grant | null {
  if (groups.length === 0) return { role: 'related', modules: null }
  const matching = groups.filter(({ group }) => ofPerson.includes(group))
  if (matching.length === 0) return null
  const named = matching.flatMap(({ modules }) => modules ?? [])
  const hasAll = matching.some(({ modules }) => modules === null)
  return {
    role: matching.some(({ owner }) => owner) ? 'user' : 'related',
    modules: hasAll ? null : MODULES.filter((slug) => named.includes(slug)),
  }
}

/** Whether an address is at one of the domains that may sign in. */
export const isAllowedAddress = ({ domains }: Pick<SignOnSettings, 'domains'>, email: string): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1))
