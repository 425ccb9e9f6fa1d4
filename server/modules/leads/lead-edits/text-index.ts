import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

const TIDY = 'lead-text-tidy'
/** Smaller changes leave few pending entries, which the next flush handles. */
const MANY_LEADS = 5000
/** An undo usually follows within seconds; while the job runs it would take 50% longer. */
const UNDO_SECONDS = 10

/**
 * Runs a change of leads, in the caller's transaction, that leaves its text index entries in the index's pending
 * list; a job flushes it soon after. Searches before that read the pending list as well.
 */
export async function beforeTextIndex<Done extends { count: number }>(
  ctx: Context,
  work: () => Promise<Done>,
): Promise<Done> {
  requireTransaction(ctx.db, 'A change with deferred text indexing')
  await sql`select set_config('gin_pending_list_limit', '256MB', true)`.execute(ctx.db)
  const done = await work()
  if (done.count >= MANY_LEADS) await ctx.queue.send(ctx.db, TIDY, {}, UNDO_SECONDS)
  return done
}

/** Flushes the pending list of the leads' text index; free when it is empty. */
export const leadTextTidyJob = (ctx: Context): JobDefinition<never> =>
  defineJob<Record<string, never>>({
    name: TIDY,
    retries: 3,
    concurrency: 1,
    async handle() {
      await sql`select gin_clean_pending_list('lead_search'::regclass)`.execute(ctx.db)
    },
  }) as JobDefinition<never>
