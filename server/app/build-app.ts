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
import { buildAi } from './build-ai.ts'
import { buildAiTraining } from './build-ai-training.ts'
import { buildAutopilot } from './build-autopilot.ts'
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

/** What all others stand on: people, credits, files, lists, leads and runs. */
function buildGround(platform: Platform) {
  const { db, queue } = platform
  const [executors, downloaders]: [RunExecutor[], Downloader[]] = [[], []]
  const wallet: Wallet = createWallet({
    db,
    ...watchingCredits(() => account.modules.billing),
    tellLow: (balance) => people.notifications.creditsLow(balance),
  })
  const { routes: peopleRoutes, ...people } = buildPeople(platform, wallet)
  const runs = createRunsService({ db, queue, executors: () => executors })
  const tickets = createTicketsService({ db, downloaders: () => downloaders })
  const files = { uploads: createUploadsService(platform), tickets }
  const lists = createListsService({ db, runs })
  const account = buildAccount(platform, people, tickets)
  const suppression = createSuppressionCheck(platform)
  const leads = createLeadsService({ db, lists, suppression })
  const startRun = createStartRun({ db, runs, lists, wallet })
  const base = { lists, leads, wallet, sourceStats: createSourceStats({ db }), suppression }
  return { db, executors, downloaders, peopleRoutes, people, account, base, files, runs, startRun }
}

/** Everything that finds leads, works on them and takes them out. */
function buildWork(platform: Platform, ground: ReturnType<typeof buildGround>) {
  const { db, people, account, base, files, runs, startRun } = ground
  const running = { ...base, ...files, db, runs, startRun }
  const leadTools = buildLeadTools({ ...running, queue: platform.queue })
  const aiTraining = buildAiTraining(platform, {
    ...running,
    embedder: (accountId) => ai.modules.models.embedderOf(accountId),
  })
  const corpus = buildCorpus(platform, running)
  const websites = createWebsitesService({ ...base, db, runs })
  const email = buildEmail(platform, running)
  const sources = buildSources(platform, [websites.keeper], people.notifications)
  const shared = { ...base, ...email.modules, db, runs, startRun, sources, websites }
  const finding = buildFinding(platform, shared)
  const { searchTraining } = aiTraining.modules.search
  const ai = buildAi(platform, { ...shared, ...people, ...account.modules, searchTraining })
  const exports = createExportsService({ ...platform, ...shared, tickets: files.tickets })
  const crm = buildCrm(platform, { ...people, ...shared })
  const autopilot = buildAutopilot(platform, {
    ...shared,
    ...people,
    ...leadTools.modules,
    ...finding.modules,
    ...ai.modules,
    ...crm.modules,
  })
  const told = { ...people, ...base, runs, exports, autopilots: autopilot.eventSources }
  const webhooks = buildWebhooks(platform, told)
  const accountExport = buildAccountExport({ ...platform, ...people, ...running })
  const parts = { leadTools, aiTraining, corpus, email, finding, ai, crm, accountExport }
  return { parts, sources, exports, autopilot, webhooks }
}

/** Builds every module in the order of who needs whom. This is the only place that knows all of them. */
export function buildModules(platform: Platform) {
  const ground = buildGround(platform)
  const { db, executors, downloaders, peopleRoutes, people, account, base, files, runs } = ground
  const { wallet, lists, leads } = base
  const { parts, sources, exports, autopilot, webhooks } = buildWork(platform, ground)
  const { corpus, email, leadTools, aiTraining, accountExport } = parts
  const work = Object.values(parts)
    .flatMap((part) => part.executors)
    .concat(exports.executor)
  executors.push(...work.map((executor) => settlePaid(executor, wallet)))
  downloaders.push(
    ...[account, exports, corpus, email, leadTools, accountExport].flatMap((part) => part.downloaders),
    ...privacyDownloaders(db, { leads, ...account.modules }),
    usageDownloader(db),
  )
  const routes: Route[] = [
    ...plainRoutes(platform),
    ...peopleRoutes,
    ...teamRoutes(buildTeam(platform, people, { lists, runs, wallet })),
    ...[account, ...Object.values(parts), webhooks, autopilot].flatMap((part) => part.routes),
    ...walletRoutes(wallet),
    ...runRoutes(runs, platform.bus),
    ...statementRoutes({ db, runs, wallet, tickets: files.tickets, accounts: people.accounts }),
    ...listRoutes(lists),
    ...leadRoutes(leads),
    ...buildSourceRoutes(platform, sources),
    ...fileRoutes(files.uploads, files.tickets),
    ...exportRoutes(exports, createExportTemplates({ db })),
    ...buildPrivacy(platform, { ...base, ...files, exports, ...account.modules }),
  ]
  return {
    ...{ ...people, ...base, ...email.modules, ...leadTools.modules },
    ...{ runs, uploads: files.uploads, exports, executors, routes, sources, webhooks, autopilot },
    ...{ corpusAreas: corpus.areas, aiTraining: aiTraining.modules },
    accountClosing: accountExport.accountClosing,
  }
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
