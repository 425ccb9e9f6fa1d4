import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun, type Run, run as showRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import type { SingleSearch } from '#contract/leads/list-types/single.ts'
import { createList } from '#contract/leads/lists.ts'
import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import { setMemberCap } from '#server/modules/accounts/wallet/index.ts'
import { retryDueAddresses } from '#server/modules/prospecting/email-verification/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { createGate } from '#server/testing/gate.ts'
import { onePageCompany } from '#server/testing/sample-company.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { RECIPIENT_REPLIES } from '#server/testing/smtp-replies.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const MB = 1_000_000
/** Of pages that no limit cuts: `server/website-reader/hostile-pages.test.ts` reads them at full size. */
const PAGE_CHARS = 200_000
const html = { 'content-type': 'text/html; charset=utf-8' }
const mailOf = (domain: string): string => `<p><a href="mailto:info@${domain}">info@${domain}</a></p>`
const filled = (text: string): string => text.repeat(Math.ceil(PAGE_CHARS / text.length)).slice(0, PAGE_CHARS)
const redirect =
  (location: string): SamplePage =>
  (_request, response) =>
    void response.writeHead(302, { location }).end()
const drip: SamplePage = (_request, response) => {
  response.writeHead(200, html)
  const timer = setInterval(() => response.write('x'), 1000)
  response.on('close', () => clearInterval(timer))
}
const hang: SamplePage = () => {}
/** Sends an endless response, as fast as it is read. */
function pour(response: ServerResponse, chunk: Buffer): void {
  response.on('error', () => {})
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

/** Twenty megabytes of nothing behind an address, in twenty kilobytes. */
const BOMB = gzipSync(Buffer.concat([Buffer.from(mailOf('gzip-bomb.example')), Buffer.alloc(20 * MB, ' ')]))

/** Hostile websites; all but the last ones have an address on their first page. */
const HOSTILE: Record<string, { page: SamplePage; problem: string | null; addresses: number }> = {
  'loops.example': { page: redirect('/'), problem: 'http_error', addresses: 0 },
  'chain.example': { page: redirect('/again'), problem: 'http_error', addresses: 0 },
  'to-loopback.example': { page: redirect('http://127.0.0.1:1/'), problem: 'moved_elsewhere', addresses: 0 },
  'to-metadata.example': {
    page: redirect('http://169.254.169.254/latest/meta-data/'),
    problem: 'moved_elsewhere',
    addresses: 0,
  },
  'to-v6.example': { page: redirect('http://[::1]/'), problem: 'moved_elsewhere', addresses: 0 },
  'to-other.example': {
    page: redirect('https://elsewhere.example/'),
    problem: 'moved_elsewhere',
    addresses: 0,
  },
  'endless.example': {
    page(_request, response) {
      response.writeHead(200, html)
      response.write(mailOf('endless.example'))
      pour(response, Buffer.alloc(65_536, 'word '))
    },
    problem: null,
    addresses: 1,
  },
  'gzip-bomb.example': {
    page(_request, response) {
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
      response.end(BOMB)
    },
    problem: null,
    addresses: 1,
  },
  'charset.example': {
    page(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-16' })
      response.end(`<meta charset="utf-8">${mailOf('charset.example')}`)
    },
    problem: null,
    addresses: 0,
  },
  'one-line.example': { page: `${mailOf('one-line.example')}${filled('word')}`, problem: null, addresses: 1 },
  'open-tags.example': {
    page: `${mailOf('open-tags.example')}${'<div>'.repeat(PAGE_CHARS / 5)}`,
    problem: null,
    addresses: 1,
  },
  'names.example': {
    page: `${mailOf('names.example')}${filled('Anna Berger<br>')}`,
    problem: null,
    addresses: 1,
  },
  'signs.example': {
    page: `${mailOf('signs.example')}<p>${filled('a (at) b (dot) ')}`,
    problem: null,
    addresses: 1,
  },
  'digits.example': {
    page: `${mailOf('digits.example')}<p>${filled('+1 202-555-01431 ')}`,
    problem: null,
    addresses: 1,
  },
}
/** Replies 450, 550 and so on about info@, which exists, and nothing clear about others. */
const UNCLEAR = [
  ...[
    'greylisted',
    'temporary',
    'blocked',
    'relay_denied',
    'wants_sign_in',
    'sender_refused',
    'rejected',
    'full',
  ],
] as const

let t: TestApp
let websites: SampleWebsites
let smtp: FakeSmtp
let tarpit: FakeSmtp
let dns: FakeDns
const many = Array.from({ length: 24 }, (_, index) => `many-${index}.example`)
const gate = createGate()
/** Answer only when the gate is open. */
const later = Array.from({ length: 20 }, (_, index) => `later-${index}.example`)
const shared = Array.from({ length: 8 }, (_, index) => `shared-${index}.example`)
const replied = (UNCLEAR as readonly (keyof typeof RECIPIENT_REPLIES)[]).flatMap((kind) =>
  // Two of each kind: the verifier's tests read every wording.
  RECIPIENT_REPLIES[kind].slice(0, 2).map((reply, index) => ({
    reply,
    kind,
    domain: `${kind.replaceAll('_', '-')}-${index}.example`,
  })),
)

beforeAll(async () => {
  smtp = await startFakeSmtp({
    rcpt: {
      ...Object.fromEntries(replied.map(({ domain, reply }) => [`info@${domain}`, reply])),
      ...Object.fromEntries(
        shared.flatMap((domain) =>
          [`info@${domain}`, `anna.berger@${domain}`].map((a) => [a, '250 2.1.5 Ok']),
        ),
      ),
    },
  })
  tarpit = await startFakeSmtp({ tarpitMs: 1000 })
  dns = await startFakeDns({ 'silent.example': { fail: 'timeout' } })
  const pages: Record<string, Record<string, SamplePage>> = {
    'drips.example': { '/': drip },
    'hangs.example': { '/': hang },
    'tarpit.example': { '/': mailOf('tarpit.example') },
    'silent.example': { '/': mailOf('silent.example') },
    'good.example': { '/': mailOf('good.example') },
    'calendar.example': {},
  }
  for (const domain of many) pages[domain] = { '/': hang }
  for (const domain of later) pages[domain] = { '/': gate.behind('<a href="/further">further</a>') }
  for (const domain of shared) pages[domain] = { '/': onePageCompany(domain) }
  for (const { domain } of replied) pages[domain] = { '/': mailOf(domain) }
  for (const [domain, { page }] of Object.entries(HOSTILE)) pages[domain] = { '/': page }
  pages['chain.example'] = Object.fromEntries(
    ['/', '/again', '/again2'].map((path, index, all) => [path, redirect(all[(index + 1) % 3] as string)]),
  )
  // Every day leads to the next one, and to itself by many ways.
  pages['calendar.example'] = new Proxy({} as Record<string, SamplePage>, {
    get: (_target, path) =>
      String(path).endsWith('.txt') || String(path).endsWith('.xml') ? undefined : day,
  })
  websites = await startSampleWebsites(pages)
  t = await testApp({
    hostMap: websites.hostMap,
    dnsServers: dns.address,
    mxMap: [
      ...[...shared, ...replied.map(({ domain }) => domain)].map((domain) => `${domain}=${smtp.address}`),
      `tarpit.example=${tarpit.address}`,
    ].join(','),
    crawl: { delayMs: 0, maxPages: 12 },
  })
})
afterAll(async () => {
  await t?.close()
  await Promise.all([websites?.close(), smtp?.close(), tarpit?.close(), dns?.close()])
})

const day: SamplePage = (request, response) => {
  const number = Number(/(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
  response.writeHead(200, html)
  const links = Array.from(
    { length: 50 },
    (_, index) => `<a href="/calendar/${number + index + 1}?view=${index}">day</a>`,
  )
  response.end(mailOf('calendar.example') + links.join(''))
}

type Order = { search: Partial<SingleSearch> & { domains: string[] }; max_cost?: number }
async function start(user: TestUser, { search, ...more }: Order) {
  const body = { name: 'Domains', type: 'single' as const, search, ...more }
  const answer = await t.call(createList, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return { listId: answer.body.data.id, runId: answer.body.data.run.id }
}
async function searched(user: TestUser, input: Order) {
  const { listId, runId } = await start(user, input)
  return { listId, run: await t.finished(runId, user) }
}
const rowsOf = async (listId: number, user: TestUser) =>
  (await t.call(leads, { params: { type: 'single', id: listId }, body: { limit: 200 } }, user)).body.data
const visitsOf = async (id: number, user: TestUser) =>
  (await t.call(runWebsites, { params: { id }, query: { limit: 200 } }, user)).body.data
const limitsOf = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data
const requested = (...domains: string[]) =>
  websites.requests.filter((request) => domains.some((domain) => request.startsWith(`${domain}/`))).length

describe('a stop while', () => {
  it.each([
    ['a website drips', ['drips.example'], () => requested('drips.example') >= 2],
    ['a website hangs before its headers', ['hangs.example'], () => requested('hangs.example') >= 2],
    ['a mail server is slow on purpose', ['tarpit.example'], () => tarpit.sessions.length > 0],
    ['name servers are silent', ['silent.example'], () => dns.requests.includes('mx silent.example')],
    ['many websites wait', many, () => requested(...many) >= 16],
  ] as const)(
    '%s ends the run, releases its credits and sends no further request',
    async (_what, domains, isReached) => {
      const user = await t.account({ credits: 10_000 })
      const { runId } = await start(user, { search: { domains: [...domains] } })
      await expect.poll(isReached, { interval: 20 }).toBe(true)
      await t.call(cancelRun, { params: { id: runId } }, user)
      const requests = performance.now()
      // None of them would end by itself within this time.
      await expect
        .poll(async () => (await t.call(showRun, { params: { id: runId } }, user)).body.data, {
          interval: 20,
        })
        .toMatchObject({ state: 'cancelled', cost: 0, reserved: 0 })
      console.info(`stopped after ${Math.round(performance.now() - requests)} ms`)
      expect(await limitsOf(user)).toMatchObject({ available: 10_000, reserved: 0 })
      await expectSettledBooks(t.app.database.db, user.accountId)
      const states = (await visitsOf(runId, user)).map(({ state }) => state)
      expect(states).not.toContain('running')
      const before = requested(...domains)
      await searched(user, { search: { domains: ['shared-0.example'] } })
      expect(requested(...domains)).toBe(before)
    },
  )
})

describe('hostile websites', () => {
  it('neither end their run nor affect others, and each has its own problem', async () => {
    const user = await t.account({ credits: 10_000 })
    const origin = await t.listen()
    const domains = [...Object.keys(HOSTILE), 'calendar.example', 'good.example']
    const pulse = pulseOf(origin)
    const { runId, listId } = await start(user, { search: { domains, only_published: true } })
    const run = await t.finished(runId, user)
    console.info(
      `longest gap between two answers of the server while hostile pages were read: ${await pulse.stop()} ms`,
    )
    expect(run).toMatchObject({ state: 'succeeded', done: domains.length, reserved: 0 })
    const visits = new Map((await visitsOf(runId, user)).map((visit) => [visit.domain, visit]))
    for (const [domain, { problem, addresses }] of Object.entries(HOSTILE))
      expect([domain, visits.get(domain)?.problem, visits.get(domain)?.emails]).toEqual([
        domain,
        problem,
        addresses,
      ])
    expect(visits.get('calendar.example')).toMatchObject({ state: 'done', pages: 12, emails: 1 })
    expect(visits.get('to-other.example')).toMatchObject({ moved_to: 'elsewhere.example' })
    const rows = await rowsOf(listId, user)
    expect(rows.map(({ values }) => values.email)).toContain('info@good.example')
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

/** Polls /healthz, and records the longest time between two replies. */
function pulseOf(origin: string) {
  let last = performance.now()
  let longest = 0
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      await fetch(`${origin}/api/health`).then((answer) => answer.text())
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  })()
  return {
    async stop() {
      stopped = true
      await loop
      return Math.round(longest)
    },
  }
}

describe('mail servers that do not clearly deny a mailbox', () => {
  it('make no address invalid', async () => {
    const user = await t.account({ credits: 10_000 })
    const domains = replied.map(({ domain }) => domain)
    const { run, listId } = await searched(user, { search: { domains, only_published: true, max_emails: 5 } })
    // A check that could not tell is free; only the full mailboxes are known to exist.
    const full = replied.filter(({ kind }) => kind === 'full').length
    expect(run).toMatchObject({
      state: 'succeeded',
      counts: { delivered: domains.length, charged: full },
    })
    const reports = (await t.call(listWebsites, { params: { id: listId }, query: { limit: 200 } }, user)).body
      .data
    const wrong = reports
      .flatMap(({ emails }) => emails)
      .filter(({ state }) => ['invalid', 'no_mx'].includes(state))
    expect(wrong.map(({ value }) => smtp.script.rcpt?.[value])).toEqual([])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('are checked again by the job, and their leads are updated', async () => {
    const user = await t.account()
    const [first, second] = replied.filter(({ kind }) => kind === 'greylisted').map(({ domain }) => domain)
    const { listId } = await searched(user, { search: { domains: [first as string, second as string] } })
    const states = async () =>
      Object.fromEntries(
        (await rowsOf(listId, user)).map(({ values, email_state }) => [values.email, email_state]),
      )
    expect(await states()).toEqual({ [`info@${first}`]: 'greylisted', [`info@${second}`]: 'greylisted' })
    const { rcpt } = smtp.script
    if (rcpt) {
      rcpt[`info@${first}`] = '250 2.1.5 Ok'
      rcpt[`info@${second}`] = '550 5.1.1 User unknown'
    }
    const { db } = t.app.database
    await sql`update email_verification set next_try_at = now() where account_id = ${user.accountId}`.execute(
      db,
    )
    await retryDueAddresses(t.app.ctx)
    expect(await states()).toEqual({ [`info@${first}`]: 'valid', [`info@${second}`]: 'invalid' })
    // Neither was paid for yet; the one that does not exist never is.
    expect(await limitsOf(user)).toMatchObject({ available: 999, spent: 1, reserved: 0 })
    expect(await spentBySource(t, user)).toEqual({ website: 1 })
    await expectSettledBooks(db, user.accountId)
  })
})

describe('two runs over the same websites', () => {
  it('at the same time charge each address once', async () => {
    const user = await t.account({ credits: 10_000 })
    const input = { search: { domains: shared, max_emails: 10 } }
    const [one, two] = await Promise.all([searched(user, input), searched(user, input)])
    const both = [one.run, two.run]
    for (const run of both)
      expect(run).toMatchObject({ state: 'succeeded', counts: { delivered: shared.length * 2 }, reserved: 0 })
    expect(one.run.cost + two.run.cost).toBe(shared.length * 2)
    for (const { listId } of [one, two]) {
      const rows = await rowsOf(listId, user)
      expect(new Set(rows.map(({ values }) => values.email)).size).toBe(shared.length * 2)
    }
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('of a member with a cap stop at the cap', async () => {
    const main = await t.account({ credits: 10_000 })
    const member = await t.member(main)
    await transaction(t.app.database.db, () => setMemberCap(t.app.ctx, member.accountId, member.id, 5))
    const input = { search: { domains: shared, max_emails: 10 }, max_cost: 5 }
    const runs: Run[] = []
    const answers = await Promise.all(
      [0, 1].map(() => t.call(createList, { body: { name: 'Capped', type: 'single', ...input } }, member)),
    )
    for (const { status, body } of answers) {
      if (status === 201) runs.push(await t.finished(body.data.run.id, member))
      else expect(status).toBe(402)
    }
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.reduce((sum, run) => sum + run.cost, 0)).toBe(5)
    await expectSettledBooks(t.app.database.db, main.accountId)
  })

  it('end clearly when the credits are spent: delivered leads are paid, the rest is neither shown nor requested', async () => {
    const user = await t.account({ credits: 3 })
    const domains = [...shared, ...later]
    const { run, listId } = await searched(user, { search: { domains, max_emails: 10 }, max_cost: 3 })
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: 3,
      reserved: 0,
      counts: { delivered: 3, charged: 3 },
    })
    const rows = await rowsOf(listId, user)
    const reports = (await t.call(listWebsites, { params: { id: listId }, query: { limit: 200 } }, user)).body
      .data
    const shown = reports.flatMap(({ emails }) => emails.map(({ value }) => value))
    expect(shown.sort()).toEqual(rows.map(({ values }) => values.email).sort())
    expect((await visitsOf(run.id, user)).map(({ state }) => state)).not.toContain('running')
    expect(await limitsOf(user)).toMatchObject({ available: 0, reserved: 0, spent: 3 })
    // Pending requests ended with the run: their answers are ignored.
    gate.open()
    await searched(await t.account(), { search: { domains: shared } })
    expect(websites.requests.filter((request) => request.endsWith('/further'))).toEqual([])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})
