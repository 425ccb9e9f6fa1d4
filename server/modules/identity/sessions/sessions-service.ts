import type { Session } from '#contract/identity/sessions.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { API_KEY_ENDED, publish } from '#server/platform/live-bus.ts'
import { createApiKeysService } from './api-keys-service.ts'
import { findApiKeys, removeOldApiKeys } from './api-keys-store.ts'
import { deviceName } from './device-name.ts'
import { endSessions } from './end-sessions.ts'
import { endReason, findActor } from './find-actor.ts'
import { type OwnerCheckDeps, requireOwner } from './require-owner.ts'
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

/** Everything a bearer token can be: sessions of people and API keys of programs. */
export function createSessionsService(deps: OwnerCheckDeps) {
  const { db } = deps
  return {
    apiKeys: createApiKeysService(deps),

    /** Requires a fresh proof that the actor is the session's owner. @throws AppError. */
    requireOwner: (actor: Actor, password: string | undefined) => requireOwner(deps, actor, password),

    /** Opens a 30-day session; only the reply has its `token`. */
    async start(session: store.NewSession): Promise<{ id: number; token: string; expires: Date }> {
      const { token, hash } = newToken()
      const { id, expires_at: expires } = await store.insertSession(db, { ...session, tokenHash: hash })
      return { id, token, expires }
    },

    /** The device's name when this user has signed in before, but never from one of that name; else null. */
    async newDevice(userId: number, userAgent: string): Promise<string | null> {
      const [device, earlier] = [deviceName(userAgent), await store.findUserAgents(db, userId)]
      return earlier.length === 0 || earlier.some((agent) => deviceName(agent) === device) ? null : device
    },

    /** The owner of this session token or API key on this host, or null. */
    findActor: (token: string, host: string) => findActor(db, token, host),

    /** A sentence about an ended token of this host, or null: it is valid, or unknown. */
    endReason: (token: string, host: string) => endReason(db, token, host),

    /** Whether one of these users has signed in from this address before. */
    knows: (userIds: readonly number[], ip: string) => store.hasSignedInFrom(db, userIds, ip),

    /** When each of these users was last active, without those who never were. */
    lastActive: (userIds: readonly number[]) => store.findLastActive(db, userIds),

    /** The actor's active sessions, most recently used first. */
    list: async (actor: Actor): Promise<Session[]> =>
      (await store.findSessions(db, actor.userId)).map((row) => present(row, actor)),

    /** Someone else's active sessions, for administrators. */
    listOf: async (userId: number): Promise<Session[]> =>
      (await store.findSessions(db, userId)).map((row) => present(row)),

    /** Ends one of the actor's own sessions. @throws AppError not_found. */
    async revoke(actor: Actor, id: number): Promise<void> {
      await transaction(db, async () => {
        if ((await endSessions(db, actor, { only: id })) === 0) throw notFound('The session')
        recordAudit(db, { accountId: actor.accountId, subject: `session:${id}` })
      })
    },

    /** Ends all of the actor's other sessions. @returns how many there were. */
    revokeOthers: (actor: Actor): Promise<number> =>
      transaction(db, async () => {
        const except = actor.credential.kind === 'session' ? actor.credential.id : null
        const sessions = await endSessions(db, actor, { except })
        recordAudit(db, { accountId: actor.accountId, detail: { sessions } })
        return sessions
      }),

    /**
     * Ends all of a user's sessions, except a named one. Keys stay; their open streams end too, and can be
     * reopened by whoever still may: not by a suspended person.
     * @returns how many sessions there were.
     */
    revokeAll: (userId: number, exceptSessionId: number | null = null): Promise<number> =>
      transaction(db, async () => {
        const { account_id: accountId } = await getRow(db, 'member', { id: userId }, ['account_id'])
        for (const { id } of await findApiKeys(db, userId))
          await publish(db, { accountId, kind: API_KEY_ENDED, id })
        return endSessions(db, { userId, accountId }, { except: exceptSessionId })
      }),
  }
}

export type SessionsService = ReturnType<typeof createSessionsService>
