import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { importBounces } from '#contract/prospecting/bounces.ts'
import { startVerification, verifications } from '#contract/prospecting/email-verification.ts'
import { findEmails, getEmployees } from '#contract/prospecting/enrichment.ts'
import { runWebsites } from '#contract/sources/websites.ts'
import { type Database, openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { createGate } from '#server/testing/gate.ts'
import {
  ended,
  httpCall,
  runThat,
  type Signed,
  signIn,
  startedImport,
  upload,
} from '#server/testing/http-call.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { endLeasesOfTheDead, PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { onePageCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'

const WEBSITES = 40
/** So many of them answer at once; the others wait until the program has been killed. */
const QUICK = 20
const CHECKED = 40
const STUCK = 6
const BOUNCES = 1500
/** `expect.poll`, which is patient by itself, works in tests only. */
const PATIENT = { timeout: PATIENCE_MS }

const domains = Array.from({ length: WEBSITES }, (_, index) => `firm-${index + 1}.example`)
const quick = domains.slice(0, QUICK)
const published = domains.flatMap((domain) => [`info@${domain}`, `anna.berger@${domain}`])
const checked = Array.from({ length: CHECKED }, (_, index) => `ann-${index}@quick.example`)
const stuck = Array.from({ length: STUCK }, (_, index) => `bob-${index}@stuck.example`)
const gone = Array.from({ length: BOUNCES }, (_, index) => `gone-${index}@bounced.example`)
/** Of the report's rows, so many were bought: half in its first part, half in its last. */
const bounced = [...quick.slice(0, 5), ...quick.slice(5, 10)].map((domain) => `info@${domain}`)

let database: TestDatabase
let own: Database
let program: Program
let websites: SampleWebsites
let smtp: FakeSmtp
let silent: FakeSmtp
let admin: Signed & { accountId: number }
const gate = createGate()
const call = httpCall(() => program.url)

beforeAll(async () => {
  database = await createTestDatabase()
  own = openDatabase(database.url, { log: silentLog() })
  const accepted = [...published, ...checked]
  smtp = await startFakeSmtp({
    rcpt: Object.fromEntries(accepted.map((address) => [address, '250 2.1.5 Ok'])),
  })
  silent = await startFakeSmtp({
    rcpt: Object.fromEntries(stuck.map((address) => [address, '250 2.1.5 Ok'])),
    hangAt: 'banner',
  })
  websites = await startSampleWebsites(
    Object.fromEntries(
      domains.map((domain, index) => {
        const html = onePageCompany(domain)
        return [domain, { '/': index < QUICK ? html : gate.behind(html) }]
      }),
    ),
  )
  program = await startProgram({
    DATABASE_URL: database.url,
    HOST_MAP: websites.hostMap,
    MX_MAP: [
      ...[...domains, 'quick.example'].map((domain) => `${domain}=${smtp.address}`),
      `stuck.example=${silent.address}`,
    ].join(','),
    CRAWL_DELAY_MS: '0',
  })
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(async () => {
  await program?.remove()
  await own?.close()
  await Promise.all([websites?.close(), smtp?.close(), silent?.close()])
  await database?.drop()
})

/** The firms as leads of a local list. */
async function firms(): Promise<number> {
  const csv = [
    'id,name,category,lat,lon,website',
    ...domains.map((d, i) => `${i},Firm ${i},brewery,45,-120,https://${d}`),
  ]
  const imported = await startedImport(program.url, admin, csv.join('\n'))
  await ended(call, imported.body.data.id, admin)
  const search = { category: 'brewery', near: { lat: 45, lon: -120 }, radius_km: 10 }
  const list = await call(createList, { body: { name: 'Firms', type: 'local', search } }, admin)
  expect(await ended(call, list.body.data.run.id, admin)).toMatchObject({ cost: WEBSITES })
  return list.body.data.id
}

interface Runs {
  search: number
  searchList: number
  emails: number
  emailList: number
  people: number
  peopleList: number
  verify: number
  bounces: number
}

/** Starts one run of each kind. Each of them comes as far as others let it. */
async function startAll(): Promise<Runs> {
  const emailList = await firms()
  const body = { name: 'Domains', type: 'single' as const, search: { domains, max_emails: 10 } }
  const search = await call(createList, { body }, admin)
  const where = { params: { type: 'local' as const, id: emailList } }
  const selection = { filters: {} }
  const emails = await call(findEmails, { ...where, body: { selection } }, admin)
  const people = await call(
    getEmployees,
    { ...where, body: { selection, with_emails: true, max_people: 5 } },
    admin,
  )
  const verify = await call(startVerification, { body: { emails: [...checked, ...stuck] } }, admin)
  for (const answer of [search, emails, people, verify])
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return {
    search: search.body.data.run.id,
    searchList: search.body.data.id,
    emails: emails.body.data.run.id,
    emailList,
    people: people.body.data.run.id,
    peopleList: people.body.data.list_id,
    verify: verify.body.data.id,
    bounces: 0,
  }
}

/** Starts a report of bounces that stands still at its third part: a row that it needs is held by `holder`. */
async function startBounces(holder: pg.Client): Promise<number> {
  await holder.query(
    `insert into email_verification (account_id, address, state, reason) values ($1, $2, 'valid', 'mailbox_accepted')`,
    [admin.accountId, gone[1200]],
  )
  await holder.query('begin')
  await holder.query('select from email_verification where address = $1 for update', [gone[1200]])
  const rows = ['email', ...bounced.slice(0, 5), ...gone, ...bounced.slice(5)]
  const body = { upload_id: await upload(program.url, admin, rows.join('\n'), 'bounces.csv') }
  const answer = await call(importBounces, { body }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  await runThat(call, answer.body.data.id, admin, (run) => (run.counts.received ?? 0) >= 1000)
  return answer.body.data.id
}

const rowsOf = async (type: 'single' | 'local' | 'people', id: number) => {
  const { body } = await call(leads, { params: { type, id }, body: { limit: 200 } }, admin)
  return body.data
}

describe('kill -9 amid runs that read websites, ask mail servers and record bounces', () => {
  let runs: Runs
  let seen: string[]
  let requested: string[]
  /** Runs that were under way when the program was killed. */
  let unfinished: string[]
  /** How far the search for each lead's email was then. */
  let searches: unknown[]

  beforeAll(async () => {
    runs = await startAll()
    for (const id of [runs.search, runs.emails, runs.people])
      await runThat(call, id, admin, (run) => run.done === QUICK)
    const known = async () =>
      (await call(verifications, { query: { search: '@quick.example' } }, admin)).body.total
    await vi.waitFor(async () => expect(await known()).toBe(CHECKED), PATIENT)
    await vi.waitFor(() => expect(silent.sessions.length).toBeGreaterThan(0), PATIENT)
    const holder = new pg.Client(database.url)
    await holder.connect()
    runs.bounces = await startBounces(holder)

    await program.kill()
    seen = [...websites.requests]
    requested = smtp.recipients()
    await holder.query('rollback')
    await holder.end()
    delete silent.script.hangAt
    gate.open()
    await program.start()
    const ids = [runs.search, runs.emails, runs.people, runs.verify, runs.bounces]
    const shown = await Promise.all(ids.map((id) => call(showRun, { params: { id } }, admin)))
    unfinished = shown.map(({ body }) => body.data.state)
    searches = (await rowsOf('local', runs.emailList)).map(({ values }) => values.email_search)
    await endLeasesOfTheDead(database.url)
  })

  it('leaves them unfinished, and the next start continues with all', () => {
    expect(unfinished).toEqual(Array(5).fill('running'))
  })

  it('search by domain: each website and each lead is there once', async () => {
    const run = await ended(call, runs.search, admin)
    expect(run).toMatchObject({
      state: 'succeeded',
      done: WEBSITES,
      reserved: 0,
      counts: { delivered: published.length, already_in_list: 0 },
    })
    const visits = await call(runWebsites, { params: { id: runs.search }, query: { limit: 200 } }, admin)
    expect(visits.body.data.map(({ domain }) => domain).sort()).toEqual([...domains].sort())
    expect(new Set(visits.body.data.map(({ state }) => state))).toEqual(new Set(['done']))
    const rows = await rowsOf('single', runs.searchList)
    expect(rows.map(({ values }) => values.email).sort()).toEqual([...published].sort())
  })

  it('finding emails: each firm has its address, and none waits for ever', async () => {
    const run = await ended(call, runs.emails, admin)
    const counts = { found: WEBSITES, failed: 0, not_tried: 0 }
    expect(run).toMatchObject({ state: 'succeeded', done: WEBSITES, total: WEBSITES, counts })
    expect(searches.filter((search) => search === 'found')).toHaveLength(QUICK)
    expect(searches.filter((search) => search === 'queued' || search === 'running')).toHaveLength(
      WEBSITES - QUICK,
    )
    const rows = await rowsOf('local', runs.emailList)
    expect(new Set(rows.map(({ values }) => values.email_search))).toEqual(new Set(['found']))
    expect(rows.map(({ values }) => values.email).sort()).toEqual(domains.map((d) => `info@${d}`).sort())
  })

  it('the people of firms: each is there once', async () => {
    const run = await ended(call, runs.people, admin)
    const counts = { people: WEBSITES, emails: WEBSITES, already_in_list: 0, failed: 0 }
    expect(run).toMatchObject({ state: 'succeeded', done: WEBSITES, counts })
    const rows = await rowsOf('people', runs.peopleList)
    expect(rows.map(({ values }) => values.email).sort()).toEqual(
      domains.map((d) => `anna.berger@${d}`).sort(),
    )
  })

  it('checking addresses: each has its answer, and nobody is asked again about those that had one', async () => {
    const run = await ended(call, runs.verify, admin)
    const all = CHECKED + STUCK
    expect(run).toMatchObject({ state: 'succeeded', done: all, total: all, counts: { valid: all } })
    const times = (address: string) => smtp.recipients().filter((one) => one === address).length
    for (const address of checked) expect(times(address), address).toBe(1)
  })

  it('recording bounces: each is recorded once, and what was paid is refunded once', async () => {
    const run = await ended(call, runs.bounces, admin)
    const rows = BOUNCES + bounced.length
    expect(run).toMatchObject({
      state: 'succeeded',
      counts: { received: rows, hard: rows, repeated: 0, rejected: 0, refunded: bounced.length },
    })
  })

  it('reads no website again that was done, and charges no address twice', async () => {
    const ids = [runs.search, runs.emails, runs.people]
    const ends = await Promise.all(ids.map((id) => ended(call, id, admin)))
    await ended(call, runs.bounces, admin)
    const later = websites.requests.slice(seen.length)
    const second = later.filter((request) => quick.some((domain) => request.startsWith(`${domain}/`)))
    expect(second).toEqual([])
    // Each of the three runs reads each of the others to its end, once.
    expect(later.filter((request) => request === `${domains[QUICK]}/`)).toHaveLength(3)
    expect(requested.filter((address) => published.includes(address)).length).toBeGreaterThan(0)
    expect(ends.reduce((sum, run) => sum + run.cost, 0)).toBe(published.length)
    await expectSettledBooks(own.db, admin.accountId)
  })
})
