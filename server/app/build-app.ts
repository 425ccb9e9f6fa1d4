import type { FastifyInstance } from 'fastify'
import {
  createEnrichmentService,
  enrichmentRoutes,
  findEmailsExecutor,
  getEmployeesExecutor,
} from '#server/modules/enrichment/index.ts'
import { createExportsService, createExportTemplates, exportRoutes } from '#server/modules/exports/index.ts'
import {
  createTicketsService,
  createUploadsService,
  type Downloader,
  fileRoutes,
} from '#server/modules/files/index.ts'
import { findRoutes } from '#server/modules/find/index.ts'
import { createLeadsService, leadRoutes } from '#server/modules/leads/index.ts'
import { createListsService, listRoutes } from '#server/modules/lists/index.ts'
import { createStartRun, settlePaid } from '#server/modules/run-start/index.ts'
import { createRunsService, type RunExecutor, runRoutes } from '#server/modules/runs/index.ts'
import { createSearchesService, searchExecutor, searchRoutes } from '#server/modules/searches/index.ts'
import { createSourceStats, sourceStatsRoutes } from '#server/modules/source-stats/index.ts'
import { statementRoutes, usageDownloader } from '#server/modules/statements/index.ts'
import { systemRoutes } from '#server/modules/system/index.ts'
import { teamRoutes } from '#server/modules/team/index.ts'
import { telemetryRoutes } from '#server/modules/telemetry/index.ts'
import { createViewsService, viewRoutes } from '#server/modules/views/index.ts'
import { createWallet, walletRoutes } from '#server/modules/wallet/index.ts'
import { createWebsitesService, websiteRoutes } from '#server/modules/websites/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { buildCorpus } from './build-corpus.ts'
import { buildEmail } from './build-email.ts'
import { buildLeadTools } from './build-lead-tools.ts'
import { buildPeople, buildTeam } from './build-people.ts'
import { buildSources } from './build-sources.ts'
import { buildOpenApi } from './openapi.ts'
import type { Platform } from './platform.ts'

/** Faults that browsers report, within bounds. */
const telemetryOf = ({ db, pool }: Platform): Route[] =>
  telemetryRoutes({ db, limit: createRateLimit(pool, { name: 'app-error', points: 60, seconds: 60 * 60 }) })

/** Builds every module in the order of who needs whom. This is the only place that knows all of them. */
export function buildModules(platform: Platform) {
  const { db, queue, bus, storage } = platform
  const executors: RunExecutor[] = []
  const downloaders: Downloader[] = []

  const wallet = createWallet({ db })
  const { routes: peopleRoutes, ...people } = buildPeople(platform, wallet)
  const runs = createRunsService({ db, queue, executors: () => executors })
  const uploads = createUploadsService({ db, storage })
  const tickets = createTicketsService({ db, downloaders: () => downloaders })
  const lists = createListsService({ db, runs })
  const leads = createLeadsService({ db, lists })
  const leadTools = buildLeadTools({ db, lists, leads })
  const startRun = createStartRun({ db, runs, lists, wallet })
  const corpus = buildCorpus(platform, { uploads, tickets, runs, startRun, leads, wallet })
  const sourceStats = createSourceStats({ db })
  const websites = createWebsitesService({ db, lists, runs, sourceStats })
  const email = buildEmail(platform, { runs, startRun, uploads, tickets, lists, leads, wallet, sourceStats })
  const { emailVerification } = email
  const sources = buildSources(platform, [websites.keeper])
  const shared = { db, lists, leads, wallet, startRun, sources, websites, sourceStats, emailVerification }
  const team = buildTeam(platform, people, { lists, runs, wallet })
  const exports = createExportsService({ ...platform, lists, leads, tickets, runs, startRun })

  const work: RunExecutor[] = [
    searchExecutor(shared),
    findEmailsExecutor(shared),
    getEmployeesExecutor({ ...shared, ...platform.websiteReading }),
    ...corpus.executors,
    exports.executor,
    ...email.executors,
  ]
  executors.push(...work.map((executor) => settlePaid(executor, wallet)))
  downloaders.push(...exports.downloaders, ...corpus.downloaders, usageDownloader(db), ...email.downloaders)

  const routes: Route[] = [
    ...systemRoutes({ db, document: buildOpenApi }),
    ...peopleRoutes,
    ...teamRoutes(team),
    ...telemetryOf(platform),
    ...walletRoutes(wallet),
    ...runRoutes(runs, bus),
    ...statementRoutes({ db, runs, wallet, tickets, accounts: people.accounts }),
    ...listRoutes(lists),
    ...leadRoutes(leads),
    ...leadTools.routes,
    ...viewRoutes(createViewsService({ db })),
    ...findRoutes({ db }),
    ...searchRoutes(createSearchesService(shared)),
    ...websiteRoutes(websites),
    ...enrichmentRoutes(createEnrichmentService(shared)),
    ...sourceStatsRoutes(sourceStats),
    ...email.routes,
    ...fileRoutes(uploads, tickets),
    ...corpus.routes,
    ...exportRoutes(exports, createExportTemplates({ db })),
  ]
  const mine = { wallet, runs, lists, leads, uploads, exports, emailVerification, sourceStats }
  return { ...people, ...mine, ...leadTools.modules, corpusAreas: corpus.areas, executors, routes }
}

export type Modules = ReturnType<typeof buildModules>

/** The HTTP server over all modules, not listening yet. */
export const buildHttpServer = (platform: Platform, modules: Modules): Promise<FastifyInstance> =>
  createHttpServer(modules.routes, {
    db: platform.db,
    log: platform.log,
    strictReplies: platform.strictReplies,
    trustProxy: platform.trustProxy,
    findActor: (token, request) => modules.sessions.findActor(token, request.hostname),
    whyEnded: (token, request) => modules.sessions.whyEnded(token, request.hostname),
  })
