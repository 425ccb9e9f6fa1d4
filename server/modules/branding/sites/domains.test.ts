import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { allDomains, type DomainProblem } from '#contract/branding/all-domains.ts'
import {
  addDomain,
  makePrimaryDomain,
  removeDomain,
  siteDomains,
  verifyDomain,
} from '#contract/branding/domains.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { certificateRequestsWritten, noteCertificateRequest } from './certificate-requests.ts'
import { removeOldCertificateRequests, UNKNOWN_PER_DAY } from './certificate-requests-store.ts'
import { mayHaveCertificate } from './host-kind.ts'
import { recheckDomains } from './recheck-domains.ts'
import type { SitePlatform } from './site-platform.ts'
import { findBrand, findSiteOfHost, findSiteUrl } from './sites.ts'

const DAY = 24 * 60 * 60 * 1000
const clock = fixedClock(new Date('2026-03-01T08:00:00Z'))
let t: TestApp
let dns: FakeDns
let admin: TestUser
beforeAll(async () => {
  dns = await startFakeDns()
  t = await testApp({
    roles: ['web'],
    dnsServers: dns.address,
    clock,
    publicUrl: 'https://app.platform.example',
    whiteLabelSuiteDomain: 'suite.example',
  })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await dns.close()
})

let count = 0
/** A reseller without a domain, signed in as its owner. */
async function aReseller(): Promise<TestUser> {
  const owner = await t.account()
  count += 1
  const body = { owner_email: owner.email, brand_name: `Brand ${count}` }
  expect((await t.call(createReseller, { body }, admin)).status).toBe(201)
  return owner
}
const add = async (owner: TestUser, host: string) =>
  (await t.call(addDomain, { body: { host } }, owner)).body.data
const verify = (owner: TestUser, host: string, body: object = {}) =>
  t.call(verifyDomain, { params: { host }, body }, owner)
const prove = ({ txt_name, txt_value }: { txt_name: string; txt_value: string }) => {
  dns.zones[txt_name] = { txt: ['something else', txt_value] }
}
const domainOf = async (owner: TestUser, host: string) =>
  (await t.call(siteDomains, {}, owner)).body.data.find((item: { host: string }) => item.host === host)
const brandAt = async (domain: string) => (await t.call(siteSettings, { body: { domain } })).body.data.name
const pageAt = (host: string) => t.app.http.inject({ url: '/robots.txt', headers: { host } })

describe('a domain of a site', () => {
  it('is served only once its record exists', async () => {
    const owner = await aReseller()
    const made = await add(owner, 'Leads.Fox.Example')
    expect(made).toMatchObject({
      host: 'leads.fox.example',
      state: 'pending',
      active: false,
      txt_name: '_site-verification.leads.fox.example',
    })
    expect((await verify(owner, made.host)).body.data).toMatchObject({ state: 'pending', active: false })
    expect((await pageAt(made.host)).statusCode).toBe(404)
    expect(await brandAt(made.host)).toBe('White Label')
    prove(made)
    expect((await verify(owner, made.host)).body.data).toMatchObject({ state: 'active', primary: true })
    expect((await pageAt(made.host)).statusCode).toBe(200)
    expect(await brandAt(made.host)).toBe(`Brand ${count}`)
    expect(await findSiteUrl(t.app.ctx, 1e9)).toBe('https://suite.example')
  })

  it('is active only when it also leads here, and its record may be quoted', async () => {
    const owner = await aReseller()
    const made = await add(owner, ' HTTPS://Way.Fox.Example./ ')
    expect(made).toMatchObject({ host: 'way.fox.example', points_here: null })
    const refused = await t.call(addDomain, { body: { host: 'https://way.fox.example/page' } }, owner)
    expect(refused.status).toBe(422)
    dns.zones[made.txt_name] = { txt: [`"${made.txt_value}x"`] }
    expect((await verify(owner, made.host)).body.data.state).toBe('pending')
    dns.zones[made.txt_name] = { txt: [`"${made.txt_value}"`] }
    const look = async () => (await verify(owner, made.host)).body.data
    const away = { state: 'active', points_here: false, problem: expect.stringContaining('lead here') }
    expect(await look()).toMatchObject(away)
    dns.zones['app.platform.example'] = { a: ['192.0.2.7'] }
    dns.zones[made.host] = { a: ['192.0.2.8'] }
    expect(await look()).toMatchObject(away)
    dns.zones[made.host] = { fail: 'servfail' }
    expect(await look()).toMatchObject(away)
    dns.zones[made.host] = { a: ['192.0.2.8', '192.0.2.7'] }
    expect(await look()).toMatchObject({ state: 'active', points_here: true, problem: null })
    delete dns.zones['app.platform.example']
  })

  it('can be proven by its own CNAME target too, and not by that of others', async () => {
    const [one, other] = [await aReseller(), await aReseller()]
    const [mine, foreign] = [await add(one, 'c.example'), await add(other, 'c.example')]
    expect(mine.cname_target).toMatch(/^[a-f0-9]{32}\.suite\.example$/)
    dns.zones['c.example'] = { cname: [String(mine.cname_target)] }
    expect((await verify(other, foreign.host)).body.data.active).toBe(false)
    expect((await verify(one, mine.host)).body.data.active).toBe(true)
  })

  it('belongs to whoever proves it first; a claim blocks nobody', async () => {
    const [claimer, holder] = [await aReseller(), await aReseller()]
    await add(claimer, 'wanted.example')
    prove(await add(holder, 'wanted.example'))
    expect((await verify(holder, 'wanted.example')).body.data.active).toBe(true)
    const trusted = await t.call(
      verifyDomain,
      { params: { host: 'wanted.example' }, query: { account_id: claimer.accountId }, body: { trust: true } },
      admin,
    )
    expect([trusted.status, trusted.error.code]).toEqual([409, 'conflict'])
    expect((await domainOf(holder, 'wanted.example'))?.active).toBe(true)
  })

  it('can be vouched for by administrators only', async () => {
    const owner = await aReseller()
    await add(owner, 'vouched.example')
    expect((await verify(owner, 'vouched.example', { trust: true })).status).toBe(403)
    expect((await verify(admin, 'vouched.example', { trust: true })).body.data.active).toBe(true)
  })

  it('can be replaced by another one, and links follow', async () => {
    const owner = await aReseller()
    for (const host of ['first.example', 'second.example']) {
      prove(await add(owner, host))
      await verify(owner, host)
    }
    const siteId = (await findSiteOfHost(t.app.ctx, 'first.example'))?.id as number
    const linkOrigin = async () => (await findBrand(t.app.ctx, siteId)).url
    expect(await linkOrigin()).toBe('https://first.example')
    await t.call(makePrimaryDomain, { params: { host: 'second.example' } }, owner)
    expect(await linkOrigin()).toBe('https://second.example')
    await t.call(removeDomain, { params: { host: 'second.example' } }, owner)
    expect(await linkOrigin()).toBe('https://first.example')
    expect((await pageAt('second.example')).statusCode).toBe(404)
  })

  it.each([
    '127.0.0.1',
    'co.uk',
    'platform',
    'app.platform.example',
    'x.suite.example',
    'http://a.example/x',
    'a b.example',
  ])('is not "%s"', async (host) => {
    const owner = await aReseller()
    const { status, error } = await t.call(addDomain, { body: { host } }, owner)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ['host']])
  })

  it('is not visible to other resellers', async () => {
    const [owner, other] = [await aReseller(), await aReseller()]
    await add(owner, 'private.example')
    const query = { account_id: owner.accountId }
    expect((await t.call(siteDomains, { query }, other)).status).toBe(404)
    expect((await verify(other, 'private.example')).status).toBe(404)
  })
})

describe('a missing record', () => {
  const recheck = () => recheckDomains(t.app.ctx)
  const received = async (owner: TestUser) =>
    (
      await t.app.database.pool.query(
        `select kind, detail ->> 'day' as day from notification where account_id = $1 and kind like 'domain%' order by id`,
        [owner.accountId],
      )
    ).rows.map(({ kind, day }) => (day === null ? kind : Number(day)))

  it('sends notifications on day 1, 7 and 14 and ends the domain on day 30, counted from the first failure', async () => {
    const owner = await aReseller()
    const made = await add(owner, 'old.example')
    prove(made)
    await verify(owner, made.host)
    // Whatever the age of the domain.
    clock.advance(400 * DAY)
    delete dns.zones[made.txt_name]
    await recheck()
    expect(await domainOf(owner, made.host)).toMatchObject({ state: 'failing', active: true })
    expect(await received(owner)).toEqual([])
    for (const [days, known] of [
      [1, [1]],
      [5, [1]],
      [1, [1, 7]],
      [7, [1, 7, 14]],
      [15, [1, 7, 14]],
    ] as const) {
      clock.advance(days * DAY)
      await recheck()
      expect(await received(owner)).toEqual(known)
    }
    expect((await pageAt(made.host)).statusCode).toBe(200)
    clock.advance(DAY)
    await recheck()
    expect(await domainOf(owner, made.host)).toMatchObject({ state: 'lost', active: false })
    expect(await received(owner)).toEqual([1, 7, 14, 'domain_lost'])
    expect((await pageAt(made.host)).statusCode).toBe(404)
    prove(made)
    expect((await verify(owner, made.host)).body.data.active).toBe(true)
  })

  it('does not count when the name servers gave no answer', async () => {
    const owner = await aReseller()
    const made = await add(owner, 'broken.example')
    prove(made)
    await verify(owner, made.host)
    dns.zones[made.txt_name] = { fail: 'servfail' }
    for (let week = 0; week < 8; week += 1) {
      clock.advance(7 * DAY)
      await recheck()
    }
    expect(await domainOf(owner, made.host)).toMatchObject({ state: 'active', failing_since: null })
  })
})

describe('a TLS proxy', () => {
  const request = async (domain: string, headers = {}) =>
    (await t.app.tlsAsk.inject({ url: '/internal/tls-ask', query: { domain }, headers })).statusCode

  it('gets yes for served hosts, and no for all others', async () => {
    const owner = await aReseller()
    await add(owner, 'unproven.example')
    prove(await add(owner, 'served.example'))
    await verify(owner, 'served.example')
    expect(
      await Promise.all(
        ['served.example', 'SERVED.example', 'app.platform.example', 'suite.example'].map((text) =>
          request(text),
        ),
      ),
    ).toEqual([200, 200, 200, 200])
    expect(
      await Promise.all(
        ['unproven.example', 'www.served.example', '127.0.0.1', 'localhost', ''].map((text) => request(text)),
      ),
    ).toEqual([403, 403, 403, 403, 403])
    expect(await request('served.example', { 'x-forwarded-for': '192.0.2.1' })).toBe(403)
    expect((await t.app.tlsAsk.inject('/')).statusCode).toBe(403)
  })

  it('gets no for a text that only begins with a served host', async () => {
    const owner = await aReseller()
    prove(await add(owner, 'exact.example'))
    await verify(owner, 'exact.example')
    expect(await request('exact.example')).toBe(200)
    const others = [
      ...['/../x', '/', ':443', '.', '\\x', '?x', '#x', ' '].map((rest) => `exact.example${rest}`),
      ...['x@exact.example', ' exact.example', 'exact%2eexample', 'ｅxact.example', 'exact。example'],
    ]
    expect(await Promise.all(others.map((text) => request(text)))).toEqual(others.map(() => 403))
  })

  it('has its requests counted by domain and day, for administrators', async () => {
    const owner = await aReseller()
    await add(owner, 'waiting.example')
    prove(await add(owner, 'repeated.example'))
    await verify(owner, 'repeated.example')
    const listed = async (query: { problem?: DomainProblem; search?: string } = {}) =>
      (await t.call(allDomains, { query: { ...query, limit: 100 } }, admin)).body.data
    const found = async (host: string) => (await listed({ search: host })).find((row) => row.host === host)
    for (let n = 0; n < 5; n += 1) await request('Repeated.Example')
    for (const host of ['waiting.example', 'waiting.example', 'nobodys.example', '127.0.0.1', 'localhost'])
      await request(host)
    await request('proxied.example', { 'x-forwarded-for': '192.0.2.1' })
    await expect.poll(async () => (await found('nobodys.example'))?.refused).toBe(1)
    expect(await found('repeated.example')).toMatchObject({
      state: 'active',
      account: { id: owner.accountId },
      allowed: 5,
      refused: 0,
      last_request_at: expect.any(String),
    })
    expect(await found('waiting.example')).toMatchObject({ state: 'pending', allowed: 0, refused: 2 })
    expect(await found('nobodys.example')).toMatchObject({ state: null, account: null, platform: false })
    for (const host of ['127.0.0.1', 'localhost', 'proxied.example'])
      expect(await found(host)).toBeUndefined()
    const hosts = async (problem: DomainProblem) => (await listed({ problem })).map(({ host }) => host)
    expect(await hosts('repeated')).toEqual(['repeated.example'])
    expect(await hosts('refused')).toEqual(expect.arrayContaining(['waiting.example', 'nobodys.example']))
    expect(await hosts('refused')).not.toContain('repeated.example')

    delete dns.zones['_site-verification.repeated.example']
    clock.advance(DAY)
    await recheckDomains(t.app.ctx)
    expect(await hosts('failing')).toContain('repeated.example')

    // The report is of the last 7 days, and so is what is kept.
    const { db } = t.app.database
    await sql`update certificate_request set day = day - 7`.execute(db)
    expect(await hosts('refused')).toEqual([])
    await removeOldCertificateRequests(db)
    expect((await sql`select from certificate_request`.execute(db)).rows).toHaveLength(0)
  })

  it('keeps few domains a day that nobody has added, and counts the others together', async () => {
    const owner = await aReseller()
    await add(owner, 'added.example')
    const { db } = t.app.database
    await db.deleteFrom('certificate_request').execute()
    const process = () => testContext({ db })
    const note = async (ctx: Context, from: number, to: number) => {
      for (let n = from; n < to; n += 1) noteCertificateRequest(ctx, `n${n}.unknown.example`, false)
      await certificateRequestsWritten(ctx)
    }
    // Also with several processes at once.
    await Promise.all([note(process(), 0, 90), note(process(), 90, 400)])
    const last = process()
    noteCertificateRequest(last, 'added.example', false)
    noteCertificateRequest(last, 'n0.unknown.example', false)
    await certificateRequestsWritten(last)
    const { rows } = await sql<{ host: string; is_known: boolean; refused: number }>`
      select host, is_known, refused from certificate_request where not allowed > 0`.execute(db)
    const kept = rows.filter(({ host }) => host.endsWith('.unknown.example'))
    expect(kept.length).toBeLessThanOrEqual(UNKNOWN_PER_DAY)
    expect(kept.length).toBeGreaterThan(UNKNOWN_PER_DAY / 2)
    expect(rows).toContainEqual({ host: 'added.example', is_known: true, refused: 1 })
    expect(rows.reduce((sum, { refused }) => sum + refused, 0)).toBe(402)
    const { body } = await t.call(allDomains, { query: { problem: 'refused', limit: 100 } }, admin)
    expect(body.data.find(({ host }) => host === null)).toMatchObject({
      state: null,
      platform: false,
      refused: 401 - kept.reduce((sum, { refused }) => sum + refused, 0),
    })
  })

  it('gets the last known answer while the database is down, and no without one', async () => {
    const owner = await aReseller()
    prove(await add(owner, 'known.example'))
    await verify(owner, 'known.example')
    const away = openDatabase('postgres://nobody@127.0.0.1:1/away', { log: silentLog(), max: 1 })
    const site = { publicUrl: () => 'https://app.platform.example' } as SitePlatform
    const elsewhere = t.app.database.db
    let isAway = false
    const db = new Proxy(elsewhere, {
      get: (_, key) => {
        const from = isAway ? away.db : elsewhere
        const value = Reflect.get(from, key)
        return typeof value === 'function' ? value.bind(from) : value
      },
    })
    let now = 0
    const requested = (ctx = testContext({ db, site })) => {
      const hosts = ['known.example', 'stranger.example', 'app.platform.example']
      return () => Promise.all(hosts.map((host) => mayHaveCertificate(ctx, host, () => now)))
    }
    const warm = requested()
    expect(await warm()).toEqual([true, false, true])
    isAway = true
    now += 60_000
    expect(await warm()).toEqual([true, false, true])
    expect(await requested()()).toEqual([false, false, true])
    await away.close()
  })
})
