import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import {
  createEnrichmentService,
  enrichmentRoutes,
  findEmailsExecutor,
  getEmployeesExecutor,
} from '#server/modules/enrichment/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunExecutor, RunsService } from '#server/modules/runs/index.ts'
import {
  createFindSimilar,
  createSearchesService,
  searchExecutor,
  searchRoutes,
  similarRoutes,
} from '#server/modules/searches/index.ts'
import { type SourceStatsService, sourceStatsRoutes } from '#server/modules/source-stats/index.ts'
import type { SourcesService } from '#server/modules/sources/index.ts'
import type { SuppressionCheck } from '#server/modules/suppression/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import {
  createEmailFinder,
  createHookTokens,
  createWaterfallsService,
  receiveHook,
  showSteps,
  waterfallExecutor,
  waterfallRoutes,
} from '#server/modules/waterfalls/index.ts'
import { type WebsitesService, websiteRoutes } from '#server/modules/websites/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

export interface FindingParts {
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  sources: SourcesService
  sourceStats: SourceStatsService
  websites: WebsitesService
  runs: RunsService
  startRun: StartRun
  suppression: SuppressionCheck
  emailVerification: EmailVerificationService
}

/** Everything that asks sources: searches for leads, and values of leads that are there. */
export function buildFinding(platform: Platform, given: FindingParts) {
  const { db, secretKey, site } = platform
  const parts = { ...given, db }
  const { sources, runs } = parts
  const hooks = createHookTokens(secretKey)
  const searches = createSearchesService(parts)
  const enrichment = createEnrichmentService(parts)
  const waterfalls = createWaterfallsService(parts)
  const executors: RunExecutor[] = [
    searchExecutor(parts),
    findEmailsExecutor(parts),
    getEmployeesExecutor({ ...parts, ...platform.websiteReading }),
    waterfallExecutor({ ...parts, hooks, publicUrl: site.publicUrl }),
  ]
  const routes: Route[] = [
    ...searchRoutes(searches),
    ...similarRoutes(createFindSimilar(parts)),
    ...websiteRoutes(parts.websites),
    ...enrichmentRoutes(enrichment),
    ...sourceStatsRoutes(parts.sourceStats),
    ...waterfallRoutes({
      service: waterfalls,
      finder: createEmailFinder({ ...parts, waterfalls }),
      steps: (accountId, runId) => showSteps({ db, runs }, accountId, runId),
      receive: (sent) => receiveHook({ db, sources, hooks }, sent),
    }),
  ]
  return { executors, routes, modules: { searches, enrichment, waterfalls } }
}
