import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { runEnding } from '#server/modules/activity/runs/index.ts'
import { listLeadsAddedBy } from '#server/modules/leads/leads/index.ts'
import { memberActor } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { hasCheckAfter } from './enrichment-store.ts'
import { startCheckWebsites } from './start-enrichment.ts'

const JOB = 'check-found'

/** A search that has ended and asked for a check of what it delivered. */
interface Found {
  accountId: number
  runId: number
  listId: number
  type: ListTypeId
  userId: number
  apiKeyId: number | null
}

/** Starts the check of what a search has delivered once that has ended; a search that was stopped starts none. */
export const checkAfterSearch = runEnding.on(async (ctx, { run, state }) => {
  const { account_id: accountId, id: runId, list_id: listId, created_by: userId, input } = run
  if (run.kind !== 'search' || input.checkWebsites !== true) return
  if (state === 'cancelled' || listId === null || userId === null) return
  const found: Found = {
    accountId,
    runId,
    listId,
    type: input.type as ListTypeId,
    userId,
    apiKeyId: run.api_key_id,
  }
  await ctx.queue.send(ctx.db, JOB, found)
})

/** Starts the check in the name of whoever started the search, once however often the job is tried. */
async function startCheck(ctx: Context, { accountId, runId, listId, type, ...by }: Found): Promise<void> {
  const actor = await memberActor.ask(ctx, { accountId, ...by })
  if (!actor) return
  const ids = await listLeadsAddedBy(ctx, accountId, listId, runId)
  if (ids.length === 0 || (await hasCheckAfter(ctx.db, accountId, listId, runId))) return
  const request = { action: 'check-websites' as const, type, listId, selection: { resultIds: ids } }
  await startCheckWebsites(ctx, actor, { ...request, afterRunId: runId })
}

/** The job that starts it. What is refused, for lack of credits or because the list is gone, is left out. */
export const checkFoundJob = (ctx: Context) =>
  defineJob<Found>({
    name: JOB,
    retries: 3,
    concurrency: 1,
    async handle(found) {
      try {
        await transaction(ctx.db, () => startCheck(ctx, found))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        ctx.log.info({ run: found.runId, code: error.code }, 'a check after a search was refused')
      }
    },
  })
