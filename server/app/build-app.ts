import type { FastifyInstance } from 'fastify'
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
import { createSourceStats } from '#server/modules/source-stats/index.ts'
import { statementRoutes, usageDownloader } from '#server/modules/statements/index.ts'
import { createSuppressionCheck } from '#server/modules/suppression/index.ts'
import { systemRoutes } from '#server/modules/system/index.ts'
import { teamRoutes } from '#server/modules/team/index.ts'
import { telemetryRoutes } from '#server/modules/telemetry/index.ts'
import { createViewsService, viewRoutes } from '#server/modules/views/index.ts'
import { createWallet, type Wallet, walletRoutes } from '#server/modules/wallet/index.ts'
import { createWebsitesService } from '#server/modules/websites/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { buildAccount, watchingCredits } from './build-account.ts'
import { buildAccountExport } from './build-account-export.ts'
import { buildCorpus } from './build-corpus.ts'
import { buildCrm } from './build-crm.ts'
import { buildEmail } from './build-email.ts'
import { buildFinding } from './build-finding.ts'
import { buildLeadTools } from './build-lead-tools.ts'
import { buildPeople, buildTeam } from './build-people.ts'
import { buildPrivacy, privacyDownloaders } from './build-privacy.ts'
import { buildSourceRoutes, buildSources } from './build-sources.ts'
import { buildWebhooks } from './build-webhooks.ts'
import { buildOpenApi } from './openapi.ts'
import type { Platform } from './platform.ts'

/** What stands on the database alone: the program itself, faults that browsers report (within bounds), views, finding. */
const plainRoutes = ({ db, pool }: Platform): Route[] => [
  ...systemRoutes({ db, document: buildOpenApi }),
  ...telemetryRoutes({
    db,
    limit: createRateLimit(pool, { name: 'app-error', points: 60, seconds: 60 * 60 }),
  }),
  ...viewRoutes(createViewsService({ db })),
  ...findRoutes({ db }),
]

/** Builds every module in the order of who needs whom. This is the only place that knows all of them. */
export function buildModules(platform: Platform) {
  const { db, queue, bus } = platform
  const [executors, downloaders]: [RunExecutor[], Downloader[]] = [[], []]
  const wallet: Wallet = createWallet({
    db,
    ...watchingCredits(() => account.modules.billing),
    tellLow: (balance) => people.notifications.creditsLow(balance),
  })
  const { routes: peopleRoutes, ...people } = buildPeople(platform, wallet)
  const runs = createRunsService({ db, queue, executors: () => executors })
  const uploads = createUploadsService(platform)
  const tickets = createTicketsService({ db, downloaders: () => downloaders })
  const files = { uploads, tickets }
  const lists = createListsService({ db, runs })
  const account = buildAccount(platform, people, tickets)
  const suppression = createSuppressionCheck(platform)
  const leads = createLeadsService({ db, lists, suppression })
  const startRun = createStartRun({ db, runs, lists, wallet })
  const leadTools = buildLeadTools({ ...files, db, lists, leads, suppression, runs, startRun })
  const corpus = buildCorpus(platform, { ...files, runs, startRun, leads, wallet })
  const sourceStats = createSourceStats({ db })
  const base = { lists, leads, wallet, sourceStats, suppression }
  const websites = createWebsitesService({ ...base, db, runs })
  const email = buildEmail(platform, { ...base, ...files, runs, startRun })
  const sources = buildSources(platform, [websites.keeper], people.notifications)
  const shared = { ...base, ...email.modules, db, runs, startRun, sources, websites }
  const finding = buildFinding(platform, shared)
  const exports = createExportsService({ ...platform, ...shared, tickets })
  const crm = buildCrm(platform, { ...people, ...shared })
  const webhooks = buildWebhooks(platform, { ...people, lists, leads, runs, exports })
  const accountExport = buildAccountExport({ ...platform, ...people, runs, startRun, tickets })
  const work = [finding, corpus, email, leadTools, accountExport, crm]
    .flatMap((part) => part.executors)
    .concat(exports.executor)
  executors.push(...work.map((executor) => settlePaid(executor, wallet)))
  const parts = [account, exports, corpus, email, leadTools, accountExport].flatMap(
    (part) => part.downloaders,
  )
  const privacyFiles = privacyDownloaders(db, { leads, ...account.modules })
  downloaders.push(...parts, ...privacyFiles, usageDownloader(db))

  const routes: Route[] = [
    ...plainRoutes(platform),
    ...peopleRoutes,
    ...teamRoutes(buildTeam(platform, people, { lists, runs, wallet })),
    ...[account, leadTools, email, corpus, finding, accountExport, crm].flatMap((part) => part.routes),
    ...walletRoutes(wallet),
    ...runRoutes(runs, bus),
    ...statementRoutes({ db, runs, wallet, tickets, accounts: people.accounts }),
    ...listRoutes(lists),
    ...leadRoutes(leads),
    ...buildSourceRoutes(platform, sources),
    ...fileRoutes(uploads, tickets),
    ...exportRoutes(exports, createExportTemplates({ db })),
    ...webhooks.routes,
    ...buildPrivacy(platform, { lists, leads, exports, suppression, tickets, ...account.modules }),
  ]
  const mine = { ...base, ...email.modules, ...leadTools.modules, runs, uploads, exports, executors, routes }
  return { ...people, ...mine, corpusAreas: corpus.areas, sources, webhooks }
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
