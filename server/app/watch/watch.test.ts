import { text } from 'node:stream/consumers'
import { CompiledQuery, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/observe/metrics.ts'
import { createWorkLoop } from '#server/platform/queue/work-loop.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runDoctor } from '../doctor/run-doctor.ts'
import { createProbes } from './add-metrics.ts'
import { databaseMeasures } from './measures.ts'
import { createReadiness } from './readiness.ts'

const TOKEN = 'a-token-for-scrapers'

let t: TestApp
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  t = await testApp({ observe: { slowQueryMs: 200 }, log })
})
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) => t.app.http.inject({ url, headers })
const db = () => t.app.database.db

describe('metrics', () => {
  it('count requests by route, jobs and runs, and read the rest from the database', async () => {
    const user = await t.account()
    const search = { source: 'sample', near: { lat: 10, lon: 10 }, radius_km: 20 } as const
    const body = { name: 'Watched', type: 'local', search, limit: 3 } as const
    const started = await t.call(createList, { body }, user)
    await t.finished(started.body.data.run.id, user)
    await get('/api/runs/123456789')
    const { body: shown, headers } = await get('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    const value = (series: string) =>
      shown
        .split('\n')
        .find((line) => line.startsWith(`leadwright_${series} `))
        ?.split(' ')[1]
    expect(value('http_requests_total{method="GET",route="/api/runs/:id",status="401"}')).toBe('1')
    expect(shown).not.toContain('123456789')
    expect(value('runs_total{kind="search",state="succeeded"}')).toBe('1')
    expect(value('ledger_drift_credits')).toBe('0')
    expect(value('audit_broken')).toBe('0')
    await expect
      .poll(async () => (await get('/metrics')).body)
      .toContain('jobs_total{job="run-execute",outcome="done"} 1')
    expect(shown.match(/measure_failed\{.*\} 1/g)).toBeNull()
  })

  it('are limited to this machine or, with a token, to requests that have it', async () => {
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
    const outside = await t.app.http.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
    expect(outside.statusCode).toBe(404)
    const probes = createProbes({
      metrics: createMetrics(silentLog()),
      token: TOKEN,
      readiness: async () => ['Not yet'],
    })
    const send = async (authorization?: string) =>
      (await probes.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode
    expect([await send(), await send('Bearer another'), await send(`Bearer ${TOKEN}`)]).toEqual([
      401, 401, 200,
    ])
    expect((await probes.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await probes.inject('/readyz')
    expect([ready.statusCode, ready.json().message]).toEqual([503, 'Not yet'])
    await probes.close()
  })

  it('show a balance that its transactions do not explain', async () => {
    const user = await t.account({ credits: 5 })
    await sql`update wallet set available = available + 1 where account_id = ${user.accountId}`.execute(db())
    const books = await databaseMeasures(db()).books?.()
    const wrong = books?.find(({ name }) => name === 'ledger_wrong_accounts')
    expect(wrong?.values).toEqual([{ value: 1 }])
    await sql`update wallet set available = available - 1 where account_id = ${user.accountId}`.execute(db())
  })

  it('skip what cannot be read', async () => {
    const metrics = createMetrics(silentLog())
    metrics.measure('broken', 0, () => Promise.reject(new Error('no')))
    metrics.measure('fine', 0, async () => [{ name: 'fine', help: 'Fine', values: [{ value: 7 }] }])
    const shown = (await metrics.text()).text
    expect(shown).toContain('leadwright_fine 7')
    expect(shown).toContain('leadwright_measure_failed{measure="broken"} 1')
  })
})

describe('readiness', () => {
  const readiness = (handle = db(), silentForMs = 60_000) =>
    createReadiness({ db: handle, silentJobs: () => [], silentForMs })()

  it('needs every migration', async () => {
    expect(await readiness()).toEqual([])
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
    const { rows } = await sql<{ name: string; timestamp: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`.execute(
      db(),
    )
    expect(await readiness()).toEqual(['1 migrations have not run yet'])
    await sql`insert into kysely_migration values (${rows[0]?.name}, ${rows[0]?.timestamp})`.execute(db())
  })

  it('needs the database', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog(), max: 1 })
    expect(await readiness(away.db)).toEqual(['The database can’t be reached right now'])
    await away.close()
  })

  it('needs running polling loops', async () => {
    let release = () => {}
    const hanging = new Promise<never[]>((resolve) => {
      release = () => resolve([])
    })
    const loop = createWorkLoop<string>({
      log: silentLog(),
      name: 'a loop that hangs',
      pollMs: 1,
      places: 1,
      key: (item) => item,
      find: () => hanging,
      work: async () => {},
    })
    loop.start()
    await expect.poll(() => readiness(db(), 20)).toEqual([expect.stringContaining('a loop that hangs')])
    release()
    await loop.close()
    expect((await readiness(db(), 60_000)).join()).not.toContain('a loop that hangs')
  })
})

it('logs a slow query without its values', async () => {
  lines.length = 0
  // The driver gets a prepared statement as an object instead of text.
  const prepared = { name: 'slow', text: 'select pg_sleep(0.25) as prepared' } as unknown as string
  await db().executeQuery(CompiledQuery.raw(prepared))
  expect(lines.join()).toContain('as prepared')
  await sql`select pg_sleep(0.25), ${'a private value'}::text`.execute(db())
  const slow = lines
    .map((line) => JSON.parse(line))
    .find(({ msg, sql }) => msg === 'slow query' && !sql.includes('prepared'))
  expect(slow.sql).toContain('select pg_sleep')
  expect(slow.ms).toBeGreaterThan(199)
  expect(lines.join()).not.toContain('a private value')
})

it('sends the trace of a request with its queries to the collector', async () => {
  const received: { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] }[] = []
  const collector = await startLocalServer(async (request, response) => {
    received.push(JSON.parse(await text(request)))
    response.end('{}')
  })
  const own = await testApp({ roles: ['web'], observe: { traceEndpoint: collector.url } })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await own.app.http.inject({
    url: '/readyz',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  await own.close()
  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const request = spans.find(({ name }) => name === 'GET /readyz')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(queries.map(({ name }) => name)).toContain('select')
})

/** What the doctor says about a program, without its surroundings. */
const doctorOf = ({ dataDir, databaseUrl }: TestApp, variables: Record<string, string> = {}) =>
  runDoctor({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests only, never for real',
    DNS_SERVERS: '127.0.0.1:1',
    PORT: '1',
    ...variables,
  })

it.each([
  [90, 'ok', 'No job or run waits longer than it should'],
  [185, 'problem', 'A job or run has waited for 3 minutes'],
] as const)(
  'the doctor about a run without a worker for %i seconds: %s',
  async (seconds, status, message) => {
    const idle = await testApp({ roles: ['web'] })
    const user = await idle.account()
    const search = { source: 'sample', near: { lat: 10, lon: 10 }, radius_km: 20 } as const
    await idle.call(createList, { body: { name: 'Waiting', type: 'local', search, limit: 3 } }, user)
    await sql`update run set lease_until = now() - make_interval(secs => ${seconds})`.execute(
      idle.app.database.db,
    )
    const { checks } = await doctorOf(idle)
    expect(checks.find(({ name }) => name === 'background work')).toMatchObject({ status, message })
    await idle.close()
  },
)

it('the doctor names each problem and its fix', async () => {
  const silent = await startLocalServer((_request, response) => response.end())
  const send = async (variables: Record<string, string> = {}) => {
    const { ok, checks } = await doctorOf(t, variables)
    const wrong = checks.filter(({ status }) => status === 'problem')
    return { ok, names: wrong.map(({ name }) => name), text: JSON.stringify(wrong) }
  }
  expect(await send()).toMatchObject({ names: [], ok: true })
  expect((await send({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })).names).toEqual(['database'])
  expect((await send({ PORT: 'many' })).text).toContain('PORT')
  const outside = await send({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://leads.example' })
  expect(outside.names).toEqual(['mail', 'dns'])
  expect((await send({ PORT: String(silent.port), BACKUP_DIR: '/nowhere/at/all' })).names).toEqual([
    'backups',
  ])
})
