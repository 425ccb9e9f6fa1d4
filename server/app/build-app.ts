import type { FastifyInstance } from 'fastify'
import { marginDownloader, marginRoutes } from '#server/modules/accounts/margin/index.ts'
import { planLimits } from '#server/modules/accounts/plans/index.ts'
import { statementRoutes, usageDownloader } from '#server/modules/accounts/statements/index.ts'
import { walletRoutes } from '#server/modules/accounts/wallet/index.ts'
import { allRunRoutes, createAllRuns, runRoutes } from '#server/modules/activity/runs/index.ts'
import { trainingUse } from '#server/modules/ai/ai-training/index.ts'
import { historyRoutes } from '#server/modules/core/audit/index.ts'
import { fileRoutes } from '#server/modules/core/files/index.ts'
import { findRoutes } from '#server/modules/core/find/index.ts'
import { createJobs, jobRoutes } from '#server/modules/core/jobs/index.ts'
import { createSettings, isOn, settingRoutes } from '#server/modules/core/settings/index.ts'
import { systemRoutes } from '#server/modules/core/system/index.ts'
import { telemetryRoutes } from '#server/modules/core/telemetry/index.ts'
import {
  createExportsService,
  createExportTemplates,
  exportRoutes,
} from '#server/modules/leads/exports/index.ts'
import { leadRoutes } from '#server/modules/leads/leads/index.ts'
import { listRoutes } from '#server/modules/leads/lists/index.ts'
import { settlePaid } from '#server/modules/leads/run-start/index.ts'
import { createViewsService, viewRoutes } from '#server/modules/leads/views/index.ts'
import { noteRetention } from '#server/modules/sources/sources/index.ts'
import { createWebsitesService } from '#server/modules/sources/websites/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { buildAccountExport } from './build-account-export.ts'
import { buildAdmin } from './build-admin.ts'
import { buildAi } from './build-ai.ts'
import { buildAiFinding } from './build-ai-finding.ts'
import { buildAiTraining } from './build-ai-training.ts'
import { buildAutopilot } from './build-autopilot.ts'
import { type Base, buildBase } from './build-base.ts'
import { buildCorpus } from './build-corpus.ts'
import { buildCrm } from './build-crm.ts'
import { buildEmail } from './build-email.ts'
import { buildFinding } from './build-finding.ts'
import { buildLeadTools } from './build-lead-tools.ts'
import { buildPayments } from './build-payments.ts'
import { buildPrivacy } from './build-privacy.ts'
import { buildSourceRoutes, buildSources } from './build-sources.ts'
import { buildSubscriptions } from './build-subscriptions.ts'
import { buildTeam } from './build-team.ts'
import { buildWebhooks } from './build-webhooks.ts'
import { buildOpenApi } from './openapi.ts'
import { lazyPaying, type Paying } from './paying.ts'
import type { Platform } from './platform.ts'

/** Routes that need only the database: the program itself, browser errors, views and search. */
const plainRoutes = ({ db, pool, queue, errors, readiness }: Platform): Route[] => [
  ...systemRoutes({ readiness, document: buildOpenApi }),
  ...telemetryRoutes({
    errors,
    limit: createRateLimit(pool, { name: 'app-error', points: 60, seconds: 60 * 60 }),
    acceptsReports: () => isOn(db, 'error_reports'),
  }),
  ...historyRoutes({ db }),
  ...settingRoutes(createSettings({ db })),
  ...jobRoutes(createJobs({ db, queue })),
  ...viewRoutes(createViewsService({ db })),
  ...findRoutes({ db }),
]

/** The limits of an account's package, with their usage. */
const limitsOf =
  ({ db }: Platform) =>
  async (accountId: number) => ({
    ...(await planLimits(db, accountId)),
    training_tokens: await trainingUse(db, accountId),
  })

/** Sources of leads and email knowledge. */
function buildFinders(platform: Platform, base: Base) {
  const leadTools = buildLeadTools(platform, base)
  const corpus = buildCorpus(platform, base)
  const websites = createWebsitesService({ db: platform.db, ...base })
  const email = buildEmail(platform, base)
  const { emailVerification } = email.modules
  const sources = buildSources(platform, [websites.evidenceStore], base.notifications)
  const finding = buildFinding(platform, { ...base, sources, websites, emailVerification })
  return { leadTools, corpus, websites, email, emailVerification, sources, finding }
}

type Finders = ReturnType<typeof buildFinders>

/** Language models, their training, and generated texts. */
function buildWriters(platform: Platform, base: Base, { websites, finding }: Finders) {
  const aiTraining = buildAiTraining(platform, base, (accountId) => ai.modules.models.embedderOf(accountId))
  const { searchTraining } = aiTraining.modules.search
  const ai = buildAi(platform, { ...base, websites, searchTraining })
  const { models } = ai.modules
  const { searches } = finding.modules
  const aiFinding = buildAiFinding(platform, { ...base, models, searches, searchTraining })
  return { aiTraining, ai, aiFinding }
}

/** Everything that exports leads or notifies others about them: files, CRMs, autopilots, webhooks, account exports. */
function buildOutlets(
  platform: Platform,
  base: Base,
  { leadTools, emailVerification, finding }: Finders,
  { ai }: ReturnType<typeof buildWriters>,
) {
  const { db, storage, log } = platform
  const exports = createExportsService({
    db,
    storage,
    log,
    ...base,
    retentionNoted: (sourceId, days) => noteRetention(db, sourceId, days),
  })
  const crm = buildCrm(platform, base)
  const autopilot = buildAutopilot(platform, {
    ...base,
    ...finding.modules,
    emailVerification,
    labels: leadTools.modules.labels,
    aiText: ai.modules.aiText,
    ...crm.modules,
  })
  const webhooks = buildWebhooks(platform, { ...base, exports, autopilots: autopilot.eventSources })
  const accountExport = buildAccountExport(platform, base)
  const privacy = buildPrivacy(platform, { ...base, exports })
  return { exports, crm, autopilot, webhooks, accountExport, privacy }
}

export function buildModules(platform: Platform) {
  const base = buildBase(
    platform,
    lazyPaying((): Paying => payments.paying),
  )
  const finders = buildFinders(platform, base)
  const writers = buildWriters(platform, base, finders)
  const outlets = buildOutlets(platform, base, finders, writers)
  const { people, account, lists, leads, wallet, runs, tickets, uploads } = base
  const { leadTools, corpus, email, sources, finding } = finders
  const { exports, crm, autopilot, webhooks, accountExport, privacy } = outlets
  const { aiTraining, ai, aiFinding } = writers
  const team = buildTeam(platform, base)
  const { accountClosing } = accountExport
  const moves = account.modules.planMoves
  const subscriptions = buildSubscriptions(platform, { ...base, team: team.team, accountClosing, moves })
  const payments = buildPayments(platform, { ...base, subscriptions: subscriptions.service })
  const admin = buildAdmin(platform, { ...base, subscriptions: subscriptions.service })
  const running = [leadTools, corpus, email, finding, aiTraining, ai, aiFinding, crm, accountExport, privacy]
  const downloading = [account, subscriptions, exports, corpus, email, leadTools, accountExport, privacy]

  const executors = [...running.flatMap((part) => part.executors), exports.executor]
  base.executors.push(...executors.map((executor) => settlePaid(executor, wallet)))
  base.downloaders.push(
    ...downloading.flatMap((part) => part.downloaders),
    ...admin.downloaders,
    usageDownloader(platform.db),
    marginDownloader(platform.db),
  )
  const routes: Route[] = [
    ...plainRoutes(platform),
    ...people.routes,
    ...team.routes,
    ...subscriptions.routes,
    ...admin.routes,
    ...payments.routes,
    ...[account, ...running, webhooks, autopilot].flatMap((part) => part.routes),
    ...walletRoutes(wallet, limitsOf(platform)),
    ...marginRoutes({ db: platform.db, tickets }),
    ...runRoutes(runs, platform.bus),
    ...allRunRoutes(createAllRuns({ db: platform.db, runs })),
    ...statementRoutes({ db: platform.db, runs, wallet, tickets, accounts: people.accounts }),
    ...listRoutes(lists),
    ...leadRoutes(leads),
    ...buildSourceRoutes(platform, sources),
    ...fileRoutes(uploads, tickets),
    ...exportRoutes(exports, createExportTemplates({ db: platform.db })),
  ]
  return {
    ...modulesOf(base, finders, writers, outlets, routes),
    subscriptions: subscriptions.service,
    team: team.team,
    admin,
    payments: { ...payments.service, receivers: payments.receivers },
    payKickstart: payments.kick,
  }
}

/** The services that jobs, pages and tests use by name. */
const modulesOf = (
  base: Base,
  { leadTools, corpus, emailVerification, sources }: Finders,
  { aiTraining, aiFinding }: ReturnType<typeof buildWriters>,
  { exports, autopilot, webhooks, accountExport }: ReturnType<typeof buildOutlets>,
  routes: Route[],
) => ({
  ...base,
  ...leadTools.modules,
  emailVerification,
  exports,
  routes,
  sources,
  webhooks,
  autopilot,
  corpusAreas: corpus.areas,
  aiTraining: aiTraining.modules,
  leadScores: aiFinding.modules.leadScores,
  plans: base.account.modules.plans,
  planMoves: base.account.modules.planMoves,
  accountClosing: accountExport.accountClosing,
})

export type Modules = ReturnType<typeof buildModules>

/** The HTTP server with all modules, not listening yet. */
export const buildHttpServer = (platform: Platform, modules: Modules): Promise<FastifyInstance> =>
  createHttpServer(modules.routes, {
    db: platform.db,
    log: platform.log,
    strictReplies: platform.strictReplies,
    trustProxy: platform.trustProxy,
    findActor: (token, request) => modules.sessions.findActor(token, request.hostname),
    endReason: (token, request) => modules.sessions.endReason(token, request.hostname),
  })
