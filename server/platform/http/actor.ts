import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiScope } from '#contract/scopes.ts'

/** What a caller showed: the token of a session or an API key. `expiresAt` null means until it is revoked. */
export interface Credential {
  kind: 'session' | 'api_key'
  id: number
  expiresAt: Date | null
}

/** Who is calling: one user within one account, signed in or by an API key. */
export interface Actor {
  userId: number
  accountId: number
  realmId: number
  credential: Credential
  /** What an API key may do; null is a person who has signed in, who may do everything of their own. */
  scopes: readonly ApiScope[] | null
  role: 'admin' | 'related' | 'user'
  /** Effective module slugs: plan ∩ every ancestor's plan ∩ the member's grant. */
  modules: readonly string[]
  isMainUser: boolean
  accessToWallet: boolean
  timeZone: string
  /** The real person when someone acts as another; audit rows hold both. */
  actorUserId: number | null
  /** The account is closed and waits to be deleted. */
  isClosed?: boolean
}

/** Why a caller is refused. */
export interface AccessProblem {
  code: 'unauthorized' | 'forbidden' | 'account_closed'
  message: string
}

const SIGNED_OUT: AccessProblem = { code: 'unauthorized', message: 'Sign in to do this' }
const CLOSED: AccessProblem = {
  code: 'account_closed',
  message: 'This account is closed. Its owner can reopen it',
}
const forbidden = (message = 'You are not allowed to do this'): AccessProblem => ({
  code: 'forbidden',
  message,
})

/** What an API key lacks for this endpoint, or null; a person who has signed in lacks nothing here. */
function scopeProblem(scope: ApiScope | undefined, actor: Actor): AccessProblem | null {
  if (actor.scopes === null) return null
  if (!scope) return forbidden('This call needs a person who has signed in')
  return actor.scopes.includes(scope) ? null : forbidden(`This API key lacks the scope "${scope}"`)
}

/** What is wrong with this caller for this endpoint, or null. Pure, so that a table can test it. */
export function accessProblem(
  { access, scope, whileClosed }: Pick<Endpoint, 'access' | 'scope' | 'whileClosed'>,
  actor: Actor | null,
): AccessProblem | null {
  if (access === 'public') return null
  if (!actor) return SIGNED_OUT
  if (actor.isClosed && !whileClosed) return CLOSED
  const lacking = scopeProblem(scope, actor)
  if (lacking) return lacking
  if (access.module && !actor.modules.includes(access.module)) return forbidden()
  if (access.role && actor.role !== access.role) return forbidden()
  if (access.mainUser && !actor.isMainUser) return forbidden()
  if (access.wallet && !actor.isMainUser && !actor.accessToWallet) return forbidden()
  return null
}
