import type { User } from '#contract/identity/user.ts'
import { showSetupSteps } from '../features/branding/sites/setup-endpoints.ts'
import { shell } from '../lib/endpoints.ts'
import { queryClient } from '../lib/freshness.ts'
import { endpointQuery } from '../lib/query-client.ts'
import { can, ownsModule } from '../lib/session.ts'
import { safeReturn } from './guard.ts'

const makeKey = (userId: number): string => `last_page.${userId}`

/** Remembers in this browser where a person is. */
export function notePage(userId: number, href: string): void {
  try {
    localStorage.setItem(makeKey(userId), href)
  } catch {
    // Without storage a sign-in opens Saved Lists.
  }
}

const readLast = (userId: number): string | undefined => {
  try {
    return safeReturn(localStorage.getItem(makeKey(userId)))
  } catch {
    return undefined
  }
}

/** Whether a reseller's own site still needs steps that this person can take. Administrators have a list of theirs. */
async function needsSetup(user: Pick<User, 'modules' | 'can'>): Promise<boolean> {
  if (!ownsModule(user, 'whitelabel') || ownsModule(user, 'admin') || !can(user, 'manage_brand')) return false
  const steps = await queryClient.fetchQuery(endpointQuery(showSetupSteps)).catch(() => undefined)
  return steps?.data.some(({ state }) => state === 'missing') ?? false
}

/**
 * What a sign-in opens (docs/adr/0008): where the person left, WLS Setup for a new reseller, New Search until the first search, or Saved Lists;
 * `/` for people without searches.
 */
export async function signInPath(user: Pick<User, 'id' | 'modules' | 'can'>): Promise<string> {
  const last = readLast(user.id)
  if (last) return last
  if (await needsSetup(user)) return '/whitelabel/setup'
  if (!ownsModule(user, 'leads')) return '/'
  const checklist = await queryClient.fetchQuery(endpointQuery(shell.checklist)).catch(() => undefined)
  const first = checklist?.data.steps.find(({ id }) => id === 'first_search')
  return first && !first.done ? '/lead-search/new-search' : '/lead-search/saved-lists'
}
