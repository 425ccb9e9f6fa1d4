import { removeOldTickets, type UploadsService } from '#server/modules/files/index.ts'
import { emptyBin } from '#server/modules/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

/** Nightly tidying: forgotten uploads, used tickets, old idempotency keys, and bins after 30 days. */
export function housekeepingJobs({
  db,
  uploads,
}: {
  db: Db
  uploads: UploadsService
}): JobDefinition<never>[] {
  const tidy = defineJob<Record<string, never>>({
    name: 'housekeeping',
    retries: 3,
    concurrency: 1,
    cron: '17 3 * * *',
    async handle() {
      await uploads.removeExpired()
      await removeOldTickets(db)
      await forgetOldKeys(db)
      await emptyBin(db)
    },
  })
  return [tidy as JobDefinition<never>]
}
