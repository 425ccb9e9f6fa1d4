import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { type Notice, notify } from '#server/modules/activity/notifications/index.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { EndState, RunExecutor } from './run-types.ts'
import { findListType } from './runs-reads.ts'
import { finishRun, type Progress, type RunRow, writeProgress } from './runs-store.ts'
import { runEnding } from './signals.ts'

export type Outcome = { state: EndState; error?: { code: string; message: string } }

/** A run that took no longer was watched by whoever started it. */
const WATCHED_MS = 30_000

/** The notification for an ended run, as its declaration says; null for none. */
async function findNotice(db: Db, run: RunRow, { state, error }: Outcome): Promise<Notice | null> {
  const { notify = 'unwatched', fileAt } = RUN_DEFINITIONS[run.kind].ending ?? {}
  const waited = systemClock.now().getTime() - run.created_at.getTime()
  const isWatched = notify === 'unwatched' && run.created_by !== null && waited < WATCHED_MS
  if (state === 'cancelled' || notify === 'never' || isWatched) return null
  const audience = run.created_by === null ? { permission: 'owner' as const } : { userIds: [run.created_by] }
  const recipients = { accountId: run.account_id, ...audience }
  const about = { run_id: run.id, title: run.title }
  if (state === 'succeeded' && fileAt !== undefined)
    return { ...recipients, kind: 'export_ready', detail: { ...about, link: fileAt } }
  const facts = { ...about, list_id: run.list_id, list_type: await findListType(db, run) }
  if (state === 'succeeded')
    return { ...recipients, kind: 'run_finished', detail: { ...facts, done: run.done } }
  const reason = error?.message ?? 'It ended before it finished.'
  return { ...recipients, kind: 'run_failed', detail: { ...facts, reason } }
}

/** Ends a run in the caller's transaction, and notifies. `run` is its previous state. */
export async function endRun(ctx: Context, run: RunRow, outcome: Outcome): Promise<void> {
  const { state, error } = outcome
  await finishRun(ctx.db, run.account_id, { id: run.id, state, error: error ?? null })
  const { events } = RUN_DEFINITIONS[run.kind].ending ?? {}
  const further = [...(events?.ended ?? []), ...(state === 'succeeded' ? (events?.succeeded ?? []) : [])]
  for (const type of ['run.finished' as const, ...further])
    await emitEvent(ctx.db, run.account_id, { type, listId: run.list_id, data: { run_id: run.id } })
  const notice = await findNotice(ctx.db, run, outcome)
  if (notice) await notify(ctx, notice)
}

/** Ends a run that is carried out by `executor`, which settles it first. */
export async function settleRun(
  ctx: Context,
  executor: RunExecutor | undefined,
  run: RunRow,
  outcome: Outcome,
): Promise<void> {
  const { state } = outcome
  await executor?.settle?.(run, state, (last) =>
    writeProgress(ctx.db, run.account_id, run.id, last as Progress),
  )
  await runEnding.emit(ctx, { run, state })
  await endRun(ctx, run, outcome)
  await publish(ctx.db, { accountId: run.account_id, kind: 'run', id: run.id })
}
