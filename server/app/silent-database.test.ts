import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { me } from '#contract/identity/me.ts'
import { createList } from '#contract/leads/lists.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { withLongStatements } from '#server/platform/db/limited-client.ts'
import { readRows } from '#server/platform/db/read-batches.ts'
import { silentLog } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList, pauseUnlessAborted } from '#server/testing/fake-source.ts'
import { httpCall, runThat } from '#server/testing/http-call.ts'
import { type SilentProxy, startSilentProxy } from '#server/testing/silent-proxy.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runDoctor } from './doctor/run-doctor.ts'

const CLIENTS = 24
const LEADS = 60
/** Longer than any statement of these tests takes on a slow machine. */
const SILENCE_MS = 5000

let own: TestDatabase
let proxy: SilentProxy
let t: TestApp
let origin: string
let user: TestUser
const call = httpCall(() => origin)
beforeAll(async () => {
  own = await createTestDatabase()
  proxy = await startSilentProxy(own.url)
  t = await testApp({
    databaseUrl: proxy.url,
    silenceMs: SILENCE_MS,
    sources: [
      createFakeSource({ find: keyList, before: (_s, _o, signal) => pauseUnlessAborted(50, signal) }),
    ],
  })
  origin = await t.listen()
  user = await t.account({ credits: 1000 })
})
afterAll(async () => {
  await t?.close()
  await proxy?.close()
  await own?.drop()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers })
/** Calls until the answer is 200. */
async function callUntilServed(): Promise<void> {
  for (;;) {
    const { status } = await call(me, {}, user)
    if (status === 200) return
    expect(status).toBe(503)
    await pause(20)
  }
}

it('a database that goes silent under 24 callers and a run: both go on once new connections work', async () => {
  const search = { keywords: `0..${LEADS}` }
  const { body } = await t.call(createList, { body: { name: 'Long', type: 'local', search } }, user)
  const runId = body.data.run.id
  await runThat(t.call, runId, user, (run) => (run.counts.delivered ?? 0) > 0)
  proxy.silence()
  // All of them at once, so that each connection of the pool is waited for.
  const callers = Array.from({ length: CLIENTS }, () => callUntilServed())
  await expect.poll(() => t.app.database.pool.waitingCount).toBeGreaterThan(0)
  expect((await get('/healthz', { authorization: `Bearer ${user.token}` })).status).toBe(200)
  expect((await get('/readyz', { authorization: `Bearer ${user.token}` })).status).toBe(503)
  proxy.restore()
  await Promise.all(callers)
  expect(await t.finished(runId, user)).toMatchObject({ state: 'succeeded', counts: { delivered: LEADS } })
  // Discarded, not put back into the pools; neither the queue nor the bus holds on to its own.
  await expect.poll(() => proxy.stuck()).toBe(0)
})

it('events are heard again after their connection went silent', async () => {
  const heard: string[] = []
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  })
  const reading = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) heard.push(text)
  })().catch(() => {})
  const helloes = () => heard.join('').split('"hello"').length - 1
  await expect.poll(helloes).toBeGreaterThan(0)
  const before = helloes()
  proxy.silence()
  proxy.restore()
  await expect.poll(helloes).toBeGreaterThan(before)
  stop.abort()
  await reading
})

it('a reader in the middle of a stream gets an error, and its connection is not used again', async () => {
  const { db } = t.app.database
  const rows = db.selectFrom(sql<{ n: number }>`generate_series(1, 100000)`.as('n')).selectAll()
  const read = async () => {
    let count = 0
    for await (const _ of readRows(db, rows, 100)) {
      count += 1
      if (count === 100) proxy.silence()
    }
  }
  await expect(read()).rejects.toThrow('has not answered')
  proxy.restore()
  await expect.poll(() => proxy.stuck()).toBe(0)
  await callUntilServed()
})

it('cursors leave nothing on the connection that they share', async () => {
  const own = openDatabase(proxy.url, { log: silentLog(), max: 1 })
  const rows = own.db.selectFrom(sql<{ n: number }>`generate_series(1, 3)`.as('n')).selectAll()
  const listeners: number[] = []
  for (let round = 0; round < 3; round += 1) {
    for await (const _ of readRows(own.db, rows, 1)) break
    const client = await own.pool.connect()
    listeners.push((client as unknown as { connection: EventEmitter }).connection.listenerCount('end'))
    client.release()
  }
  expect(new Set(listeners).size).toBe(1)
  await own.close()
})

it('a statement that may take long is not cut off', async () => {
  const own = openDatabase(proxy.url, { log: silentLog(), max: 1, silenceMs: 1500 })
  const sleeping = () => sql`select pg_sleep(2.5)`.execute(own.db)
  await withLongStatements(sleeping)
  await expect(sleeping()).rejects.toThrow('has not answered')
  await own.close()
})

it('a reader may be slower than the database may be silent', async () => {
  const own = openDatabase(proxy.url, { log: silentLog(), max: 1, silenceMs: 1500 })
  const rows = own.db.selectFrom(sql<{ n: number }>`generate_series(1, 1000)`.as('n')).selectAll()
  let count = 0
  for await (const _ of readRows(own.db, rows, 100)) {
    count += 1
    if (count === 150) await sql`select pg_sleep(2.5)`.execute(t.app.database.db)
  }
  expect(count).toBe(1000)
  await own.close()
})

it('the doctor answers although the database does not', async () => {
  proxy.silence()
  const { checks } = await runDoctor(
    {
      DATA_DIR: t.dataDir,
      DATABASE_URL: proxy.url,
      SECRET_KEY: 'a key for tests only, never for real',
      DNS_SERVERS: '127.0.0.1:1',
      PORT: '1',
    },
    { databaseMs: 1000 },
  )
  proxy.restore()
  await callUntilServed()
  expect(checks.find(({ name }) => name === 'database')?.message).toContain('has not answered')
})
