import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { type RunningApp, startApp } from '#server/app/start.ts'
import type { ProcessRole } from '#server/platform/env.ts'
import { createLog, silentLog } from '#server/platform/log.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'
import { createTestDatabase } from './database.ts'
import { createFactories, type Factories, type TestUser } from './factories.ts'

/** What a call answered. `body` has the reply's type; on an error it is the error body. */
export interface Answer<E extends Endpoint> {
  status: number
  body: Reply<E>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into error bodies freely
  error: any
  headers: Record<string, string>
}

export interface TestApp extends Factories {
  app: RunningApp
  databaseUrl: string
  /** Calls an endpoint through its contract, over HTTP inside the process. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: Partial<CallInput<E>>,
    as?: TestUser | null,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<Answer<E>>
  /** Listens on a free loopback port; for browsers, commands and streams. */
  listen(): Promise<string>
  /** Waits until a run has ended and answers it. */
  finished(runId: number, as: TestUser): Promise<import('#contract/runs.ts').Run>
  close(): Promise<void>
}

/**
 * The whole program on its own database: every role, replies checked by the contract. Close it in `afterAll`.
 * LOG_LEVEL=debug shows what it logs.
 */
export async function testApp(
  options: { roles?: ProcessRole[]; databaseUrl?: string } = {},
): Promise<TestApp> {
  const own = options.databaseUrl ? null : await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? (own?.url as string)
  const dataDir = await mkdtemp(join(tmpdir(), 'test-data-'))
  await migrateQueue(databaseUrl)
  const app = await startApp({
    databaseUrl,
    dataDir,
    secretKey: 'a key for tests only, never for real',
    roles: new Set(options.roles ?? ['web', 'worker', 'scheduler']),
    trustProxy: false,
    log: process.env.LOG_LEVEL ? createLog(process.env.LOG_LEVEL) : silentLog(),
    checkReplies: true,
  })

  const call: TestApp['call'] = async (endpoint, input = {}, as = null, extra = {}) => {
    const given = input as { params?: object; query?: object; body?: unknown }
    const response = await app.http.inject({
      method: endpoint.method,
      url: buildPath(endpoint.path, given.params as never, given.query as never),
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(extra.key && { 'idempotency-key': extra.key }),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
        ...extra.headers,
      },
      ...(given.body !== undefined && { payload: JSON.stringify(given.body) }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('application/json')
    const body = isJson && response.body ? JSON.parse(response.body) : response.body
    return {
      status: response.statusCode,
      body,
      error: body,
      headers: response.headers as Record<string, string>,
    }
  }

  const factories = createFactories(app, call)
  return {
    ...factories,
    app,
    databaseUrl,
    call,
    async listen() {
      await app.http.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
    },
    async finished(runId, as) {
      const { run } = await import('#contract/runs.ts')
      for (let tries = 0; tries < 600; tries += 1) {
        const answer = await call(run, { params: { id: runId } }, as)
        if (answer.status === 200 && answer.body.data.finished_at) return answer.body.data
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`run ${runId} did not end within 30 seconds`)
    },
    async close() {
      await app.close()
      await own?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
