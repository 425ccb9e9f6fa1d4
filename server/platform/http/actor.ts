import type { Access } from '#contract/endpoint.ts'

/** Who is calling: one signed-in user within one account. */
export interface Actor {
  userId: number
  accountId: number
  realmId: number
  sessionId: number
  role: 'admin' | 'related' | 'user'
  /** Effective module slugs: plan ∩ every ancestor's plan ∩ the member's grant. */
  modules: readonly string[]
  isMainUser: boolean
  accessToWallet: boolean
  timeZone: string
  /** The real person when someone acts as another; audit rows hold both. */
  actorUserId: number | null
}

/** What is wrong with this caller for this access rule, or null. Pure, so that a table can test it. */
export function accessProblem(access: Access, actor: Actor | null): 'unauthorized' | 'forbidden' | null {
  if (access === 'public') return null
  if (!actor) return 'unauthorized'
  if (access.module && !actor.modules.includes(access.module)) return 'forbidden'
  if (access.role && actor.role !== access.role) return 'forbidden'
  if (access.mainUser && !actor.isMainUser) return 'forbidden'
  if (access.wallet && !actor.isMainUser && !actor.accessToWallet) return 'forbidden'
  return null
}
