import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveEvent, liveEvents } from '#contract/activity/runs.ts'
import { me } from '#contract/identity/me.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, renameList, showList } from '#contract/leads/lists.ts'
import { bounces, reportBounces } from '#contract/prospecting/bounces.ts'
import { runWebsites } from '#contract/sources/websites.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { isCluster, startOnCluster } from '#server/testing/cluster.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList, pauseUnlessAborted } from '#server/testing/fake-source.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { createGate } from '#server/testing/gate.ts'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, httpCall, runThat, startedImport } from '#server/testing/http-call.ts'
import { onePageCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const LEADS = 200
const ROWS = 4000
/** Pause between two calls of one caller: at seven callers, calls are in progress at any time. */
const BETWEEN_MS = 10
const WRITERS = 4

const MODES = ['fast', 'immediate'] as const
/** Websites of a search; half of them respond only when PostgreSQL is back. */
const WEBSITES = 24
const websitesOf = (mode: string) =>
  Array.from({ length: WEBSITES }, (_, index) => `${mode}-${index}.example`)
const gates = { fast: createGate(), immediate: createGate() }

let folder: string
let websites: SampleWebsites
let postgres: Pick<EmbeddedPostgres, 'url' | 'restart' | 'stop'>
let t: TestApp
let origin: string
const call = httpCall(() => origin)
const source = createFakeSource({
  find: keyList,
  before: (_search, _offset, signal) => pauseUnlessAborted(20, signal),
})

beforeAll(async () => {
  // Not a throwaway cluster: this one syncs to the disk, as in production.
  folder = mkdtempSync(join(tmpdir(), 'leadwright-outage-'))
  chmodSync(folder, 0o711)
  postgres = isCluster ? await startOnCluster() : await startEmbeddedPostgres({ dataDir: folder })
  await migrate(postgres.url)
  websites = await startSampleWebsites(
    Object.fromEntries(
      MODES.flatMap((mode) =>
        websitesOf(mode).map((domain, index) => {
          const html = onePageCompany(domain)
          return [domain, { '/': index < WEBSITES / 2 ? html : gates[mode].behind(html) }]
        }),
      ),
    ),
  )
  t = await testApp({
    databaseUrl: postgres.url,
    sources: [source],
    hostMap: websites.hostMap,
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
    crawl: { delayMs: 0 },
  })
  origin = await t.listen()
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

type Reply = { status: number; headers: Record<string, string>; error: unknown }

/** While the database is down, a call may only report that: never an internal error, never "sign in again". */
function expectUnavailable(answer: Reply): void {
  expect([200, 201, 503], JSON.stringify(answer.error)).toContain(answer.status)
  if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

/** Calls repeatedly until stopped, and counts the replies. */
function callRepeatedly(work: () => Promise<Reply>) {
  const seen = { done: 0, refused: 0 }
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      const answer = await work()
      expectUnavailable(answer)
      if (answer.status === 503) {
        seen.refused += 1
      } else seen.done += 1
      await pause(BETWEEN_MS)
    }
  })()
  return {
    seen,
    async stop() {
      stopped = true
      await loop
    },
  }
}

async function newList(user: TestUser): Promise<number> {
  const search = { keywords: '0..1' }
  const answer = await t.call(createList, { body: { name: 'Written', type: 'local', search } }, user)
  await t.finished(answer.body.data.run.id, user)
  return answer.body.data.id
}

/** Renames one list again and again; the numbered name shows which writes are stored. */
async function listWriter(user: TestUser) {
  const id = await newList(user)
  let tried = 0
  let acknowledged = 0
  const load = callRepeatedly(async () => {
    tried += 1
    const answer = await call(renameList, { params: { id }, body: { name: `Name ${tried}` } }, user)
    if (answer.status === 200) acknowledged = tried
    return answer
  })
  return {
    ...load,
    async expectStored() {
      const { body } = await call(showList, { params: { id } }, user)
      const stored = Number(body.data.name.split(' ')[1])
      // An unacknowledged write may have been stored.
      expect(stored).toBeGreaterThanOrEqual(acknowledged)
      expect(stored).toBeLessThanOrEqual(tried)
    },
  }
}

/** Creates a record with every call. */
function maker(user: TestUser) {
  const made: string[] = []
  const load = callRepeatedly(async () => {
    const email = `${randomUUID()}@a.example`
    const answer = await call(reportBounces, { body: { bounces: [{ email, kind: 'soft' }] } }, user)
    if (answer.status === 200) made.push(email)
    return answer
  })
  return {
    ...load,
    async expectStored() {
      for (const search of made)
        expect((await call(bounces, { query: { search } }, user)).body.total, search).toBe(1)
    },
  }
}

/** Reads live events like a browser. */
async function listener(user: TestUser) {
  const events: LiveEvent[] = []
  const stop = new AbortController()
  const response = await fetch(`${origin}${liveEvents.path}`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  })
  const reading = (async () => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() as string
      events.push(...lines.map((line) => JSON.parse(line) as LiveEvent))
    }
  })().catch(() => {})
  return {
    events,
    async stop() {
      stop.abort()
      await reading
    },
  }
}

/** A caller who waits as long as the reply says succeeds on the second attempt. */
async function expectBackAfterOneWait(user: TestUser): Promise<void> {
  const first = await call(me, {}, user)
  expectUnavailable(first)
  if (first.status === 503) await pause(Number(first.headers['retry-after']) * 1000)
  expect((await call(me, {}, user)).status).toBe(200)
}

describe.each(MODES)('PostgreSQL restarted (%s)', (mode) => {
  it('under load: loses no write, continues the work and signs nobody out', async () => {
    const admin = await t.admin()
    const user = await t.account({ credits: 1000 })
    const events = await listener(user)
    const search = { keywords: `0..${LEADS}` }
    const searching = await call(createList, { body: { name: 'Long', type: 'local', search } }, user)
    const importing = await startedImport(
      origin,
      admin,
      generatedPlaces({ rows: ROWS, prefix: mode, raggedEvery: ROWS / 2 }),
      { source: mode },
    )
    const writers = await Promise.all([
      ...Array.from({ length: WRITERS }, () => listWriter(user)),
      maker(user),
      { ...callRepeatedly(() => call(me, {}, user)), expectStored: async () => {} },
    ])
    const searchId = searching.body.data.run.id
    await runThat(t.call, searchId, user, (run) => (run.counts.delivered ?? 0) >= 50)

    const helloes = () => events.events.filter((event) => event.type === 'hello').length
    const before = helloes()
    await postgres.restart(mode)
    await expectBackAfterOneWait(user)
    await expect.poll(helloes).toBeGreaterThan(before)
    const received = events.events.length
    for (const writer of writers) await writer.stop()

    const run = await ended(call, searchId, user)
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: LEADS,
      counts: { delivered: LEADS, charged: LEADS },
    })
    expect(await ended(call, importing.body.data.id, admin)).toMatchObject({
      state: 'succeeded',
      counts: { imported: ROWS - 2, updated: 0, unchanged: 0, rejected: 2 },
    })
    for (const writer of writers) {
      expect(writer.seen.done).toBeGreaterThan(0)
      await writer.expectStored()
    }
    expect(writers.some((writer) => writer.seen.refused > 0)).toBe(true)
    const ends = events.events
      .slice(received)
      .filter((event) => event.type === 'run' && event.run.finished_at)
    expect(ends.length).toBeGreaterThan(0)
    await events.stop()
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('during a search by domain: reads each website completely and charges each address once', async () => {
    const user = await t.account({ credits: 1000 })
    const domains = websitesOf(mode)
    const search = { domains, max_emails: 5 }
    const { body } = await t.call(createList, { body: { name: 'Domains', type: 'single', search } }, user)
    const { id, run } = body.data
    await runThat(t.call, run.id, user, (now) => now.done === WEBSITES / 2)
    await expect.poll(() => gates[mode].waiting()).toBe(WEBSITES / 2)
    const seen = websites.requests.length
    await postgres.restart(mode)
    gates[mode].open()
    expect(await ended(call, run.id, user)).toMatchObject({
      state: 'succeeded',
      done: WEBSITES,
      cost: 2 * WEBSITES,
      counts: { delivered: 2 * WEBSITES, charged: 2 * WEBSITES },
    })
    const visits = await call(runWebsites, { params: { id: run.id }, query: { limit: 200 } }, user)
    expect(visits.body.data.map(({ state }) => state)).toEqual(Array(WEBSITES).fill('done'))
    const rows = await call(leads, { params: { type: 'single', id }, body: { limit: 200 } }, user)
    expect(new Set(rows.body.data.map(({ values }) => values.email)).size).toBe(2 * WEBSITES)
    const done = domains.slice(0, WEBSITES / 2)
    const second = websites.requests
      .slice(seen)
      .filter((request) => done.includes(request.split('/')[0] as string))
    expect(second).toEqual([])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('while idle: the next calls work', async () => {
    const user = await t.account({ credits: 10 })
    const id = await newList(user)
    await postgres.restart(mode)
    await expectBackAfterOneWait(user)
    const answer = await call(renameList, { params: { id }, body: { name: 'After' } }, user)
    expect(answer.status).toBe(200)
    const second = await call(
      createList,
      { body: { name: 'New', type: 'local', search: { keywords: '0..5' } } },
      user,
    )
    expect(await ended(call, second.body.data.run.id, user)).toMatchObject({ state: 'succeeded', cost: 4 })
  })
})
