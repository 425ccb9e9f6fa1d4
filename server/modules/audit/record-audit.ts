import { randomBytes } from 'node:crypto'
import type { AuditAction } from '#contract/audit.ts'
import { beforeCommit, type Db } from '#server/platform/db/db.ts'
import { type Act, currentAct } from '#server/platform/http/act.ts'
import { digestOf, hashOf } from './audit-hash.ts'
import { appendEntry, lockChain } from './audit-store.ts'

const SALT_BYTES = 16

export interface AuditNote {
  /** Whose log it is. */
  accountId: number
  /** Who did it, where the caller has not signed in yet; else the caller. */
  userId?: number | null
  /** What else the call did beside the action that its endpoint declares. */
  action?: AuditAction
  /** What it was done to: kind and id, as in `list:42`. */
  subject?: `${string}:${number | string}`
  /** What a reader wants to know; may name people, since it can be erased. No secrets. */
  detail?: Record<string, unknown>
}

async function append(db: Db, action: AuditAction, { actor }: Act, note: AuditNote): Promise<void> {
  const end = await lockChain(db, note.accountId)
  const userId = note.userId ?? actor?.userId ?? null
  const detail = note.detail ?? {}
  const salt = randomBytes(SALT_BYTES)
  const entry = {
    account_id: note.accountId,
    seq: end.seq + 1,
    at: end.at,
    action,
    user_id: userId,
    actor_user_id: actor?.actorUserId ?? userId,
    credential: actor?.credential.kind ?? ('none' as const),
    subject: note.subject ?? null,
    digest: digestOf(salt, detail),
  }
  await appendEntry(db, { ...entry, salt, detail, hash: hashOf(end.hash, entry) })
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
  if (action === act.action) act.told = true
}
