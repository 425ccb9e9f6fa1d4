import type { AuditAction } from '#contract/core/audit.ts'
import { beforeCommit, type Db } from '#server/platform/db/db.ts'
import { type Act, currentAct } from '#server/platform/http/act.ts'
import { appendEntry } from './append-entry.ts'

export interface AuditNote {
  /** Whose log it is. */
  accountId: number
  /** Who did it, where the caller has not signed in yet; else the caller. */
  userId?: number | null
  /** Who really did it, where they act for `userId` and the caller cannot say so. */
  actorUserId?: number
  /** What else the call did beside the action that its endpoint declares. */
  action?: AuditAction
  /** What it was done to: kind and id, as in `list:42`. */
  subject?: `${string}:${number | string}`
  /** What a reader wants to know; may name people, since it can be erased. No secrets. */
  detail?: Record<string, unknown>
}

async function append(db: Db, action: AuditAction, { actor }: Act, note: AuditNote): Promise<void> {
  const userId = note.userId ?? actor?.userId ?? null
  // Whoever acts for someone finds it in the log of their own account, too. One order, so that nobody deadlocks.
  const logs = new Set([note.accountId, ...(actor?.acting ? [actor.acting.accountId] : [])])
  for (const accountId of [...logs].sort((a, b) => a - b))
    await appendEntry(db, {
      account_id: accountId,
      action,
      user_id: userId,
      actor_user_id: note.actorUserId ?? actor?.acting?.userId ?? userId,
      credential: actor?.credential.kind ?? 'none',
      subject: note.subject ?? null,
      detail: note.detail ?? {},
    })
}

/**
 * Writes to the audit log what the call at work has done, in the transaction that does it and as its last step: the
 * end of an account's chain is a lock that all its changes take. The action is the one that the endpoint declares.
 * What no call asked for (a job, the first start) is not written: runs and histories tell of it.
 * @throws Error outside a transaction, or in a call that declares no action.
 */
export function recordAudit(db: Db, note: AuditNote): void {
  const act = currentAct()
  if (!act) return
  const action = note.action ?? act.action
  if (!act.action || !action) throw new Error(`${act.endpoint} declares no audit action`)
  beforeCommit(db, () => append(db, action, act, note))
  if (action === act.action) act.audited = true
}
