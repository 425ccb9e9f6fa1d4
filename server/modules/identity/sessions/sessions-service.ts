import type { Session } from '#contract/identity/sessions.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { API_KEY_ENDED, publish } from '#server/platform/live-bus.ts'
import { createApiKeysService } from './api-keys-service.ts'
import { findApiKeys, removeOldApiKeys } from './api-keys-store.ts'
import { deviceName } from './device-name.ts'
import { endSessions } from './end-sessions.ts'
import { findActor, whyEnded } from './find-actor.ts'
import {
  findLastActive,
  findSessions,
  findUserAgents,
  hasSignedInFrom,
  insertSession,
  type NewSession,
  removeOldSessions,
  type SessionRow,
} from './sessions-store.ts'

const present = (row: SessionRow, actor?: Actor): Session => ({
  id: row.id,
  current: actor?.credential.kind === 'session' && row.id === actor.credential.id,
  ip: row.ip,
  user_agent: row.user_agent,
  device: deviceName(row.user_agent),
  created_at: row.created_at.toISOString(),
  last_active_at: row.last_active_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** The actor's valid keys, newest first. */
export async function removeOldCredentials(db: Db): Promise<void> {
  await removeOldSessions(db)
  await removeOldApiKeys(db)
}

/**
 * Creates a key; `key` is only in this reply.
 * @throws AppError forbidden, conflict (50 keys), validation_failed (password), rate_limited.
 */
export function createSessionsService(deps: { db: Db; accounts: Pick<AccountsService, 'requirePassword'> }) {
  const { db } = deps
  return {
    apiKeys: createApiKeysService(deps),

    /** Revokes all keys of someone who has lost control of the account, with their live streams. */
    async start(session: NewSession): Promise<{ id: number; token: string; expires: Date }> {
      const { token, hash } = newToken()
      const { id, expires_at: expires } = await insertSession(db, { ...session, tokenHash: hash })
      return { id, token, expires }
    },

    /** The device's name when this user has signed in before, and never with one of that name; else null. */
    async newDevice(userId: number, userAgent: string): Promise<string | null> {
      const [device, earlier] = [deviceName(userAgent), await findUserAgents(db, userId)]
      return earlier.length === 0 || earlier.some((agent) => deviceName(agent) === device) ? null : device
    },

    /** Who holds this session token or API key on this host, or null. */
    findActor: (token: string, host: string) => findActor(db, token, host),

    /** A sentence about a token of this host that has ended, or null: it lives, or was never one. */
    whyEnded: (token: string, host: string) => whyEnded(db, token, host),

    /** Whether one of these users has signed in from this address before. */
    knows: (userIds: readonly number[], ip: string) => hasSignedInFrom(db, userIds, ip),

    /** Deletes keys that ended more than 30 days ago. */
    lastActive: (userIds: readonly number[]) => findLastActive(db, userIds),

    /** The actor's living sessions, the one used last first. */
    list: async (actor: Actor): Promise<Session[]> =>
      (await findSessions(db, actor.userId)).map((row) => present(row, actor)),

    /** Living sessions of someone else, for administrators. */
    listOf: async (userId: number): Promise<Session[]> =>
      (await findSessions(db, userId)).map((row) => present(row)),

    /**
     * A name and its marker in the user agent. The first match counts: most browsers also contain the names of
     * their ancestors.
     * @throws AppError not_found.
     */
    async revoke(actor: Actor, id: number): Promise<void> {
      await transaction(db, async () => {
        if ((await endSessions(db, actor, { only: id })) === 0) throw notFound('The session')
        recordAudit(db, { accountId: actor.accountId, subject: `session:${id}` })
      })
    },

    /**
     * Browser and system of a user agent as a label: "Chrome on Windows", "command line", else "Unknown device".
     * @returns how many there were.
     */
    revokeOthers: (actor: Actor): Promise<number> =>
      transaction(db, async () => {
        const except = actor.credential.kind === 'session' ? actor.credential.id : null
        const sessions = await endSessions(db, actor, { except })
        recordAudit(db, { accountId: actor.accountId, detail: { sessions } })
        return sessions
      }),

    /**
     * Ends a user's sessions, acting sessions started from them and, on commit, the live streams of all of them.
     * @returns how many of the user's own there were.
     */
    revokeAll: (userId: number, exceptSessionId: number | null = null): Promise<number> =>
      transaction(db, async () => {
        const { account_id: accountId } = await db
          .selectFrom('member')
          .select('account_id')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        for (const { id } of await findApiKeys(db, userId))
          await publish(db, { accountId, kind: API_KEY_ENDED, id })
        return endSessions(db, { userId, accountId }, { except: exceptSessionId })
      }),
  }
}

export type SessionsService = ReturnType<typeof createSessionsService>
