import type { ActingVisit, PersonToActAs } from '#contract/identity/log-in-as.ts'
import { findUser, updateUser } from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { type Actor, hasStaffRole } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { canActAs, whyNotActedAs } from './acting-policy.ts'
import * as store from './acting-store.ts'
import { endSessions } from './end-sessions.ts'
import { type Person, recordBoth } from './start-acting.ts'

const actingEndLimit = defineRateLimit({ name: 'acting-end', points: 60, seconds: 15 * 60 })

const present = (actor: Actor, row: Person): PersonToActAs => ({
  id: row.id,
  name: row.name,
  email: row.email,
  account: { id: row.account_id, name: row.account_name },
  owner: row.is_owner,
  allowed: whyNotActedAs(actor, row) === null,
})

/* Logging in as someone else: who may, for how long, and what the person is told. */

/** @throws AppError not_found for an inaccessible account. */
export async function listPeopleToActAs(
  ctx: Context,
  actor: Actor,
  query: { search?: string; account_id?: number },
) {
  const below = hasStaffRole(actor, 'support') ? null : actor.accountId
  const rows = await store.findPeople(ctx.db, { below, accountId: query.account_id, search: query.search })
  return rows.filter((row) => canActAs(actor, row)).map((row) => present(actor, row))
}

/** @throws AppError conflict when nobody acts. */
export function setActingMode(ctx: Context, actor: Actor, mode: 'read' | 'write'): Promise<void> {
  return transaction(ctx.db, async () => {
    const visit = actor.acting ? await store.findVisit(ctx.db, actor.credential.id) : undefined
    if (!visit) throw conflict('You aren’t logged in as someone else')
    if (visit.mode === mode) return markUnchanged()
    await store.setVisitMode(ctx.db, actor.credential.id, mode)
    const detail = fieldChanges({ mode: visit.mode }, { mode })
    recordAudit(ctx.db, { accountId: visit.account_id, subject: `user:${visit.user_id}`, detail })
    if (mode === 'write')
      await notify(ctx, {
        accountId: visit.account_id,
        userIds: [visit.user_id],
        kind: 'acting_may_change',
        detail: { visit_id: visit.id, name: visit.actor_name, reason: visit.reason },
      })
  })
}

/** Ends the sessions as others that were started from the caller's. Their own token stays as it is. */
export async function endActing(ctx: Context, actor: Actor): Promise<void> {
  await actingEndLimit.consume(ctx, String(actor.userId))
  await transaction(ctx.db, async () => {
    const sessions = await store.lockChildren(ctx.db, actor.credential.id)
    if (sessions.length === 0) markUnchanged()
    for (const { id, user_id: userId, account_id: accountId } of sessions) {
      await endSessions(ctx.db, { userId, accountId }, { only: id })
      recordBoth(ctx.db, [accountId, actor.accountId], {
        userId,
        actorUserId: actor.userId,
        subject: `user:${userId}`,
      })
    }
  })
}

export async function listVisits(
  ctx: Context,
  actor: Actor,
): Promise<{ allowed: boolean; visits: ActingVisit[] }> {
  const rows = await store.findVisitsToUser(ctx.db, actor.userId)
  const user = await findUser(ctx, actor.userId)
  const visits = rows.map((row) => ({
    ...row,
    started_at: row.started_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
  return { allowed: user?.refuses_acting === false, visits }
}

/** Lets others log in as the caller, or forbids it and ends active ones. */
export function allowVisits(ctx: Context, actor: Actor, allowed: boolean): Promise<void> {
  return transaction(ctx.db, async () => {
    const before = await findUser(ctx, actor.userId)
    const person = await store.findPerson(ctx.db, actor.userId)
    if (!allowed && person?.log_in_as === 'always')
      throw conflict('Your package always lets its seller log in as you. Ask them to change it')
    await updateUser(ctx, actor.userId, { refuses_acting: !allowed })
    const ended = allowed ? 0 : await endSessions(ctx.db, actor, { acting: true })
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `user:${actor.userId}`,
      detail: { ended, ...fieldChanges({ allowed: !before?.refuses_acting }, { allowed }) },
    })
  })
}

/** How someone acts in this session, for its banner; null otherwise. */
export async function showActing(ctx: Context, actor: Actor) {
  const visit = actor.acting ? await store.findVisit(ctx.db, actor.credential.id) : undefined
  if (!visit) return null
  const { actor_name, reason, ends_at } = visit
  return { actor_name, reason, mode: visit.mode, ends_at: ends_at.toISOString() }
}
