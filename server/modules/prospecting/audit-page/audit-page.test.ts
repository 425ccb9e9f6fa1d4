import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { leads } from '#contract/leads/leads.ts'
import { createService } from '#contract/leads/services.ts'
import * as api from '#contract/prospecting/audits.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const EVIL = `<img src=x onerror=alert(1)>"'</title><script>alert(1)</script>`
const HOST = 'fox.example'
let t: TestApp
let websites: SampleWebsites
let fox: TestUser
let oak: TestUser
let listId: number
let network = 0

async function aReseller(brand_name: string, domain: string): Promise<TestUser> {
  const owner = await t.account()
  const body = { owner_email: owner.email, brand_name, domain }
  expect((await t.call(createReseller, { body }, await t.admin())).status).toBe(201)
  return owner
}

beforeAll(async () => {
  websites = await startSampleWebsites({
    'bare.example': { '/': `<title>${EVIL}</title><p>© &lt;img src=x onerror=f()&gt; 2015 ${EVIL}</p>` },
    'good.example': {
      '/': '<meta name="viewport" content="width=device-width"><title>Good</title><meta name="description" content="Nice"><a href="tel:+15551234567">Call</a><a href="https://calendly.com/good">Book now</a>',
    },
  })
  t = await testApp({
    publicUrl: 'https://app.platform.example',
    whiteLabelSuiteDomain: 'suite.example',
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    trustProxy: true,
  })
  fox = await aReseller('Fox Leads', HOST)
  oak = await aReseller('Oak Leads', 'oak.example')
  listId = (await seedList(t, fox, { type: 'local' })).id
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})
beforeEach(async () => {
  network += 1
  await save({ is_on: true, list_id: listId, needs_confirmation: false, consent: null, headline: null })
})

const save = (body: object, as = fox) => t.call(api.saveAuditPage, { body: body as never }, as)
/** A visitor of an own network each test, because each may ask once a minute. */
const visitor = (host: string) => ({
  host,
  'x-forwarded-for': `198.51.${network}.7`,
  'x-forwarded-proto': 'https',
})
const page = async (url: string, host = HOST, headers = {}) => {
  const answer = await t.app.http.inject({ url, headers: { ...visitor(host), ...headers } })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, bytes: answer.rawPayload }
}
async function prove(host = HOST, lang = 'en') {
  const { body } = await t.call(api.auditChallenge, { query: { lang } as never }, null, {
    headers: visitor(host),
  })
  const challenge = body.data as never
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const VISITOR = { website: 'bare.example', name: 'Ann Lee', consent: true as const }
async function send(change: object = {}, host = HOST) {
  const proof = await prove(host)
  const body = { ...VISITOR, email: `ann${network}@bare.example`, proof, lang: 'en' as const, ...change }
  return t.call(api.requestAudit, { body }, null, { headers: visitor(host) })
}
async function report(change: object = {}): Promise<string> {
  const { status, body } = await send(change)
  expect([status, body]).toEqual([201, { data: { address: expect.any(String) } }])
  const address = body.data.address as string
  const token = address.split('/').pop() as string
  const state = async () =>
    (await t.call(api.auditReportState, { params: { token } }, null, { headers: visitor(HOST) })).body.data
      .state
  await expect.poll(state).not.toBe('reading')
  return address
}
const leadsOf = async (as = fox, id = listId) =>
  (await t.call(leads, { params: { type: 'local', id }, body: {} }, as)).body.data.map(({ values }) => values)

describe('the audit page', () => {
  it('shows visitors a graded report with evidence, and makes them a lead', async () => {
    await t.call(createService, { body: { name: 'Booking for you', template: 'booking' } }, fox)
    const address = await report()
    expect(address).toMatch(/^\/audit\/[\w-]{22}$/)
    const { status, text, headers } = await page(address)
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(text).toContain('Website report for bare.example')
    expect(text).toContain('aria-label="Grade: D"')
    expect(text.indexOf('Booking for you')).toBeLessThan(text.indexOf('Visitors can’t book online'))
    expect(text).toContain('https://bare.example/')
    expect(await leadsOf()).toContainEqual(
      expect.objectContaining({
        website: 'https://bare.example',
        email: `ann${network}@bare.example`,
        first_name: 'Ann',
      }),
    )
  })

  it('executes nothing that the audited website or the address of the page says', async () => {
    const { text } = await page(await report())
    expect(text).not.toMatch(/<img src=x|<script>alert/)
    expect(text).toContain('&lt;img src=x')
    const params = `?website=${encodeURIComponent(EVIL)}&service=${encodeURIComponent(EVIL)}&lang=${encodeURIComponent(EVIL)}&theme=${encodeURIComponent(EVIL)}`
    await save({ headline: `${EVIL}`.slice(0, 120), consent: EVIL })
    expect((await page(`/audit${params}`)).text).not.toMatch(/<img src=x|<script>alert/)
  })

  it('is there on the domain of its site only, and only while it is on', async () => {
    expect((await page('/audit')).status).toBe(200)
    for (const host of ['oak.example', 'suite.example', 'app.platform.example'])
      expect([host, (await page('/audit', host)).status]).toEqual([host, 404])
    const address = await report()
    expect((await page(address, 'oak.example')).status).toBe(404)
    await save({ is_on: false })
    expect((await page('/audit')).status).toBe(404)
    expect((await page(address)).status).toBe(200)
  })

  it('may be framed where it is made for it, and nothing else may', async () => {
    const policy = async (url: string) =>
      String((await page(url, HOST, { accept: 'text/html' })).headers['content-security-policy'])
    expect(await policy('/audit?embed=1')).toContain('frame-ancestors *')
    expect((await page('/audit?embed=1')).headers['x-frame-options']).toBeUndefined()
    for (const url of ['/audit', '/whitelabel/business-account?tab=audit-page&embed=1', '/login?embed=1'])
      expect(await policy(url)).toContain("frame-ancestors 'none'")
  })

  it('speaks the language of its visitor, of those that are offered', async () => {
    expect((await page('/audit', HOST, { 'accept-language': 'de-AT' })).text).toContain('<html lang="de"')
    expect((await page('/audit?lang=es')).text).toContain('Analizar mi web')
    await save({ languages: ['fr', 'en'] })
    expect((await page('/audit', HOST, { 'accept-language': 'de' })).text).toContain('Analyser mon site')
    await save({ languages: ['en', 'de', 'fr', 'es'] })
  })

  it('names the platform nowhere: page, report, file and script', async () => {
    const address = await report()
    const file = await page(`${address}.pdf`)
    expect(file.headers['content-type']).toBe('application/pdf')
    const { text } = await extractText(new Uint8Array(file.bytes), { mergePages: true })
    expect(text).toContain('Website report for bare.example')
    expect(text).toContain('Fox Leads')
    const shown = [
      (await page('/audit')).text,
      (await page(address)).text,
      text,
      file.bytes.toString('latin1'),
    ]
    for (const one of shown) expect(one).not.toMatch(/leadwright|platform\.example|oak leads/i)
  })
})

describe('a request of the audit page', () => {
  it.each([
    ['an address in numbers', 'http://127.0.0.1/'],
    ['an internal name', 'localhost'],
    ['a name without a domain', 'intranet'],
    ['a port', 'bare.example:8080'],
    ['a password', 'https://a:b@bare.example'],
    ['an email address', 'ann@bare.example'],
    ['another scheme', 'file:///etc/passwd'],
    ['IPv6', '[::1]'],
  ])('is refused for %s', async (_what, website) => {
    const { status, error } = await send({ website })
    expect([status, error?.fields]).toEqual([422, { website: expect.stringContaining('example.com') }])
  })

  it.each([
    ['no consent', { consent: false }, 422],
    ['no work', { proof: 'bm90aGluZw==' }, 409],
    ['no name', { name: ' ' }, 422],
    ['no email', { email: 'ann' }, 422],
  ])('is refused for %s', async (_what, change, status) => {
    expect((await send(change)).status).toBe(status)
  })

  it('counts only with the consent text of today, on the page that asked, and once', async () => {
    const before = await prove()
    await save({ consent: 'You may call me at night.' })
    expect((await send({ proof: before })).status).toBe(409)
    await save({ consent: null }, fox)
    const oakList = (await seedList(t, oak, { type: 'single' })).id
    await save({ is_on: true, list_id: oakList }, oak)
    expect((await send({ proof: await prove('oak.example') })).status).toBe(409)
    const proof = await prove()
    expect((await send({ proof })).status).toBe(201)
    network += 1
    expect((await send({ proof })).status).toBe(409)
  })

  it('is accepted once a minute from a visitor', async () => {
    expect((await send()).status).toBe(201)
    expect((await send({ website: 'good.example' })).status).toBe(429)
  })

  it('is forgotten where a program filled in what nobody sees', async () => {
    const before = (await leadsOf()).length
    const { status, body } = await send({ company: 'Acme', email: 'robot@bare.example' })
    expect(status).toBe(201)
    expect((await page(body.data.address as string)).status).toBe(404)
    expect(await leadsOf()).toHaveLength(before)
  })

  it('waits for the confirmed email where the site wants that', async () => {
    await save({ needs_confirmation: true })
    const address = await report({ email: 'eve@good.example', website: 'good.example' })
    expect((await page(address)).status).toBe(200)
    expect(await leadsOf()).not.toContainEqual(expect.objectContaining({ email: 'eve@good.example' }))
  })
})

describe('audits of members', () => {
  it('are listed with those of visitors, and make no lead', async () => {
    const before = (await leadsOf()).length
    const made = await t.call(api.createAudit, { body: { website: 'good.example', site: HOST } }, fox)
    expect([made.status, made.body.data.from]).toEqual([201, 'member'])
    expect(made.body.data.url).toMatch(/^https:\/\/fox\.example\/audit\/[\w-]{22}$/)
    const own = async () => (await t.call(api.audits, { query: {} }, fox)).body.data
    await expect.poll(async () => (await own())[0]?.state).toBe('done')
    expect(await leadsOf()).toHaveLength(before)
    expect(
      (await t.call(api.audits, { query: {} }, oak)).body.data.map(({ website }) => website),
    ).not.toContain('good.example')
    const id = made.body.data.id
    expect((await t.call(api.deleteAudit, { params: { id } }, oak)).status).toBe(404)
    expect((await t.call(api.deleteAudit, { params: { id } }, fox)).status).toBe(200)
    expect((await page(new URL(made.body.data.url as string).pathname)).status).toBe(404)
  })

  it('are made in brands of one’s own only', async () => {
    const body = { website: 'good.example', site: 'oak.example' }
    expect((await t.call(api.createAudit, { body }, fox)).status).toBe(404)
  })

  it('count a website once a day', async () => {
    const used = async () => (await t.call(api.auditPage, {}, fox)).body.data.used
    await t.call(api.createAudit, { body: { website: 'good.example' } }, fox)
    const before = await used()
    await t.call(api.createAudit, { body: { website: 'www.good.example' } }, fox)
    expect(await used()).toBe(before)
    const pages = websites.requests.filter((one) => one.startsWith('good.example/')).length
    await t.call(api.createAudit, { body: { website: 'good.example' } }, fox)
    expect(websites.requests.filter((one) => one.startsWith('good.example/')).length).toBe(pages)
  })
})

it('refuses lists, labels, services and members of other accounts', async () => {
  const foreign = (await seedList(t, oak, { type: 'local' })).id
  expect((await save({ list_id: foreign })).error?.fields).toHaveProperty('list_id')
  expect((await save({ label_ids: [999_999] })).error?.fields).toHaveProperty('label_ids')
  expect((await save({ service_ids: [999_999] })).error?.fields).toHaveProperty('service_ids')
  expect((await save({ notify_ids: [oak.id] })).error?.fields).toHaveProperty('notify_ids')
  expect(
    (await save({ call_to_action: { kind: 'link', label: 'x', target: 'javascript:alert(1)' } })).status,
  ).toBe(422)
})
