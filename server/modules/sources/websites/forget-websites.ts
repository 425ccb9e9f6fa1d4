import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Deletes website results of permanently deleted lists: names and addresses go with the leads. The number of
 * pages read stays with the run.
 */
export async function forgetWebsites(db: Db): Promise<void> {
  await sql`update website_visit v set report = null, list_id = null
    where v.report is not null and v.list_id is not null and not exists (
      select from list_info l where l.account_id = v.account_id and l.id = v.list_id)`.execute(db)
}
