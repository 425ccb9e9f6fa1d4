import type { FastifyInstance } from 'fastify'
import { marginDownloader, marginRoutes, postMargin } from '#server/modules/accounts/margin/index.ts'
import { planLimits } from '#server/modules/accounts/plans/index.ts'
import { statementRoutes, usageDownloader } from '#server/modules/accounts/statements/index.ts'
import { createWallet, type Wallet, walletRoutes } from '#server/modules/accounts/wallet/index.ts'
import {
  allRunRoutes,
  createAllRuns,
  createRunsService,
  type RunExecutor,
  runRoutes,
} from '#server/modules/activity/runs/index.ts'
import { trainingUse } from '#server/modules/ai/ai-training/index.ts'
import { historyRoutes } from '#server/modules/core/audit/index.ts'
import {
  createTicketsService,
  createUploadsService,
  type Downloader,
  fileRoutes,
} from '#server/modules/core/files/index.ts'
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
import { createLeadsService, leadRoutes } from '#server/modules/leads/leads/index.ts'
import { createListsService, listRoutes } from '#server/modules/leads/lists/index.ts'
import { createStartRun, settlePaid } from '#server/modules/leads/run-start/index.ts'
import { createViewsService, viewRoutes } from '#server/modules/leads/views/index.ts'
import { createSuppressionCheck } from '#server/modules/privacy/suppression/index.ts'
import { createSourceStats } from '#server/modules/sources/source-stats/index.ts'
import { noteRetention } from '#server/modules/sources/sources/index.ts'
import { createWebsitesService } from '#server/modules/sources/websites/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { buildAccount } from './build-account.ts'
import { buildAccountExport } from './build-account-export.ts'
import { buildAdmin } from './build-admin.ts'
import { buildAi } from './build-ai.ts'
import { buildAiFinding } from './build-ai-finding.ts'
import { buildAiTraining } from './build-ai-training.ts'
import { buildAutopilot } from './build-autopilot.ts'
import { buildCorpus } from './build-corpus.ts'
import { buildCrm } from './build-crm.ts'
import { buildEmail } from './build-email.ts'
import { buildFinding } from './build-finding.ts'
import { buildLeadTools } from './build-lead-tools.ts'
import { buildPayments, lazyPaying, type Paying } from './build-payments.ts'
import { buildPeople, buildTeam } from './build-people.ts'
import { buildPrivacy } from './build-privacy.ts'
import { buildSourceRoutes, buildSources } from './build-sources.ts'
import { buildSubscriptions } from './build-subscriptions.ts'
import { buildWebhooks } from './build-webhooks.ts'
import { buildOpenApi } from './openapi.ts'
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

/** People, credits, files, lists, leads and runs: the basis of all other modules. */
function buildBase(platform: Platform, paying: Paying) {
  const { db, queue, storage, secretKey } = platform
  const [executors, downloaders]: [RunExecutor[], Downloader[]] = [[], []]
  const wallet: Wallet = createWallet({
    db,
    // Balance observers are built later than the wallet.
    moved: (accountId) => account.modules.billing.moved(accountId),
    alertAt: async (accountId) => (await account.modules.billing.alert(accountId)).threshold,
    notifyLow: (balance) => people.notifications.creditsLow(balance),
    posted: (posting) => postMargin(db, posting),
    poolUsed: (pool) => account.modules.credits.poolUsed(pool),
  })
  const people = buildPeople(platform, wallet)
  const runs = createRunsService({
    db,
    queue,
    notify: people.notifications.notify,
    executors: () => executors,
  })
  const tickets = createTicketsService({ db, downloaders: () => downloaders })
  const uploads = createUploadsService({ db, storage })
  const lists = createListsService({ db, runs })
  const account = buildAccount(platform, people, tickets, wallet, paying)
  const suppression = createSuppressionCheck({ db, secretKey })
  const leads = createLeadsService({ db, lists, suppression })
  const startRun = createStartRun({ db, runs, lists, wallet })
  const sourceStats = createSourceStats({ db })
  return {
    executors,
    downloaders,
    people,
    account,
    wallet,
    lists,
    leads,
    runs,
    startRun,
    tickets,
    uploads,
    suppression,
    sourceStats,
  }
}

type Base = ReturnType<typeof buildBase>

/** Sources of leads and email knowledge. */
function buildFinders(platform: Platform, base: Base) {
  const { db, queue } = platform
  const { lists, leads, wallet, runs, startRun, tickets, uploads, suppression, sourceStats, people } = base
  const leadTools = buildLeadTools({
    db,
    queue,
    lists,
    leads,
    suppression,
    uploads,
    tickets,
    runs,
    startRun,
  })
  const corpus = buildCorpus(platform, { uploads, tickets, runs, startRun, leads, wallet })
  const websites = createWebsitesService({ db, lists, runs, sourceStats, suppression })
  const email = buildEmail(platform, {
    runs,
    startRun,
    uploads,
    tickets,
    lists,
    leads,
    wallet,
    sourceStats,
    suppression,
  })
  const { emailVerification } = email.modules
  const sources = buildSources(platform, [websites.evidenceStore], people.notifications)
  const finding = buildFinding(platform, {
    lists,
    leads,
    wallet,
    sources,
    sourceStats,
    websites,
    runs,
    startRun,
    suppression,
    emailVerification,
  })
  return { leadTools, corpus, websites, email, emailVerification, sources, finding }
}

type Finders = ReturnType<typeof buildFinders>

/** Language models, their training, and generated texts. */
function buildWriters(platform: Platform, base: Base, { websites, finding }: Finders) {
  const { lists, leads, wallet, runs, startRun, uploads, people, account } = base
  const aiTraining = buildAiTraining(platform, {
    runs,
    startRun,
    uploads,
    lists,
    leads,
    embedder: (accountId) => ai.modules.models.embedderOf(accountId),
  })
  const ai = buildAi(platform, {
    accounts: people.accounts,
    lists,
    leads,
    wallet,
    runs,
    startRun,
    websites,
    profiles: account.modules.profiles,
    searchTraining: aiTraining.modules.search.searchTraining,
  })
  const aiFinding = buildAiFinding(platform, {
    models: ai.modules.models,
    searches: finding.modules.searches,
    leads,
    lists,
    startRun,
    profiles: account.modules.profiles,
    searchTraining: aiTraining.modules.search.searchTraining,
  })
  return { aiTraining, ai, aiFinding }
}

/** Everything that exports leads or notifies others about them: files, CRMs, autopilots, webhooks, account exports. */
function buildOutlets(
  platform: Platform,
  base: Base,
  finders: Finders,
  { ai }: ReturnType<typeof buildWriters>,
) {
  const { lists, leads, wallet, runs, startRun, tickets, suppression, people } = base
  const { leadTools, emailVerification, finding } = finders
  const { mail, notifications, sites } = people
  const { db, storage, log } = platform
  const exports = createExportsService({
    db,
    storage,
    log,
    lists,
    leads,
    tickets,
    runs,
    startRun,
    retentionNoted: (sourceId, days) => noteRetention(db, sourceId, days),
  })
  const crm = buildCrm(platform, { lists, leads, runs, startRun, suppression, sites, notifications })
  const autopilot = buildAutopilot(platform, {
    lists,
    leads,
    runs,
    wallet,
    searches: finding.modules.searches,
    enrichment: finding.modules.enrichment,
    waterfalls: finding.modules.waterfalls,
    emailVerification,
    labels: leadTools.modules.labels,
    aiText: ai.modules.aiText,
    pushes: crm.modules.pushes,
    connections: crm.modules.connections,
    mail,
    sites,
    notifications,
  })
  const webhooks = buildWebhooks(platform, {
    lists,
    leads,
    runs,
    exports,
    notifications,
    autopilots: autopilot.eventSources,
  })
  const accountExport = buildAccountExport(platform, { people, runs, startRun, tickets })
  const privacy = buildPrivacy(platform, {
    lists,
    leads,
    exports,
    suppression,
    tickets,
    startRun,
    profiles: base.account.modules.profiles,
  })
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
  const team = buildTeam(platform, people, { lists, runs, wallet })
  const { accounts, notifications } = people
  const { accountClosing } = accountExport
  const moves = account.modules.planMoves
  const sold = { accounts, wallet, notifications, runs, tickets, team: team.team, accountClosing, moves }
  const subscriptions = buildSubscriptions(platform, sold)
  const admin = buildAdmin(platform, { people, wallet, tickets, subscriptions: subscriptions.service })
  const paid = { accounts, wallet, notifications, sites: people.sites, subscriptions: subscriptions.service }
  const payments = buildPayments(platform, paid)
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
  { executors, people, account, wallet, lists, leads, runs, uploads, suppression, sourceStats }: Base,
  { leadTools, corpus, emailVerification, sources }: Finders,
  { aiTraining, aiFinding }: ReturnType<typeof buildWriters>,
  { exports, autopilot, webhooks, accountExport }: ReturnType<typeof buildOutlets>,
  routes: Route[],
) => ({
  accounts: people.accounts,
  domains: people.domains,
  recheckDomains: people.recheckDomains,
  sites: people.sites,
  sessions: people.sessions,
  secondFactor: people.secondFactor,
  terms: people.terms,
  mail: people.mail,
  mailServers: people.mailServers,
  mailReceiver: people.mailReceiver,
  notifications: people.notifications,
  profile: people.profile,
  auth: people.auth,
  wallet,
  lists,
  leads,
  runs,
  uploads,
  suppression,
  sourceStats,
  emailVerification,
  customFields: leadTools.modules.customFields,
  leadEdits: leadTools.modules.leadEdits,
  labels: leadTools.modules.labels,
  exports,
  executors,
  routes,
  sources,
  webhooks,
  autopilot,
  corpusAreas: corpus.areas,
  aiTraining: aiTraining.modules,
  leadScores: aiFinding.modules.leadScores,
  plans: account.modules.plans,
  planMoves: account.modules.planMoves,
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
