import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunExecutor, RunsService } from '#server/modules/activity/runs/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { SuppressionCheck } from '#server/modules/privacy/suppression/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import {
  createEnrichmentService,
  enrichmentRoutes,
  findEmailsExecutor,
  getEmployeesExecutor,
} from '#server/modules/prospecting/enrichment/index.ts'
import {
  createFindSimilar,
  createSearchesService,
  searchExecutor,
  searchRoutes,
  similarRoutes,
} from '#server/modules/prospecting/searches/index.ts'
import {
  createEmailFinder,
  createHookTokens,
  createWaterfallsService,
  receiveHook,
  showSteps,
  waterfallExecutor,
  waterfallRoutes,
} from '#server/modules/prospecting/waterfalls/index.ts'
import { type SourceStatsService, sourceStatsRoutes } from '#server/modules/sources/source-stats/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import { type WebsitesService, websiteRoutes } from '#server/modules/sources/websites/index.ts'
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

/** Executors of searches, enrichment and waterfalls. */
function findingExecutors(
  platform: Platform,
  parts: FindingParts,
  hooks: ReturnType<typeof createHookTokens>,
): RunExecutor[] {
  const { db, site, websiteReading } = platform
  const { leads, wallet, sources, websites, suppression, emailVerification } = parts
  return [
    searchExecutor({ db, leads, wallet, sources, suppression, emailVerification }),
    findEmailsExecutor({ db, leads, wallet, sources, websites, suppression, emailVerification }),
    getEmployeesExecutor({
      db,
      leads,
      wallet,
      sources,
      websites,
      suppression,
      emailVerification,
      reader: websiteReading.reader,
      concurrentWebsites: websiteReading.concurrentWebsites,
    }),
    waterfallExecutor({
      db,
      leads,
      wallet,
      sources,
      suppression,
      emailVerification,
      hooks,
      publicUrl: site.publicUrl,
    }),
  ]
}

/** Everything that queries sources: searches for leads, and values of existing leads. */
export function buildFinding(platform: Platform, parts: FindingParts) {
  const { db, secretKey } = platform
  const { lists, leads, wallet, sources, sourceStats, websites } = parts
  const { runs, startRun, suppression, emailVerification } = parts
  const hooks = createHookTokens(secretKey)
  const searches = createSearchesService({
    db,
    lists,
    leads,
    wallet,
    sources,
    sourceStats,
    startRun,
    suppression,
  })
  const enrichment = createEnrichmentService({
    db,
    lists,
    leads,
    wallet,
    sources,
    sourceStats,
    websites,
    startRun,
    emailVerification,
  })
  const waterfalls = createWaterfallsService({ db, lists, leads, wallet, sources, startRun })
  const routes: Route[] = [
    ...searchRoutes(searches),
    ...similarRoutes(createFindSimilar({ lists, leads, sources, startRun })),
    ...websiteRoutes(websites),
    ...enrichmentRoutes(enrichment),
    ...sourceStatsRoutes(sourceStats),
    ...waterfallRoutes({
      service: waterfalls,
      finder: createEmailFinder({ db, lists, leads, waterfalls }),
      steps: (accountId, runId) => showSteps({ db, runs }, accountId, runId),
      receive: (sent) => receiveHook({ db, sources, hooks, suppression: parts.suppression }, sent),
    }),
  ]
  return {
    executors: findingExecutors(platform, parts, hooks),
    routes,
    modules: { searches, enrichment, waterfalls },
  }
}
