import { RECENT_FACTOR_MINUTES } from '#contract/identity/log-in-as.ts'
import { findUser } from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { type AuditNote, recordAudit } from '#server/modules/core/audit/index.ts'
import { hasSecondFactor, verifyFactorCode } from '#server/modules/identity/second-factor/index.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import { type Actor, isAdministrator, isInPerson } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { canActAs, reachesAccount, whyNotActedAs } from './acting-policy.ts'
import { findPerson, insertActingSession, insertVisit } from './acting-store.ts'
import { findSessionSite, isOlderThan } from './sessions-store.ts'

const actingCodeLimit = defineRateLimit({ name: 'acting-code', points: 10, seconds: 15 * 60 })

/** The origin of the call. */
interface From {
  ip: string
  userAgent: string
}

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Records in the logs of both accounts, the acting person's and the other's, always in the same order. */
export function recordBoth(db: Db, accountIds: readonly number[], note: Omit<AuditNote, 'accountId'>): void {
  for (const accountId of [...new Set(accountIds)].sort((a, b) => a - b))
    recordAudit(db, { ...note, accountId })
}

/**
 * The code to check, null when none is needed; counts the try, outside of the transaction.
 * @throws AppError validation_failed for a missing code, rate_limited.
 */
async function takeCode(ctx: Context, actor: Actor, code: string | undefined): Promise<string | null> {
  if (!(await hasSecondFactor(ctx, actor.userId))) return null
  if (!(await isOlderThan(ctx.db, actor.credential.id, RECENT_FACTOR_MINUTES))) return null
  if (!code) throw invalidField('code', 'Enter the code from your authenticator app')
  await actingCodeLimit.consume(ctx, String(actor.userId))
  return code
}

/** @throws AppError not_found for an inaccessible person, conflict for one who cannot be acted for now. */
export async function requirePerson(ctx: Context, actor: Actor, userId: number): Promise<Person> {
  const person = await findPerson(ctx.db, userId)
  if (!person || !reachesAccount(actor, person)) throw notFound('The person')
  if (!canActAs(actor, person)) throw new AppError('forbidden', 'Nobody can log in as staff')
  if (person.state !== 'active' || person.closed_at)
    throw conflict('This person is suspended, or their account is closed')
  const refusal = whyNotActedAs(actor, person)
  if (refusal) throw conflict(refusal)
  return person
}

export async function startActing(
  ctx: Context,
  actor: Actor,
  input: { user_id: number; reason: string; code?: string },
  from: From,
) {
  if (!isInPerson(actor)) throw new AppError('forbidden', 'Sign in yourself to do this')
  const code = await takeCode(ctx, actor, input.code)
  return transaction(ctx.db, async () => {
    const person = await requirePerson(ctx, actor, input.user_id)
    if (code !== null && !(await verifyFactorCode(ctx, actor.userId, code)))
      throw new AppError('invalid_code', 'This code is not valid')
    const self = await findUser(ctx, actor.userId)
    if (!self) throw notFound('The user')
    const { token, hash } = newToken()
    const session = await insertActingSession(ctx.db, {
      userId: person.id,
      siteId: await findSessionSite(ctx.db, actor.credential.id),
      tokenHash: hash,
      actorUserId: actor.userId,
      parentId: actor.credential.id,
      ...from,
    })
    // The address of staff has the platform's domain.
    const otherwise = isAdministrator(actor) ? 'Support' : self.email
    const actorName = `${self.first_name} ${self.last_name}`.trim() || otherwise
    const visit = await insertVisit(ctx.db, {
      account_id: person.account_id,
      user_id: person.id,
      session_id: session.id,
      actor_user_id: actor.userId,
      actor_account_id: actor.accountId,
      actor_name: actorName,
      reason: input.reason,
      ends_at: session.expires_at,
    })
    recordBoth(ctx.db, [person.account_id, actor.accountId], {
      subject: `user:${person.id}`,
      detail: { reason: input.reason, mode: 'read' },
    })
    await notify(ctx, {
      accountId: person.account_id,
      userIds: [person.id],
      kind: 'logged_in_as',
      detail: { visit_id: visit.id, name: actorName, reason: input.reason },
    })
    return { token, type: 'bearer' as const, expires_at: session.expires_at.toISOString() }
  })
}
