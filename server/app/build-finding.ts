import type { RunExecutor } from '#server/modules/activity/runs/index.ts'
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
import { sourceStatsRoutes } from '#server/modules/sources/source-stats/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import { type WebsitesService, websiteRoutes } from '#server/modules/sources/websites/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface FindingParts extends Base {
  sources: SourcesService
  websites: WebsitesService
  emailVerification: EmailVerificationService
}

/** Executors of searches, enrichment and waterfalls. */
function findingExecutors(
  { db, site, websiteReading }: Platform,
  parts: FindingParts,
  hooks: ReturnType<typeof createHookTokens>,
): RunExecutor[] {
  const { reader, concurrentWebsites } = websiteReading
  return [
    searchExecutor({ db, ...parts }),
    findEmailsExecutor({ db, ...parts }),
    getEmployeesExecutor({ db, ...parts, reader, concurrentWebsites }),
    waterfallExecutor({ db, ...parts, hooks, publicUrl: site.publicUrl }),
  ]
}

/** Everything that queries sources: searches for leads, and values of existing leads. */
export function buildFinding(platform: Platform, parts: FindingParts) {
  const { db, secretKey } = platform
  const { sources, sourceStats, websites, runs, suppression } = parts
  const hooks = createHookTokens(secretKey)
  const searches = createSearchesService({ db, ...parts })
  const enrichment = createEnrichmentService({ db, ...parts })
  const waterfalls = createWaterfallsService({ db, ...parts })
  const routes: Route[] = [
    ...searchRoutes(searches),
    ...similarRoutes(createFindSimilar(parts)),
    ...websiteRoutes(websites),
    ...enrichmentRoutes(enrichment),
    ...sourceStatsRoutes(sourceStats),
    ...waterfallRoutes({
      service: waterfalls,
      finder: createEmailFinder({ db, ...parts, waterfalls }),
      steps: (accountId, runId) => showSteps({ db, runs }, accountId, runId),
      receive: (sent) => receiveHook({ db, sources, hooks, suppression }, sent),
    }),
  ]
  return {
    executors: findingExecutors(platform, parts, hooks),
    routes,
    modules: { searches, enrichment, waterfalls },
  }
}
