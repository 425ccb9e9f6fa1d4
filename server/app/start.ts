import type { FastifyInstance } from 'fastify'
import { bindAuditKeys, createAuditKeys } from '#server/modules/core/audit/index.ts'
import { createAppErrors } from '#server/modules/core/telemetry/index.ts'
import { countCall, findActor, findEndReason } from '#server/modules/identity/sessions/index.ts'
import type { ScheduleClock } from '#server/modules/prospecting/autopilots/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Database, openDatabase } from '#server/platform/db/db.ts'
import { createDnsClient, type DnsClient, STABLE_NAMES } from '#server/platform/dns/dns-client.ts'
import { parseDnsServers } from '#server/platform/dns/dns-servers.ts'
import type { ProcessRole } from '#server/platform/env.ts'
import type { AuditHeadTarget } from '#server/platform/env-audit.ts'
import type { BackupSettings } from '#server/platform/env-backup.ts'
import type { ObserveOptions } from '#server/platform/env-observe.ts'
import { addDrain, type Drain, STOP_TIMES, type StopTimes } from '#server/platform/http/drain.ts'
import type { ApiOrigins } from '#server/platform/http/other-origins.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { addWebhookReceivers } from '#server/platform/http/webhook-receivers.ts'
import { createLiveBus } from '#server/platform/live-bus.ts'
import { type Log, reportingLog } from '#server/platform/log.ts'
import { type BackgroundWorker, listParts } from '#server/platform/module.ts'
import { createPace } from '#server/platform/pace.ts'
import { createQueue, type QueueTiming } from '#server/platform/queue/queue.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { createStripeGateway } from '#server/providers/payments/index.ts'
import { createOpenId } from '#server/providers/sign-on/index.ts'
import { addAgentGuide } from './agent-guide.ts'
import { addApiDocs } from './api-docs.ts'
import { createBackupKeeper } from './backup/create-backup-keeper.ts'
import { addBrandFiles } from './brand-files.ts'
import { makeEmailVerifier } from './email-verifier.ts'
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
import { housekeepingJob } from './housekeeping.ts'
import { addMcp } from './mcp/add-mcp.ts'
import { isAgentCall } from './mcp/call-api.ts'
import { MODULES } from './modules.ts'
import { addPages } from './pages.ts'
import { addPauseGate, type PauseWatch, watchPause } from './pause-watch.ts'
import { auditHeadJob } from './send-audit-head.ts'
import { createTlsAsk } from './tls-ask.ts'
import { addTrainingFiles } from './training-files.ts'
import { addMetrics, addRequestWatch, createProbes } from './watch/add-metrics.ts'
import { createWatch, type Watch } from './watch/create-watch.ts'

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
  /** Pages of other origins that may call the API with a key; all when absent. */
  apiOrigins?: ApiOrigins
  log: Log
  /** Monitoring; metrics for this machine only when absent. */
  observe?: ObserveOptions
  /** Where and when nightly backups are made; none when absent. */
  backups?: BackupSettings['backups']
  /** Encrypts them. */
  backupPassphrase?: string
  /** Where uploads and files for download are; the data folder when absent. */
  fileBucket?: BackupSettings['fileBucket']
  /** How long requests in progress may take when it stops. */
  stop?: StopTimes
  /** For tests: a reply with undeclared fields is an error. */
  strictReplies?: boolean
  /** Test sources that override our own. */
  sources?: LeadSource[]
  /** A test's limit for a database that does not answer. */
  silenceMs?: number
  /** A test's times of the queue. */
  queueTiming?: Partial<QueueTiming>
  /** A test's time for schedules. */
  scheduleClock?: ScheduleClock
  /** A test's clock. */
  clock?: Clock
  /** A test's mail server replies. */
  emailVerifier?: EmailVerifier
}

/** A started program: server (not listening), its context, and shutdown. */
export interface RunningApp {
  http: FastifyInstance
  /** Tells a TLS proxy for which hosts it may get certificates; not listening yet. */
  tlsAsk: FastifyInstance
  /** Probes and metrics on a separate port; not listening yet. */
  probes: FastifyInstance
  ctx: Context
  database: Database
  close(): Promise<void>
}

/** Custom name servers, in development only, know only their own names. */
function nameService({ dnsServers = '' }: StartOptions): DnsClient {
  const servers = parseDnsServers(dnsServers)
  return createDnsClient({ servers, probes: servers.length > 0 ? [] : STABLE_NAMES })
}

/** Clients of all external services. */
const connectOutside = (options: StartOptions, dns: DnsClient, log: Log) => ({
  social: socialProviders(options, log),
  websites: readWebsites(options, { dns, log, clock: options.clock ?? systemClock }),
  overture: readReleases(options, log),
  vendors: reachVendors(options, log),
  models: reachModels(options, log),
  crms: reachCrms(options, log),
  payKickstart: reachPayKickstart(options, log),
  webhooks: webhookSending(options, log),
})
type Outside = ReturnType<typeof connectOutside>

/** What modules reach outside of this process. */
const makeClients = (
  options: StartOptions,
  outside: Outside,
  { db, dns, log }: Pick<Context, 'db' | 'dns' | 'log'>,
) => ({
  ...mailTransports(options, log, dns),
  social: outside.social.providers,
  // Its addresses come from owners of sites, like those of webhooks: public ones only.
  signOn: createOpenId(outside.webhooks.outbound),
  websiteReading: outside.websites,
  readWithPages: outside.websites.readWithPages,
  trainingCrawling: outside.websites.crawling,
  webhookSending: outside.webhooks,
  emailVerifier: options.emailVerifier ?? makeEmailVerifier(options, { db, dns, log }),
  overtureBase: outside.overture.base,
  vendors: outside.vendors,
  modelAccess: outside.models,
  crmSetups: outside.crms.setups,
  payKickstart: outside.payKickstart.api,
  stripe: createStripeGateway(options.stripe ?? {}),
})

/** Parts that a test may replace, and settings of this start. */
const readSettings = ({ sources, scheduleClock, clock, auditCheckpointMinutes = 60 }: StartOptions) => ({
  auditCheckpointMinutes,
  clock: clock ?? systemClock,
  ...(sources && { sources }),
  ...(scheduleClock && { scheduleClock }),
})

/** The HTTP server for browsers and programs, and the TLS proxy's. */
async function buildServers(
  ctx: Context,
  options: StartOptions,
  { metrics, tracing, token }: Watch,
  pause: PauseWatch,
) {
  const server = await createHttpServer(
    listParts(ctx, (module) => module.routes?.(ctx)),
    {
      db: ctx.db,
      log: ctx.log,
      secretBox: ctx.secretBox,
      strictReplies: options.strictReplies ?? false,
      trustProxy: options.trustProxy,
      ...(options.apiOrigins && { apiOrigins: options.apiOrigins }),
      findActor: (bearer, request) =>
        findActor(ctx, bearer, request.hostname, isAgentCall() ? 'agents' : 'api'),
      countCall: (actor) => countCall(ctx, actor),
      endReason: (bearer, request) => findEndReason(ctx, bearer, request.hostname),
    },
  )
  addRequestWatch(server, metrics, tracing)
  addMetrics(server, { metrics, token })
  addHostGate(server, ctx)
  addPauseGate(server, ctx, pause)
  addBrandFiles(server, ctx)
  addTrainingFiles(server, ctx)
  for (const module of ctx.modules) module.publicPages?.(server, ctx)
  addWebhookReceivers(
    server,
    listParts(ctx, (module) => module.receivers?.(ctx)),
  )
  addAgentGuide(server, ctx)
  addMcp(server, ctx)
  await Promise.all([addApiDocs(server), addPages(server, ctx)])
  const probes = createProbes({ metrics, token, readiness: ctx.readiness })
  return { server, tlsAsk: createTlsAsk(ctx), probes }
}

/** The queue, the bus and the names; a silent database is given up after `silenceMs`. */
async function openConnections(
  { databaseUrl, silenceMs, queueTiming, roles }: StartOptions,
  log: Log,
  watch: Watch,
) {
  const bus = createLiveBus(databaseUrl, log, silenceMs)
  const queue = await createQueue(databaseUrl, {
    log,
    scheduler: roles.has('scheduler'),
    around: watch.job,
    silenceMs,
    ...(queueTiming && { timing: queueTiming }),
  })
  return { bus, queue }
}

/** This process's address: the origin of links while no URL is configured. */
function findAddress(http: FastifyInstance | undefined): string {
  const address = http?.server.address()
  return address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : 'http://127.0.0.1:3000'
}

/**
 * Background work of all modules, and of the program itself; the queue balances it across processes. Of a restored
 * installation it begins when somebody says so. Loops that have begun are added to `workers`.
 */
async function startWork(
  ctx: Context,
  options: StartOptions,
  pause: PauseWatch,
  workers: BackgroundWorker[],
): Promise<void> {
  const share = { worker: options.roles.has('worker'), scheduler: options.roles.has('scheduler') }
  const jobs = [
    ...listParts(ctx, (module) => module.jobs?.(ctx)),
    auditHeadJob(ctx, options.auditHeadTo ?? []),
    housekeepingJob(ctx),
  ]
  // Their queues exist from the start, so that calls can put jobs into them.
  if (pause.isPaused()) await ctx.queue.work(jobs, { worker: false, scheduler: false })
  if (!(await pause.ended)) return
  await ctx.queue.work(jobs, share)
  workers.push(...listParts(ctx, (module) => module.workers?.(ctx)))
  if (share.worker) for (const worker of workers) worker.start()
}

/** Starts work and waits until it has begun, but not for the end of a pause. */
async function beginWork(...given: Parameters<typeof startWork>): Promise<void> {
  const [, , pause] = given
  const begun = startWork(...given)
  if (!pause.isPaused()) await begun
}

/**
 * Builds the program on a migrated database and starts the requested roles. The caller starts listening. `close`
 * stops accepting requests, lets work stop at its next step and closes every connection.
 */
export async function startApp(options: StartOptions): Promise<RunningApp> {
  const watch = await createWatch(options.observe ?? {}, options.log)
  const { databaseUrl, silenceMs, secretKey } = options
  const database = openDatabase(databaseUrl, { log: options.log, silenceMs, ended: watch.query })
  const { db, pool } = database
  const errors = createAppErrors(db)
  const log = reportingLog(options.log, errors.reportServerError)
  bindAuditKeys(db, createAuditKeys(options.auditKeys ?? [secretKey]))
  const { bus, queue } = await openConnections(options, log, watch)
  const dns = nameService(options)
  const outside = connectOutside(options, dns, log)
  let http: FastifyInstance | undefined
  let drain: Drain | undefined
  const readiness = watch.watchReadiness(database, queue, options)
  const ctx: Context = {
    db,
    pool,
    log,
    errors,
    queue,
    bus,
    dns,
    secretKey,
    backups: createBackupKeeper(options),
    storage: openStorage(options),
    secretBox: createSecretBox(secretKey),
    pace: createPace(db),
    site: sitePlatform(options, () => findAddress(http)),
    readiness: async () => (drain?.isStopping() ? ['This process is stopping'] : readiness()),
    onRunEnded: watch.metrics.run,
    modules: MODULES,
    ...makeClients(options, outside, { db, dns, log }),
    ...readSettings(options),
  }
  const pause = await watchPause(db)
  const workers: BackgroundWorker[] = []
  await beginWork(ctx, options, pause, workers)
  const { server, tlsAsk, probes } = await buildServers(ctx, options, watch, pause)
  http = server
  const draining = addDrain(server, options.stop ?? STOP_TIMES)
  drain = draining

  /** Answers requests in progress, lets work stop at its next step and closes every connection, the database last. */
  async function close(): Promise<void> {
    pause.close()
    for (const module of MODULES) module.stop?.(ctx)
    await Promise.all([draining, tlsAsk, probes, ...workers].map((part) => part.close()))
    ctx.emailVerifier.close()
    await queue.close()
    dns.cancel()
    await Promise.all(MODULES.map((module) => module.close?.(ctx)))
    await Promise.all(Object.values(outside).map((part) => part.close()))
    await bus.close()
    await errors.settled()
    await database.close()
    await watch.tracing.close()
  }

  return { http: server, tlsAsk, probes, ctx, database, close }
}
