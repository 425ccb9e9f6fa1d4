import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { overdueJob } from '#server/modules/accounts/paykickstart/index.ts'
import { paymentJobs } from '#server/modules/accounts/payments/index.ts'
import { subscriptionsJob } from '#server/modules/accounts/subscriptions/index.ts'
import { walletJobs } from '#server/modules/accounts/wallet/index.ts'
import { digestJob } from '#server/modules/activity/notifications/index.ts'
import {
  createRunWorker,
  type RunWorker,
  runJob,
  startRecovery,
} from '#server/modules/activity/runs/index.ts'
import { figuresJob } from '#server/modules/admin/figures/index.ts'
import { reportsJob } from '#server/modules/admin/reports/index.ts'
import { trainingRefreshJob } from '#server/modules/ai/ai-training/index.ts'
import { leadScoresJob } from '#server/modules/ai/lead-scores/index.ts'
import { mailJobs } from '#server/modules/branding/mail/index.ts'
import { dkimJob } from '#server/modules/branding/mail-servers/index.ts'
import { createCertificateRequests, domainsJob } from '#server/modules/branding/sites/index.ts'
import { auditJobs, bindAuditKeys, createAuditKeys } from '#server/modules/core/audit/index.ts'
import { type AppErrors, createAppErrors } from '#server/modules/core/telemetry/index.ts'
import { mailRequestJob } from '#server/modules/identity/auth/index.ts'
import { expireValuesJob, exportFilesJob } from '#server/modules/leads/exports/index.ts'
import { leadTextTidyJob } from '#server/modules/leads/lead-edits/index.ts'
import type { ScheduleClock } from '#server/modules/prospecting/autopilots/index.ts'
import { retryJob } from '#server/modules/prospecting/email-verification/index.ts'
import { corpusRefreshJob, corpusTidyJob } from '#server/modules/sources/corpus/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'

import { type Database, openDatabase } from '#server/platform/db/db.ts'
import { createDnsClient, type DnsClient, STABLE_NAMES } from '#server/platform/dns/dns-client.ts'
import { parseDnsServers } from '#server/platform/dns/dns-servers.ts'
import type { ProcessRole } from '#server/platform/env.ts'
import type { AuditHeadTarget } from '#server/platform/env-audit.ts'
import type { ObserveOptions } from '#server/platform/env-observe.ts'
import { createLiveBus } from '#server/platform/live-bus.ts'
import { type Log, reportingLog } from '#server/platform/log.ts'
import { createQueue, type JobDefinition } from '#server/platform/queue/queue.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { createStripeGateway } from '#server/providers/payments/index.ts'
import { addAgentGuide } from './agent-guide.ts'
import { addApiDocs } from './api-docs.ts'
import { type BackupSchedule, scheduledBackups } from './backup/backup-job.ts'
import { addBrandFiles } from './brand-files.ts'
import { buildHttpServer, buildModules, type Modules } from './build-app.ts'
import { emailVerifierOf } from './email-verifier.ts'
import {
  type ExternalServicesOptions,
  mailTransports,
  reachCrms,
  reachModels,
  reachPayKickstart,
  reachVendors,
  readReleases,
  readWebsites,
  sitePlatform,
  socialProviders,
  webhookSending,
} from './external-services.ts'
import { addHostGate } from './host-gate.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { addMcp } from './mcp/add-mcp.ts'
import { addPages } from './pages.ts'
import type { Platform } from './platform.ts'
import { reportAuditBreak } from './report-audit-break.ts'
import { auditHeadJob } from './send-audit-head.ts'
import { createTlsAsk } from './tls-ask.ts'
import { addTrainingFiles } from './training-files.ts'
import { addMetrics, addRequestWatch, createProbes } from './watch/add-metrics.ts'
import { createWatch, type Watch } from './watch/create-watch.ts'
import { addWebhookReceivers } from './webhook-receivers.ts'

export interface StartOptions extends ExternalServicesOptions {
  databaseUrl: string
  dataDir: string
  secretKey: string
  /** Audit log secrets, the current one first; the secret key alone when absent. */
  auditKeys?: readonly [string, ...string[]]
  /** Longest time between checkpoints of the audit log; an hour when absent. */
  auditCheckpointMinutes?: number
  /** Where the audit log's head is sent every night; nowhere when absent. */
  auditHeadTo?: readonly AuditHeadTarget[]
  roles: ReadonlySet<ProcessRole>
  /** Proxy addresses whose forwarding headers are trusted. */
  trustProxy: string[] | boolean
  log: Log
  /** Monitoring; metrics for this machine only when absent. */
  observe?: ObserveOptions
  /** The backup schedule; none when absent. */
  backups?: BackupSchedule | undefined
  /** Encrypts them. */
  backupPassphrase?: string | undefined
  /** For tests: a reply with undeclared fields is an error. */
  strictReplies?: boolean
  /** Test sources that override our own. */
  sources?: LeadSource[]
  /** A test's limit for a database that does not answer. */
  silenceMs?: number
  /** A test's time for schedules. */
  scheduleClock?: ScheduleClock
  /** A test's clock. */
  clock?: Clock
  /** A test's mail server replies. */
  emailVerifier?: EmailVerifier
}

/** This process's address: the origin of links while no URL is configured. */
function addressOf(http: FastifyInstance | undefined): string {
  const address = http?.server.address()
  return address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : 'http://127.0.0.1:3000'
}

/** A started program: server (not listening), modules, and shutdown. */
export interface RunningApp {
  http: FastifyInstance
  /** Tells a TLS proxy for which hosts it may get certificates; not listening yet. */
  tlsAsk: FastifyInstance
  /** Probes and metrics on a separate port; not listening yet. */
  probes: FastifyInstance
  modules: Modules
  database: Database
  close(): Promise<void>
}

/** Executes runs, and notifies those waiting for one. */
const runWorkerOf = (modules: Modules, { db, log, bus }: Platform, { metrics }: Watch): RunWorker =>
  createRunWorker({
    db,
    log,
    bus,
    executors: modules.executors,
    notify: modules.notifications.notify,
    ended: metrics.run,
  })

/** All background work; the queue balances it across processes. */
const jobsOf = (
  modules: Modules,
  worker: RunWorker,
  { db, pool, log }: Platform,
  { auditHeadTo = [], auditCheckpointMinutes = 60 }: StartOptions,
) =>
  [
    runJob(worker),
    ...mailJobs(modules.mail),
    mailRequestJob(modules.auth.answerMailRequest) as JobDefinition<never>,
    subscriptionsJob(modules.subscriptions) as JobDefinition<never>,
    ...(paymentJobs(modules.payments) as JobDefinition<never>[]),
    overdueJob(modules.payKickstart.checkOverdue) as JobDefinition<never>,
    dkimJob(modules.mailServers) as JobDefinition<never>,
    domainsJob(modules.recheckDomains) as JobDefinition<never>,
    digestJob(modules.notifications) as JobDefinition<never>,
    ...walletJobs(modules.wallet),
    retryJob(() => modules.emailVerification.retryDue()),
    corpusRefreshJob(() => modules.corpusAreas.startDue()),
    trainingRefreshJob(() => modules.aiTraining.crawls.startDue()),
    figuresJob(modules.admin.checks),
    reportsJob(modules.admin.reports),
    leadScoresJob(() => modules.leadScores.refreshAll()),
    exportFilesJob(() => modules.exports.removeExpired()),
    expireValuesJob(modules.exports.expireValues, systemClock.now),
    corpusTidyJob(db) as JobDefinition<never>,
    leadTextTidyJob(db) as JobDefinition<never>,
    ...auditJobs({
      db,
      log,
      checkpointMinutes: auditCheckpointMinutes,
      reportBreak: (broken) => reportAuditBreak(db, modules, broken),
    }),
    auditHeadJob({ db, log, mail: modules.mail, targets: auditHeadTo }),
    ...housekeepingJobs({ ...modules, db, pool }),
  ] as JobDefinition<never>[]

/** The polling loops of a worker process. */
function startWorking(
  works: boolean,
  { db, log }: Platform,
  { webhooks, autopilot }: Modules,
  worker: RunWorker,
) {
  const idle = [autopilot.worker, worker, webhooks]
  if (!works) return idle
  webhooks.dispatcher.start()
  autopilot.worker.start()
  return [...idle, startRecovery({ db, log, worker })]
}

/** Custom name servers, in development only, know only their own names. */
function nameService({ dnsServers = '' }: StartOptions): DnsClient {
  const servers = parseDnsServers(dnsServers)
  return createDnsClient({ servers, probes: servers.length > 0 ? [] : STABLE_NAMES })
}

/** Clients of all external services. */
const outsideOf = (options: StartOptions, dns: DnsClient, log: Log) => ({
  social: socialProviders(options, log),
  websiteReading: readWebsites(options, dns, log),
  overture: readReleases(options, log),
  vendors: reachVendors(options, log),
  models: reachModels(options, log),
  crms: reachCrms(options, log),
  payKickstart: reachPayKickstart(options, log),
})

const backupsOf = (options: StartOptions, { notifications }: Modules) =>
  scheduledBackups({ ...options, schedule: options.backups, failed: notifications.backupFailed })

/** The HTTP server for browsers and programs, and the TLS proxy's. */
async function buildServers(platform: Platform, modules: Modules, { metrics, tracing, token }: Watch) {
  const server = await buildHttpServer(platform, modules)
  addRequestWatch(server, metrics, tracing)
  addMetrics(server, { metrics, token })
  addHostGate(server, modules.sites)
  addBrandFiles(server, { db: platform.db, sites: modules.sites })
  addTrainingFiles(server, platform.db)
  addWebhookReceivers(server, [...modules.payments.receivers, modules.mailReceiver])
  addAgentGuide(server, modules.sites)
  addMcp(server, { db: platform.db, log: platform.log, sites: modules.sites, sessions: modules.sessions })
  await Promise.all([addApiDocs(server), addPages(server, modules.sites)])
  const probes = createProbes({ metrics, token, readiness: platform.readiness })
  const tlsAsk = createTlsAsk(modules.sites, createCertificateRequests(platform))
  return { server, tlsAsk, probes }
}

/** How payment vendors are reached. */
const paymentClients = (
  { stripe = {} }: StartOptions,
  { payKickstart }: Pick<ReturnType<typeof outsideOf>, 'payKickstart'>,
) => ({ stripe: createStripeGateway(stripe), payKickstart: payKickstart.api })

/** Request settings, and parts that a test replaces. */
const overridesOf = ({ sources, scheduleClock, clock, trustProxy, strictReplies }: StartOptions) => ({
  trustProxy,
  strictReplies: strictReplies ?? false,
  ...(sources && { sources }),
  ...(scheduleClock && { scheduleClock }),
  ...(clock && { clock }),
})

/** The database, and the log, which also records errors in it. */
function openReporting({ databaseUrl, log, silenceMs }: StartOptions, watch: Watch) {
  const database = openDatabase(databaseUrl, { log, silenceMs, ended: watch.query })
  const errors = createAppErrors({ db: database.db })
  return { database, errors, log: reportingLog(log, errors.reportServerError) }
}

/** Everything to end on shutdown. */
interface Parts {
  server: FastifyInstance
  closables: { close(): Promise<unknown> }[]
  platform: Pick<Platform, 'queue' | 'bus' | 'dns' | 'emailVerifier'>
  modules: Modules
  backups: { close(): void }
  outside: ReturnType<typeof outsideOf>
  errors: AppErrors
  database: Database
  watch: Watch
}

/** Stops accepting requests, lets work stop at its next step and closes every connection. */
async function closeAll({
  server,
  closables,
  platform,
  modules,
  backups,
  outside,
  errors,
  database,
  watch,
}: Parts): Promise<void> {
  // Live streams never end by themselves; without this the server would wait for them.
  server.server.closeAllConnections()
  modules.emailVerification.close()
  backups.close()
  await Promise.all([server.close(), ...closables.map((closable) => closable.close())])
  platform.emailVerifier.close()
  await platform.queue.close()
  platform.dns.cancel()
  await Promise.all([modules.mail.close(), ...Object.values(outside).map((part) => part.close())])
  await platform.bus.close()
  await errors.settled()
  await database.close()
  await watch.tracing.close()
}

/**
 * Builds the program on a migrated database and starts the requested roles. The caller starts listening. `close`
 * stops accepting requests, lets work stop at its next step and closes every connection.
 */
export async function startApp(options: StartOptions): Promise<RunningApp> {
  const share = { worker: options.roles.has('worker'), scheduler: options.roles.has('scheduler') }
  const watch = await createWatch(options.observe ?? {}, options.log)
  const { database, errors, log } = openReporting(options, watch)
  bindAuditKeys(database.db, createAuditKeys(options.auditKeys ?? [options.secretKey]))
  const { silenceMs } = options
  const bus = createLiveBus(options.databaseUrl, log, silenceMs)
  const queue = await createQueue(options.databaseUrl, {
    log,
    scheduler: share.scheduler,
    around: watch.job,
    silenceMs,
  })
  const dns = nameService(options)
  const outside = outsideOf(options, dns, log)
  const emailVerifier = options.emailVerifier ?? emailVerifierOf(options, { db: database.db, dns, log })
  let http: FastifyInstance | undefined
  const platform = {
    db: database.db,
    pool: database.pool,
    log,
    errors,
    queue,
    bus,
    storage: createDiskStorage(join(options.dataDir, 'uploads')),
    secretKey: options.secretKey,
    site: sitePlatform(options, () => addressOf(http)),
    dns,
    ...mailTransports(options, log, dns),
    social: outside.social.providers,
    websiteReading: outside.websiteReading,
    webhookSending: webhookSending(options, log),
    emailVerifier,
    overtureBase: outside.overture.base,
    vendors: outside.vendors,
    modelAccess: outside.models,
    crmSetups: outside.crms.setups,
    ...paymentClients(options, outside),
    readiness: watch.readinessOf(database, queue),
    ...overridesOf(options),
  }
  const modules = buildModules(platform)
  const worker = runWorkerOf(modules, platform, watch)
  const backups = backupsOf(options, modules)
  await queue.work([...jobsOf(modules, worker, platform, options), backups.job], share)
  const working = startWorking(share.worker, platform, modules, worker)
  const { server, tlsAsk, probes } = await buildServers(platform, modules, watch)
  http = server
  const closables = [tlsAsk, probes, ...working]
  return {
    http: server,
    tlsAsk,
    probes,
    modules,
    database,
    close: () =>
      closeAll({ server, closables, platform, modules, backups, outside, errors, database, watch }),
  }
}
