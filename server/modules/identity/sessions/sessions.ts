import type { Session } from '#contract/identity/sessions.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { API_KEY_ENDED, publish } from '#server/platform/live-bus.ts'
import { findApiKeys, removeOldApiKeys } from './api-keys-store.ts'
import { deviceName } from './device-name.ts'
import { endSessions } from './end-sessions.ts'
import * as store from './sessions-store.ts'

const present = (row: store.SessionRow, actor?: Actor): Session => ({
  id: row.id,
  current: actor?.credential.kind === 'session' && row.id === actor.credential.id,
  ip: row.ip,
  user_agent: row.user_agent,
  device: deviceName(row.user_agent),
  created_at: row.created_at.toISOString(),
  last_active_at: row.last_active_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Deletes sessions and API keys 30 days after they ended. */
export async function removeOldCredentials(db: Db): Promise<void> {
  await store.removeOldSessions(db)
  await removeOldApiKeys(db)
}

/** Opens a 30-day session; only the reply has its `token`. */
export async function startSession(
  ctx: Context,
  session: store.NewSession,
): Promise<{ id: number; token: string; expires: Date }> {
  const { token, hash } = newToken()
  const { id, expires_at: expires } = await store.insertSession(ctx.db, { ...session, tokenHash: hash })
  return { id, token, expires }
}

/** The device's name when this user has signed in before, but never from one of that name; else null. */
export async function findNewDevice(ctx: Context, userId: number, userAgent: string): Promise<string | null> {
  const [device, earlier] = [deviceName(userAgent), await store.findUserAgents(ctx.db, userId)]
  return earlier.length === 0 || earlier.some((agent) => deviceName(agent) === device) ? null : device
}

/** Whether one of these users has signed in from this address before. */
export const knowsAddress = (ctx: Context, userIds: readonly number[], ip: string) =>
  store.hasSignedInFrom(ctx.db, userIds, ip)

/** When each of these users was last active, without those who never were. */
export const findLastActive = (ctx: Context, userIds: readonly number[]) =>
  store.findLastActive(ctx.db, userIds)

/** The actor's active sessions, most recently used first. */
export const listSessions = async (ctx: Context, actor: Actor): Promise<Session[]> =>
  (await store.findSessions(ctx.db, actor.userId)).map((row) => present(row, actor))

/** Someone else's active sessions, for administrators. */
export const listUserSessions = async (ctx: Context, userId: number): Promise<Session[]> =>
  (await store.findSessions(ctx.db, userId)).map((row) => present(row))

/** Ends one of the actor's own sessions. @throws AppError not_found. */
export async function revokeSession(ctx: Context, actor: Actor, id: number): Promise<void> {
  await transaction(ctx.db, async () => {
    if ((await endSessions(ctx.db, actor, { only: id })) === 0) throw notFound('The session')
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `session:${id}` })
  })
}

/** Ends all of the actor's other sessions. @returns how many there were. */
export const revokeOtherSessions = (ctx: Context, actor: Actor): Promise<number> =>
  transaction(ctx.db, async () => {
    const except = actor.credential.kind === 'session' ? actor.credential.id : null
    const sessions = await endSessions(ctx.db, actor, { except })
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { sessions } })
    return sessions
  })

/**
 * Ends all of a user's sessions, except a named one. Keys stay; their open streams end too, and can be
 * reopened by whoever still may: not by a suspended person.
 * @returns how many sessions there were.
 */
export const revokeAllSessions = (
  ctx: Context,
  userId: number,
  exceptSessionId: number | null = null,
): Promise<number> =>
  transaction(ctx.db, async () => {
    const { account_id: accountId } = await getRow(ctx.db, 'member', { id: userId }, ['account_id'])
    for (const { id } of await findApiKeys(ctx.db, userId))
      await publish(ctx.db, { accountId, kind: API_KEY_ENDED, id })
    return endSessions(ctx.db, { userId, accountId }, { except: exceptSessionId })
  })
