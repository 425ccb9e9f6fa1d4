import type { AuditAction } from '#contract/core/audit.ts'
import { actingRule, type Endpoint } from '#contract/core/endpoint.ts'
import type { ApiScope } from '#contract/core/scopes.ts'
import { type Actor, hasModule } from './actor.ts'
import { can } from './capabilities.ts'

/** Downloads of what the account has already, which read-only accounts keep. */
const EXPORTS: ReadonlySet<AuditAction> = new Set<AuditAction>(['export.created', 'export.downloaded'])

type ActingPart = Pick<Endpoint, 'acting' | 'audit' | 'access'>

export interface AccessProblem {
  code: 'unauthorized' | 'forbidden' | 'account_closed' | 'account_read_only' | 'account_locked'
  message: string
}

const SIGNED_OUT: AccessProblem = { code: 'unauthorized', message: 'Sign in to do this' }
const CLOSED: AccessProblem = {
  code: 'account_closed',
  message: 'This account is closed. Its owner can reopen it',
}
const LOCKED: AccessProblem = {
  code: 'account_locked',
  message: 'This account is locked. Open Billing to see why, or ask an owner of the account',
}
const READ_ONLY: AccessProblem = {
  code: 'account_read_only',
  message:
    'This account is read-only: you can view and export data, but not change or spend anything. Open Billing to see why',
}
const forbidden = (message = 'You don’t have permission to do this'): AccessProblem => ({
  code: 'forbidden',
  message,
})

/** The missing scope of an API key; signed-in users lack none. */
function scopeProblem(scope: ApiScope | undefined, actor: Actor): AccessProblem | null {
  if (actor.scopes === null) return null
  if (!scope) return forbidden('This request needs a signed-in person')
  return actor.scopes.includes(scope) ? null : forbidden(`This API key lacks the scope "${scope}"`)
}

const ACTING = {
  never: 'Not available while you’re logged in as someone else',
  read: 'You’re logged in as read-only. Allow changes first',
} as const

/** What someone who is logged in as another person may not do here, or null. */
function actingProblem(endpoint: ActingPart, { acting }: Actor): AccessProblem | null {
  if (!acting) return null
  const rule = actingRule(endpoint)
  if (rule === 'never') return forbidden(ACTING.never)
  return rule === 'write' && acting.mode !== 'write' ? forbidden(ACTING.read) : null
}

/**
 * What billing and holds forbid the account's members, or null. Read-only forbids the same as read-only
 * impersonation: whatever changes something or costs credits, except exports. An impersonator has the limits of the person.
 */
function lockProblem(
  endpoint: ActingPart & Pick<Endpoint, 'whileClosed' | 'whileLocked'>,
  { access = 'full' }: Actor,
): AccessProblem | null {
  if (access === 'full' || endpoint.whileClosed || endpoint.whileLocked) return null
  if (access === 'locked') return LOCKED
  if (endpoint.audit && EXPORTS.has(endpoint.audit)) return null
  return actingRule(endpoint) === 'always' ? null : READ_ONLY
}

/** Why this caller may not use this endpoint, or null. Pure, for table-driven tests. */
export function accessProblem(
  endpoint: Pick<Endpoint, 'access' | 'scope' | 'whileClosed' | 'whileLocked'> & ActingPart,
  actor: Actor | null,
): AccessProblem | null {
  const { access, scope, whileClosed } = endpoint
  if (access === 'public') return null
  if (!actor) return SIGNED_OUT
  if (actor.isClosed && !whileClosed) return CLOSED
  const locked = lockProblem(endpoint, actor)
  if (locked) return locked
  const lacking = scopeProblem(scope, actor)
  if (lacking) return lacking
  const acting = actingProblem(endpoint, actor)
  if (acting) return acting
  if (access.module && !hasModule(actor, access.module)) return forbidden()
  if (access.can && !can(actor, access.can)) return forbidden()
  return null
}
