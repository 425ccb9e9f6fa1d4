import type pg from 'pg'
import { BIN_DAYS } from '#contract/constants.ts'
import type { AccountClosingService } from '#server/modules/account-closing/index.ts'
import { removeOldPages, removeOrphanTexts } from '#server/modules/ai-text/index.ts'
import { removeOldTraining } from '#server/modules/ai-training/index.ts'
import { removeOldAutopilots } from '#server/modules/autopilots/index.ts'
import { forgetGoneLeads } from '#server/modules/crm/index.ts'
import { removeOldVerificationEvidence } from '#server/modules/email-verification/index.ts'
import { removeOldTickets, type UploadsService } from '#server/modules/files/index.ts'
import { emptyBin } from '#server/modules/leads/index.ts'
import { removeOldMails } from '#server/modules/mail/index.ts'
import { removeOldNotifications } from '#server/modules/notifications/index.ts'
import { removeOldOneTimeCodes } from '#server/modules/one-time-codes/index.ts'
import { removeOldQuotes } from '#server/modules/quotes/index.ts'
import { removeOldCredentials } from '#server/modules/sessions/index.ts'
import { removeOldSourceUse } from '#server/modules/sources/index.ts'
import { removeOldInvitations } from '#server/modules/team/index.ts'
import { removeOldReports } from '#server/modules/telemetry/index.ts'
import { removeOldViews } from '#server/modules/views/index.ts'
import { removeOldWebhookLogs } from '#server/modules/webhooks/index.ts'
import { forgetWebsites } from '#server/modules/websites/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { removeOldCounters } from '#server/platform/http/rate-limit.ts'
import { removeOldPaces } from '#server/platform/pace.ts'
import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

/** Nightly tidying: what nobody can use any more (uploads, tickets, keys, sessions, quotes, counters) and bins after 30 days. */
export function housekeepingJobs({
  db,
  pool,
  uploads,
  accountClosing,
}: {
  db: Db
  pool: pg.Pool
  uploads: UploadsService
  accountClosing: Pick<AccountClosingService, 'tidy'>
}): JobDefinition<never>[] {
  const tidy = defineJob<Record<string, never>>({
    name: 'housekeeping',
    retries: 3,
    concurrency: 1,
    cron: '17 3 * * *',
    async handle() {
      await accountClosing.tidy()
      await uploads.removeExpired()
      await removeOldTickets(db)
      await forgetOldKeys(db)
      await removeOldCredentials(db)
      await removeOldOneTimeCodes(db)
      await removeOldMails(db)
      await removeOldNotifications(db)
      await removeOldInvitations(db)
      await removeOldQuotes(db)
      await removeOldReports(db)
      await removeOldVerificationEvidence(db)
      await removeOldPaces(db)
      await removeOldSourceUse(db)
      await removeOldCounters(pool)
      await emptyBin(db)
      await removeOrphanTexts(db)
      await forgetGoneLeads(db)
      await removeOldPages(db)
      await removeOldViews(db)
      await forgetWebsites(db)
      await removeOldWebhookLogs(db)
      await removeOldTraining(db, BIN_DAYS)
      await removeOldAutopilots(db)
    },
  })
  return [tidy as JobDefinition<never>]
}
