import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun, run as runOf } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { findEmails } from '#contract/prospecting/enrichment.ts'
import { runWebsites } from '#contract/sources/websites.ts'
import { retryDueAddresses } from '#server/modules/prospecting/email-verification/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { createGate } from '#server/testing/gate.ts'
import { onePageCompany } from '#server/testing/sample-company.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const FIRMS = 6
/** Their mailboxes: half of them exist. */
const down = Array.from({ length: FIRMS }, (_, index) => `down-${index}.example`)
const quick = Array.from({ length: FIRMS }, (_, index) => `quick-${index}.example`)
const held = Array.from({ length: 20 }, (_, index) => `held-${index}.example`)
const exists = (domain: string): boolean => Number(/\d+/.exec(domain)?.[0]) % 2 === 0
const gate = createGate()

let t: TestApp
let websites: SampleWebsites
let smtp: FakeSmtp
let dns: FakeDns
const outside = () => ({
  hostMap: websites.hostMap,
  dnsServers: dns.address,
  mxMap: `mx.sample.example=${smtp.address}`,
  crawl: { delayMs: 0 },
})
beforeAll(async () => {
  smtp = await startFakeSmtp({
    rcpt: Object.fromEntries(
      [...down.filter(exists), ...quick].map((domain) => [`info@${domain}`, '250 2.1.5 Ok']),
    ),
  })
  dns = await startFakeDns()
  const pages: Record<string, Record<string, SamplePage>> = {}
  for (const domain of [...down, ...quick]) pages[domain] = { '/': onePageCompany(domain) }
  for (const domain of held) pages[domain] = { '/': gate.behind('<a href="/further">further</a>') }
  websites = await startSampleWebsites(pages)
  t = await testApp(outside())
  const place = (domain: string) => ({
    name: down.includes(domain) ? domain : `Firm ${domain}`,
    website: `https://${domain}`,
    lat: 1,
    lon: 1,
  })
  await t.places('firms', [...down, ...quick, ...held].map(place))
})
afterAll(async () => {
  await t?.close()
  await Promise.all([websites?.close(), smtp?.close(), dns?.close()])
})

async function firms(user: TestUser, keywords: string): Promise<number> {
  const body = { name: 'Firms', type: 'local' as const, search: { keywords } }
  const answer = await t.call(createList, { body }, user)
  await t.finished(answer.body.data.run.id, user)
  return answer.body.data.id
}
async function start(user: TestUser, listId: number, more: { max_cost?: number } = {}) {
  const body = { selection: { filters: {} }, ...more }
  const answer = await t.call(findEmails, { params: { type: 'local', id: listId }, body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data.run.id
}
const rowsOf = async (id: number, user: TestUser) =>
  (await t.call(leads, { params: { type: 'local', id }, body: { limit: 200 } }, user)).body.data
/** Leads that a run has finished, with any result. */
const sumOf = ({
  found = 0,
  potential = 0,
  not_found = 0,
  failed = 0,
  not_tried = 0,
}: Record<string, number>) => found + potential + not_found + failed + not_tried
const limitsOf = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data
const nameServersSay = (zone: FakeDns['zones'][string]): void => {
  for (const domain of [...down, ...quick]) dns.zones[domain] = zone
}
const further = () => websites.requests.filter((request) => request.endsWith('/further'))

describe('failing name servers during email finding', () => {
  it('leave emails potential and free; once they answer, leads and charges are corrected', async () => {
    const user = await t.account({ credits: 100 })
    nameServersSay({ fail: 'servfail' })
    const listId = await firms(user, 'down')
    const before = await limitsOf(user)
    const run = await t.finished(await start(user, listId), user)
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: 0,
      counts: { found: 0, potential: FIRMS, charged: 0 },
    })
    expect(await limitsOf(user)).toMatchObject({ available: before.available, reserved: 0 })
    const states = async () =>
      Object.fromEntries(
        (await rowsOf(listId, user)).map(({ values, email_state }) => [values.email, email_state]),
      )
    expect(await states()).toEqual(Object.fromEntries(down.map((domain) => [`info@${domain}`, 'unknown'])))

    nameServersSay({ mx: [[10, 'mx.sample.example']] })
    const { db } = t.app.database
    // Hours later, when the cache of failed name servers has expired.
    const next = await testApp({ ...outside(), databaseUrl: t.databaseUrl, roles: ['web'] })
    const retried = async () => {
      // The first process, which still has that cache, may try them in between.
      await sql`update email_verification set next_try_at = now() where account_id = ${user.accountId}
        and next_try_at is not null`.execute(db)
      await retryDueAddresses(next.app.ctx)
      return states()
    }
    await expect
      .poll(retried)
      .toEqual(
        Object.fromEntries(down.map((domain) => [`info@${domain}`, exists(domain) ? 'valid' : 'invalid'])),
      )
    const remaining = down.filter(exists).length
    expect(await limitsOf(user)).toMatchObject({
      available: Number(before.available) - remaining,
      reserved: 0,
    })
    await expectSettledBooks(db, user.accountId)
    expect((await t.call(runOf, { params: { id: run.id } }, user)).body.data.cost).toBe(remaining)
    // A second check charges nothing.
    await retryDueAddresses(next.app.ctx)
    await next.close()
    expect(await limitsOf(user)).toMatchObject({ available: Number(before.available) - remaining })
  })
})

describe('finding addresses', () => {
  it('stops at its credits: delivered emails are paid, websites in progress are dropped', async () => {
    const user = await t.account({ credits: 100 })
    nameServersSay({ mx: [[10, 'mx.sample.example']] })
    const listId = await firms(user, 'Firm')
    const before = await limitsOf(user)
    const run = await t.finished(await start(user, listId, { max_cost: 2 }), user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 2, reserved: 0, counts: { charged: 2 } })
    const rows = await rowsOf(listId, user)
    expect(rows.filter(({ values }) => values.email)).toHaveLength(2)
    // Every lead is counted once, and those left out have a reason.
    expect(sumOf(run.counts)).toBe(rows.length)
    expect(rows.filter(({ values }) => values.email_search === 'not_tried')).toHaveLength(
      run.counts.not_tried as number,
    )
    expect(new Set(rows.map(({ values }) => values.email_search_reason))).toEqual(
      new Set([undefined, 'credits']),
    )
    expect(await limitsOf(user)).toMatchObject({ available: Number(before.available) - 2, reserved: 0 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('holds the expected amount and adds to it, until the wallet is empty', async () => {
    const user = await t.account({ credits: FIRMS + 5 })
    nameServersSay({ mx: [[10, 'mx.sample.example']] })
    const listId = await firms(user, 'quick')
    const runId = await start(user, listId)
    // Of six websites four are expected to show an address; all of them do.
    const run = await t.finished(runId, user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 5, reserved: 0, counts: { charged: 5 } })
    expect(run.counts.not_tried).toBe(1)
    const left = (await rowsOf(listId, user)).filter(({ values }) => !values.email)
    expect(left.map(({ values }) => values.email_search_reason)).toEqual(['credits'])
    expect(await limitsOf(user)).toMatchObject({ available: 0, reserved: 0 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('counts leads another run served first as found, and charges them once', async () => {
    nameServersSay({ mx: [[10, 'mx.sample.example']] })
    const user = await t.account({ credits: 100 })
    const listId = await firms(user, 'quick')
    const runs = await Promise.all([start(user, listId), start(user, listId)])
    const [one, other] = await Promise.all(runs.map((id) => t.finished(id, user)))
    expect(one?.id).not.toBe(other?.id)
    for (const run of [one, other]) expect(run?.counts).toMatchObject({ found: FIRMS, not_tried: 0 })
    expect((one?.cost ?? 0) + (other?.cost ?? 0)).toBe(FIRMS)
    expect((await rowsOf(listId, user)).map(({ values }) => values.email_search)).toEqual(
      Array(FIRMS).fill('found'),
    )
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('ends at once when stopped, and sends no further request', async () => {
    const user = await t.account({ credits: 100 })
    const listId = await firms(user, 'held')
    const waiting = gate.waiting()
    const runId = await start(user, listId)
    const searches = async () => (await rowsOf(listId, user)).map(({ values }) => values.email_search)
    expect(new Set(await searches())).toContain('queued')
    await expect.poll(() => gate.waiting()).toBeGreaterThanOrEqual(waiting + 16)
    await expect.poll(searches).toContain('running')
    await t.call(cancelRun, { params: { id: runId } }, user)
    expect(await t.finished(runId, user)).toMatchObject({ state: 'cancelled', cost: 0, reserved: 0 })
    expect((await t.finished(runId, user)).counts).toMatchObject({ not_tried: held.length })
    expect(new Set(await searches())).toEqual(new Set(['not_tried']))
    const visits = await t.call(runWebsites, { params: { id: runId }, query: { limit: 200 } }, user)
    expect(new Set(visits.body.data.map(({ state }) => state))).toEqual(new Set(['queued']))
    // Neither this run nor the one before, which had spent its credits, continues when the answers come.
    gate.open()
    const other = await t.account({ credits: 100 })
    await t.finished(await start(other, await firms(other, 'quick')), other)
    expect(further()).toEqual([])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})
