import { type Db, transaction } from '#server/platform/db/db.ts'
import { publish, SESSION_ENDED } from '#server/platform/live-bus.ts'
import { endVisits } from './acting-store.ts'
import { revokeChildren, revokeSessions, type WhichSessions } from './sessions-store.ts'

/**
 * Ends a user's sessions, acting sessions started from them and, on commit, the live streams of all of them.
 * @returns how many of the user's own there were.
 */
export const endSessions = (
  db: Db,
  user: { userId: number; accountId: number },
  which: WhichSessions,
): Promise<number> =>
  transaction(db, async () => {
    const ids = await revokeSessions(db, user.userId, which)
    const children = await revokeChildren(db, ids)
    const ended = [...ids.map((id) => ({ id, account_id: user.accountId })), ...children]
    await endVisits(
      db,
      ended.map(({ id }) => id),
    )
    for (const { id, account_id: accountId } of ended)
      await publish(db, { accountId, kind: SESSION_ENDED, id })
    return ids.length
  })
