import type { AuditAction } from '#contract/core/audit.ts'
import { beforeCommit, type Db } from '#server/platform/db/db.ts'
import { currentCall, type EndpointCall } from '#server/platform/http/current-call.ts'
import { appendEntry } from './append-entry.ts'

export interface AuditNote {
  /** Whose log it is. */
  accountId: number
  /** The person, where the caller has not signed in yet; else the caller. */
  userId?: number | null
  /** The real person, where they act for `userId` and the caller does not know it. */
  actorUserId?: number
  /** Additional actions of the call beside the one its endpoint declares. */
  action?: AuditAction
  /** The affected record: kind and id, as in `list:42`. */
  subject?: `${string}:${number | string}`
  /** Details for readers; may name people, since it can be erased. No secrets. */
  detail?: Record<string, unknown>
}

/** Its own name in the header of its calls: cli/http/user-agent.ts. */
const COMMAND_LINE = /^leadwright-cli\//

async function append(
  db: Db,
  action: AuditAction,
  { actor, userAgent }: EndpointCall,
  note: AuditNote,
): Promise<void> {
  const userId = note.userId ?? actor?.userId ?? null
  // Someone who acts for another finds it in their own account's log, too. In a fixed order, to avoid deadlocks.
  const logs = new Set([note.accountId, ...(actor?.acting ? [actor.acting.accountId] : [])])
  for (const accountId of [...logs].sort((a, b) => a - b))
    await appendEntry(db, {
      account_id: accountId,
      action,
      user_id: userId,
      actor_user_id: note.actorUserId ?? actor?.acting?.userId ?? userId,
      credential: actor?.credential.kind ?? 'none',
      subject: note.subject ?? null,
      detail: { ...note.detail, ...(COMMAND_LINE.test(userAgent) && { program: 'command_line' }) },
    })
}

/**
 * Records the current call in the audit log, in its transaction and as its last step: the head of an account's
 * chain is a lock that all its changes take. The action is the one the endpoint declares. Work without a call (a
 * job, the first start) is not recorded: runs and histories show it.
 * @throws Error outside a transaction, or in a call that declares no action.
 */
export function recordAudit(db: Db, note: AuditNote): void {
  const act = currentCall()
  if (!act) return
  const action = note.action ?? act.action
  if (!act.action || !action) throw new Error(`${act.endpoint} declares no audit action`)
  beforeCommit(db, () => append(db, action, act, note))
  if (action === act.action) act.audited = true
}
