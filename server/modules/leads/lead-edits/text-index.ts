import { sql } from 'kysely'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { defineJob, type Queue } from '#server/platform/queue/queue.ts'

const TIDY = 'lead-text-tidy'
/** Changes of fewer leads leave little behind; the next entry of the index puts it in its place. */
const MANY_LEADS = 5000

/**
 * Does a change of leads, in the caller's transaction, that leaves what the text index has to learn in the waiting list
 * of the index; a job puts it in its place right after. A search that comes sooner reads the waiting list as well.
 */
export async function beforeTextIndex<Done extends { count: number }>(
  { db, queue }: { db: Db; queue: Pick<Queue, 'send'> },
  work: () => Promise<Done>,
): Promise<Done> {
  requireTransaction(db, 'A change that the text index learns of later')
  await sql`select set_config('gin_pending_list_limit', '256MB', true)`.execute(db)
  const done = await work()
  if (done.count >= MANY_LEADS) await queue.send(db, TIDY, {})
  return done
}

/** Puts what waits for its place in the text index of leads into it; what is there already costs nothing. */
export const leadTextTidyJob = (db: Db) =>
  defineJob<Record<string, never>>({
    name: TIDY,
    retries: 3,
    concurrency: 1,
    async handle() {
      await sql`select gin_clean_pending_list('lead_search'::regclass)`.execute(db)
    },
  })
