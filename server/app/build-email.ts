import { bounceRoutes, createBouncesService } from '#server/modules/bounces/index.ts'
import {
  createEmailVerificationService,
  emailVerificationRoutes,
} from '#server/modules/email-verification/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/files/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { SourceStatsService } from '#server/modules/source-stats/index.ts'
import type { SuppressionCheck } from '#server/modules/suppression/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
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

/** Everything about addresses: whether mail reaches them, and what follows when it came back. */
export function buildEmail(platform: Platform, parts: Parts) {
  const { db, log, emailVerifier: verifier } = platform
  const emailVerification = createEmailVerificationService({ ...parts, db, log, verifier, reasons: REASONS })
  const bounces = createBouncesService({ ...parts, db, emailVerification })
  const routes: Route[] = [...emailVerificationRoutes(emailVerification), ...bounceRoutes(bounces)]
  return {
    modules: { emailVerification },
    executors: [emailVerification.executor, bounces.executor],
    downloaders: [emailVerification.downloader],
    routes,
  }
}
