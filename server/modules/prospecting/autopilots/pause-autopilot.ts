import type { PauseReason } from '#contract/prospecting/autopilots.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type AutopilotRow, updateAutopilot } from './autopilots-store.ts'

/** Why an autopilot pauses, and the sentence shown to people. */
export interface PauseCause {
  reason: PauseReason
  message: string
}

/**
 * Pauses a locked autopilot in the caller's transaction. Unless a person paused it, its creator is notified,
 * or the owners when the creator has lost access.
 */
export async function pauseLocked(
  ctx: Context,
  autopilot: AutopilotRow,
  { reason, message }: PauseCause,
  now: Date,
): Promise<AutopilotRow> {
  if (autopilot.state === 'paused') return autopilot
  const paused = await updateAutopilot(ctx.db, autopilot, {
    state: 'paused',
    next_slot: null,
    empty_runs: 0,
    pause_reason: reason,
    pause_message: reason === 'person' ? null : message,
    paused_at: now,
  })
  const { account_id: accountId, id, list_id: listId, name, created_by } = autopilot
  await emitEvent(ctx.db, accountId, { type: 'autopilot.paused', listId, data: { autopilot_id: id, reason } })
  if (reason === 'person') return paused
  const audience =
    reason === 'access' || created_by === null
      ? ({ permission: 'owner' } as const)
      : { userIds: [created_by] }
  const detail = { autopilot_id: id, since: now.toISOString(), name, reason: message }
  await notify(ctx, { accountId, ...audience, kind: 'autopilot_paused', detail })
  return paused
}

/** Why nothing could be started, from an error; null for an internal error, which is retried. */
export function findCause(error: { code: string; message: string }): PauseCause | null {
  const { code, message } = error
  if (code === 'insufficient_credits' || code === 'credit_cap_reached') return { reason: 'credits', message }
  if (code === 'source_failed') return { reason: 'source', message }
  if (code === 'conflict') return { reason: 'list', message }
  if (code === 'not_found') return { reason: 'list', message: 'Its list is in the trash or was deleted' }
  if (code === 'unavailable' || code === 'rate_limited' || code === 'internal') return null
  return { reason: 'source', message }
}
