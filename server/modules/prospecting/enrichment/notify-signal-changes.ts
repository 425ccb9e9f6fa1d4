import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { summariseSignalChanges } from '#contract/leads/signal-changes.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { EndState } from '#server/modules/activity/runs/index.ts'
import { listSignalChanges } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'

interface EndedRun {
  account_id: number
  id: number
  title: string
  created_by: number | null
  input: { listId: number; type: ListTypeId }
}

/** Notifies once of all leads whose signals a run changed, in the transaction that ends it. */
export async function notifySignalChanges(
  ctx: Context,
  { account_id: accountId, id: runId, title, created_by: userId, input }: EndedRun,
  state: EndState,
): Promise<void> {
  // A run stopped by a person announces nothing.
  if (state === 'cancelled') return
  const { listId, type } = input
  const changed = await listSignalChanges(ctx.db, { accountId, listId, runId })
  if (changed.length === 0) return
  const audience = userId === null ? ({ permission: 'owner' } as const) : { userIds: [userId] }
  const changes = summariseSignalChanges(changed)
  const detail = { run_id: runId, title, list_id: listId, list_type: type, leads: changed.length, changes }
  await notify(ctx, { accountId, ...audience, kind: 'signals_changed', detail })
}
