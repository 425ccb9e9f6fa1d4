import type pg from 'pg'
import { BIN_DAYS } from '#contract/core/constants.ts'
import { removeOldNotifications } from '#server/modules/activity/notifications/index.ts'
import { removeOldWebhookLogs } from '#server/modules/activity/webhooks/index.ts'
import { removeOldPages, removeOrphanTexts } from '#server/modules/ai/ai-text/index.ts'
import { removeOldTraining } from '#server/modules/ai/ai-training/index.ts'
import { removeOldMails } from '#server/modules/branding/mail/index.ts'
import { removeOldEvents } from '#server/modules/branding/mail-events/index.ts'
import { removeOldCertificateRequests } from '#server/modules/branding/sites/index.ts'
import { removeDeletedPages } from '#server/modules/branding/training/index.ts'
import { removeOldTickets, type UploadsService } from '#server/modules/core/files/index.ts'
import { removeOldOneTimeCodes } from '#server/modules/core/one-time-codes/index.ts'
import { removeOldAgentQuotes, removeOldQuotes } from '#server/modules/core/quotes/index.ts'
import { removeOldReports } from '#server/modules/core/telemetry/index.ts'
import { removeOldCredentials } from '#server/modules/identity/sessions/index.ts'
import { removeOldInvitations, type TeamService } from '#server/modules/identity/team/index.ts'
import { forgetGoneLeads } from '#server/modules/leads/crm/index.ts'
import { removeOldNotes } from '#server/modules/leads/lead-edits/index.ts'
import { emptyTrash } from '#server/modules/leads/leads/index.ts'
import { removeOldViews } from '#server/modules/leads/views/index.ts'
import type { AccountClosingService } from '#server/modules/privacy/account-closing/index.ts'
import { removeOldAutopilots } from '#server/modules/prospecting/autopilots/index.ts'
import { removeOldVerificationEvidence } from '#server/modules/prospecting/email-verification/index.ts'
import { removeOldAnswers, removeOldSourceUse } from '#server/modules/sources/sources/index.ts'
import { forgetWebsites } from '#server/modules/sources/websites/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import { removeOldCounters } from '#server/platform/http/rate-limit.ts'
import { removeOldPaces } from '#server/platform/pace.ts'
import { runSteps } from '#server/platform/queue/for-each-item.ts'
import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

/** Nightly cleanup of expired uploads, tickets, keys, sessions, quotes and counters, and of trash after 30 days. */
export function housekeepingJobs({
  db,
  pool,
  uploads,
  accountClosing,
  team,
}: {
  db: Db
  pool: pg.Pool
  uploads: UploadsService
  accountClosing: Pick<AccountClosingService, 'tidy'>
  team: Pick<TeamService, 'removeDeleted'>
}): JobDefinition<never>[] {
  const tidy = defineJob<Record<string, never>>({
    name: 'housekeeping',
    retries: 3,
    concurrency: 1,
    cron: '17 3 * * *',
    handle: () =>
      runSteps({
        'closed accounts': () => accountClosing.tidy(),
        people: () => team.removeDeleted(),
        uploads: () => uploads.removeExpired(),
        tickets: () => removeOldTickets(db),
        keys: () => forgetOldKeys(db),
        credentials: () => removeOldCredentials(db),
        'one-time codes': () => removeOldOneTimeCodes(db),
        mails: () => removeOldMails(db),
        events: () => removeOldEvents(db),
        notifications: () => removeOldNotifications(db),
        invitations: () => removeOldInvitations(db),
        quotes: () => removeOldQuotes(db),
        'agent quotes': () => removeOldAgentQuotes(db),
        reports: () => removeOldReports(db),
        'verification evidence': () => removeOldVerificationEvidence(db),
        paces: () => removeOldPaces(db),
        'source use': () => removeOldSourceUse(db),
        answers: () => removeOldAnswers(db),
        counters: () => removeOldCounters(pool),
        'certificate requests': () => removeOldCertificateRequests(db),
        trash: () => emptyTrash(db),
        notes: () => removeOldNotes(db),
        texts: () => removeOrphanTexts(db),
        leads: () => forgetGoneLeads(db),
        pages: () => removeOldPages(db),
        views: () => removeOldViews(db),
        websites: () => forgetWebsites(db),
        'webhook logs': () => removeOldWebhookLogs(db),
        training: () => removeOldTraining(db, BIN_DAYS),
        'training pages': () => removeDeletedPages(db, BIN_DAYS),
        autopilots: () => removeOldAutopilots(db),
      }),
  })
  return [tidy as JobDefinition<never>]
}
