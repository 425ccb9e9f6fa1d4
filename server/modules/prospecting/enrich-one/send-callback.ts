import { runEnding } from '#server/modules/activity/runs/index.ts'
import { sendMessage, signedHeaders } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import {
  type EnrichCallRow,
  findCall,
  lockWaitingForRun,
  updateCall,
  waitsForMore,
} from './enrich-calls-store.ts'
import { makeCallbackSecret, showCall } from './show-call.ts'

const JOB = 'enrich.callback'
const RETRIES = 8

interface Input {
  accountId: number
  id: number
}

/** Has the result of a call sent, when the caller’s transaction commits. */
export const sendCallback = (ctx: Context, { account_id, id }: Pick<EnrichCallRow, 'account_id' | 'id'>) =>
  ctx.queue.send<Input>(ctx.db, JOB, { accountId: account_id, id })

/** A run of a call ends: its callback is sent once, by the last of its runs. */
export const callBackAfterRun = runEnding.on(async (ctx, { run }) => {
  if (run.kind !== 'waterfall') return
  const { account_id } = run
  for (const call of await lockWaitingForRun(ctx.db, account_id, run.id))
    if (!(await waitsForMore(ctx.db, call, run.id))) await sendCallback(ctx, call)
})

/** @throws Error when the receiver didn’t take it; the queue tries again */
async function callBack(ctx: Context, { accountId, id }: Input, signal: AbortSignal): Promise<void> {
  const row = await findCall(ctx.db, accountId, id)
  if (!row?.callback_url || row.called_back_at) return
  const { callback: _callback, ...data } = await showCall(ctx, accountId, id)
  if (data.state === 'working') return
  const now = ctx.clock.now()
  const body = JSON.stringify({ type: 'enrich.finished', timestamp: now.toISOString(), data })
  const timestamp = Math.floor(now.getTime() / 1000)
  const signed = signedHeaders({ id: `enrich_${id}`, timestamp, body }, [makeCallbackSecret(ctx, row)])
  const headers = { 'content-type': 'application/json', ...signed }
  const { error: problem } = await sendMessage(
    ctx.webhookSending.outbound,
    { url: row.callback_url, headers, body },
    { signal },
  )
  await updateCall(
    ctx.db,
    row,
    problem === null ? { called_back_at: now, callback_problem: null } : { callback_problem: problem },
  )
  if (problem !== null) throw new CallbackError(problem)
}

/** The receiver is away: that is its matter, and shown at the call. */
class CallbackError extends Error {
  override name = 'CallbackError'
}

export const callbackJob = (ctx: Context) =>
  defineJob<Input>({
    name: JOB,
    retries: RETRIES,
    concurrency: 4,
    handle: (input, signal) => callBack(ctx, input, signal),
    isOrdinary: (error) => error instanceof CallbackError,
  })
