import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExternalServicesOptions } from '#server/app/external-services.ts'
import { type RunningApp, type StartOptions, startApp } from '#server/app/start.ts'
import type { ScheduleClock } from '#server/modules/prospecting/autopilots/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ProcessRole } from '#server/platform/env.ts'
import type { ObserveOptions } from '#server/platform/env-observe.ts'
import type { StopTimes } from '#server/platform/http/drain.ts'
import { createLog, type Log, silentLog } from '#server/platform/log.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'
import type { EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { type Call, createCall } from './call.ts'
import { createTestDatabase } from './database.ts'
import { createFactories, type Factories, type TestUser } from './factories.ts'
import { PATIENCE_MS } from './patience.ts'

/** After so long a run is read again without a message: one sent before the first read may be missed. */
const MESSAGE_LOST_MS = 250
/**
 * Jobs start by a message. Looking every 5 seconds for those whose message was lost, one query for each kind of job,
 * took a third of what a program uses that has nothing to do. A job that failed waits as long.
 */
const POLL_SECONDS = 20

import { TEST_SECRET_KEY } from './secret-key.ts'

export { TEST_SECRET_KEY }

export interface TestApp extends Factories {
  app: RunningApp
  databaseUrl: string
  /** Folder for files. */
  dataDir: string
  call: Call
  /**
   * Listens on this loopback port if it is free, otherwise on any free one; for browsers, commands and streams.
   * Calls after the first return the same address.
   */
  listen(port?: number): Promise<string>
  /** Waits until a run has ended and returns it. */
  finished(runId: number, as: TestUser): Promise<import('#contract/activity/runs.ts').Run>
  close(): Promise<void>
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function listenOn(http: RunningApp['http'], port: number): Promise<string> {
  await http.listen({ host: '127.0.0.1', port: port && (await isFree(port)) ? port : 0 })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

/**
 * The program on a separate database: web and worker, replies checked by the contract. Close it in `afterAll`. Without
 * the scheduler, so that no job starts because a minute has passed; tests call scheduled jobs themselves.
 * LOG_LEVEL=debug shows its log.
 */
export async function testApp(
  options: ExternalServicesOptions & {
    roles?: ProcessRole[]
    databaseUrl?: string
    /** The test's own folder, which the test deletes. */
    dataDir?: string
    trustProxy?: string[] | boolean
    apiOrigins?: StartOptions['apiOrigins']
    sources?: LeadSource[]
    emailVerifier?: EmailVerifier
    scheduleClock?: ScheduleClock
    clock?: Clock
    observe?: ObserveOptions
    /** Milliseconds until a database that does not answer is given up. */
    silenceMs?: number
    stop?: StopTimes
    backups?: StartOptions['backups']
    fileBucket?: StartOptions['fileBucket']
    /** Receives the program's log. */
    log?: Log
  } = {},
): Promise<TestApp> {
  const own = options.databaseUrl ? null : await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? (own?.url as string)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'test-data-')))
  if (!own) await migrateQueue(databaseUrl)
  const app = await startApp({
    ...options,
    databaseUrl,
    dataDir,
    secretKey: TEST_SECRET_KEY,
    queueTiming: { poll: POLL_SECONDS },
    roles: new Set(options.roles ?? ['web', 'worker']),
    trustProxy: options.trustProxy ?? false,
    log: options.log ?? (process.env.LOG_LEVEL ? createLog(process.env.LOG_LEVEL) : silentLog()),
    strictReplies: true,
    // A page that a test leaves open need not hold its end.
    stop: options.stop ?? { pauseMs: 0, limitMs: 1000 },
  })

  const call = createCall(app.http)
  const factories = createFactories(app)
  let address: Promise<string> | undefined
  return {
    ...factories,
    app,
    databaseUrl,
    dataDir,
    call,
    listen(port = 0) {
      address ??= listenOn(app.http, port)
      return address
    },
    async finished(runId, as) {
      const { run } = await import('#contract/activity/runs.ts')
      let wake = () => {}
      // Each read is a whole call, so one follows a change of the run instead of a short pause.
      const ignore = app.ctx.bus.subscribe(({ kind, id }) => {
        if (kind !== 'run' || id === runId) wake()
      })
      try {
        const startedAt = performance.now()
        while (performance.now() - startedAt < PATIENCE_MS) {
          const changed = new Promise<void>((resolve) => {
            wake = resolve
            setTimeout(resolve, MESSAGE_LOST_MS)
          })
          const answer = await call(run, { params: { id: runId } }, as)
          if (answer.status === 200 && answer.body.data.finished_at) return answer.body.data
          await changed
        }
      } finally {
        ignore()
      }
      throw new Error(`run ${runId} did not end`)
    },
    async close() {
      await app.close()
      await own?.drop()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
