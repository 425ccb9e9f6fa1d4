import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/core/files/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { SuppressionCheck } from '#server/modules/privacy/suppression/index.ts'
import { bounceRoutes, createBouncesService } from '#server/modules/prospecting/bounces/index.ts'
import {
  createEmailVerificationService,
  emailVerificationRoutes,
} from '#server/modules/prospecting/email-verification/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import { REASONS } from '#server/providers/email-verifiers/index.ts'
import type { Platform } from './platform.ts'

interface Parts {
  runs: RunsService
  startRun: StartRun
  uploads: UploadsService
  tickets: TicketsService
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  sourceStats: SourceStatsService
  suppression: SuppressionCheck
}

/** Email verification and bounces. */
export function buildEmail(platform: Platform, parts: Parts) {
  const { db, log, emailVerifier: verifier } = platform
  const { runs, startRun, uploads, tickets, lists, leads, wallet, sourceStats, suppression } = parts
  const emailVerification = createEmailVerificationService({
    db,
    log,
    verifier,
    reasons: REASONS,
    runs,
    startRun,
    uploads,
    tickets,
    lists,
    leads,
    wallet,
    suppression,
  })
  const bounces = createBouncesService({
    db,
    uploads,
    startRun,
    leads,
    wallet,
    sourceStats,
    emailVerification,
  })
  const routes: Route[] = [...emailVerificationRoutes(emailVerification), ...bounceRoutes(bounces)]
  return {
    modules: { emailVerification },
    executors: [emailVerification.executor, bounces.executor],
    downloaders: [emailVerification.downloader],
    routes,
  }
}
