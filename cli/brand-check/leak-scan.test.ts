import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { exportUsage } from '#contract/accounts/wallet.ts'
import { notifications } from '#contract/activity/notifications.ts'
import { runs } from '#contract/activity/runs.ts'
import { createWebhook, testWebhook } from '#contract/activity/webhooks.ts'
import { updateSite } from '#contract/branding/site.ts'
import { auditLog, exportAuditLog } from '#contract/core/audit-log.ts'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { actingVisits, endActing, startActing } from '#contract/identity/log-in-as.ts'
import { changePassword, me, startSecondFactor } from '#contract/identity/me.ts'
import { allEndpoints } from '#contract/index.ts'
import { createList } from '#contract/leads/lists.ts'
import { accountExportTicket, startAccountExport } from '#contract/privacy/account-export.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { actAs } from '#server/testing/acting.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { EVERY_MAIL } from '#server/testing/mail-samples.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { createLeakFinder, type Leak } from './find-leaks.ts'
import { openPages } from './open-pages.ts'

const HOST = 'ash.example'
const AT_HOST = { headers: { host: HOST } }
const FOREIGN = [
  ...['leadwright', 'platform.example', 'oak.example'].map((name) => ({ name, isDomain: true })),
  ...['Platform Name', 'Oak Data'].map((name) => ({ name, isDomain: false })),
]
const find = createLeakFinder(FOREIGN, 'Ash')

let box: MailBox
let receiver: Server
const received: string[] = []
let t: TestApp
let siteId: number
/** A customer of the reseller, signed in on the reseller's domain. */
let customer: TestUser
let listId: number
/** The reseller's own session on that domain, and one as the customer. */
let reseller: { token: string }
let asCustomer: { token: string }

/** Signs in on the reseller's domain. */
async function signedIn({ email, password }: TestUser): Promise<{ token: string }> {
  const signed = await t.call(login, { body: { email, password } }, null, AT_HOST)
  return signed.body.data.authorisation
}

/** Support of the platform, without a name and with the platform's domain in their address, changes something. */
async function changeAsSupport(admin: TestUser, user: TestUser) {
  await updateUser(t.app.ctx, admin.id, { first_name: '', last_name: '', email: 'root@platform.example' })
  const acting = await actAs(t, user, admin, { mode: 'write' })
  const body = {
    type: 'local' as const,
    name: 'By support',
    search: { source: 'sample', category: 'dentist' },
  }
  expect((await t.call(createList, { body: { ...body, limit: 1 } } as never, acting)).status).toBe(201)
  await t.call(endActing, {}, admin)
}

beforeAll(async () => {
  box = await startMailBox()
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      received.push(`${request.url}\n${request.rawHeaders.join('\n')}\n\n${Buffer.concat(chunks)}`)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t = await testApp({
    smtpUrl: box.url,
    publicUrl: 'https://app.platform.example',
    whiteLabelSuiteDomain: 'suite.example',
    mailFrom: 'hello@platform.example',
    hostMap: `hook.example=127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  })
  const admin = await t.admin()
  await t.call(updateSite, { body: { name: 'Platform Name' } }, admin)
  const [owner, other] = [await t.account(), await t.account()]
  const sell = (user: TestUser, brand_name: string, domain: string) =>
    t.call(createReseller, { body: { owner_email: user.email, brand_name, domain } }, admin)
  await sell(owner, 'Ash', HOST)
  await sell(other, 'Oak Data', 'oak.example')
  await t.call(updateSite, { body: { mail_from: `hello@${HOST}`, support_email: `help@${HOST}` } }, owner)
  siteId = (await findSiteOfHost(t.app.ctx, HOST))?.id as number
  const created = await t.account({ parent: owner, modules: ['leads', 'ai_suggest'] })
  listId = (await seedList(t, created, { leads: [{ values: { name: 'One' } }] })).id
  customer = { ...created, ...(await signedIn(created)) }
  await changeAsSupport(admin, customer)
  reseller = await signedIn(owner)
  const body = { user_id: customer.id, reason: 'Helping with an export' }
  asCustomer = (await t.call(startActing, { body }, reseller, AT_HOST)).body.data
})
afterAll(async () => {
  await t?.close()
  await box?.close()
  receiver?.close()
})

/** Status and contents of a response. */
async function reply(endpoint: Endpoint, token: string | null): Promise<{ status: number; text: string }> {
  const isRead = endpoint.method === 'GET'
  const values = { type: 'local', id: isRead ? listId : 999_999 }
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, values[name as 'id'] ?? '999999']),
  )
  const { statusCode, headers, body } = await t.app.http.inject({
    method: endpoint.method,
    url: buildPath(endpoint.path, params as never),
    headers: {
      host: HOST,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isRead && { 'content-type': 'application/json' }),
    },
    ...(!isRead && { payload: '{}' }),
  })
  return { status: statusCode, text: `${JSON.stringify(headers)}\n${body}` }
}

/** A file with its headers, unpacked if possible. */
async function fileOf(ticket: { url: string }): Promise<string> {
  const { statusCode, headers, rawPayload } = await t.app.http.inject({ url: ticket.url, ...AT_HOST })
  expect(statusCode).toBe(200)
  const name = String(headers['content-disposition'])
  const text = name.includes('.xlsx')
    ? Object.entries(unzipSync(rawPayload)).map(([path, bytes]) => `${path}\n${Buffer.from(bytes)}`)
    : [(name.includes('.gz') ? gunzipSync(rawPayload) : rawPayload).toString('latin1')]
  return [JSON.stringify(headers), ...text].join('\n')
}

it('no API response names another brand, signed in or not, valid or not', async () => {
  const leaks: Leak[] = []
  const statuses = new Set<number>()
  // Calls that end the session, or never end.
  const calls = allEndpoints.filter(
    ({ name, kind }) => kind !== 'stream' && !/logout|revokeOthers/.test(name),
  )
  expect((await t.call(me, {}, asCustomer, AT_HOST)).body.data.acting).toMatchObject({ brand: null })
  for (const endpoint of calls)
    for (const token of [customer.token, asCustomer.token, null]) {
      const { status, text } = await reply(endpoint, token)
      statuses.add(status)
      leaks.push(...find(`${endpoint.name}, ${status}`, text))
    }
  expect(leaks).toEqual([])
  for (const status of [200, 401, 403, 404, 422]) expect(statuses).toContain(status)
})

it('nor does what the customer is told of somebody who was logged in as them', async () => {
  const seen = [
    await t.call(notifications, {}, customer, AT_HOST),
    await t.call(actingVisits, {}, customer, AT_HOST),
    await t.call(auditLog, {}, customer, AT_HOST),
    await t.call(runs, {}, customer, AT_HOST),
  ]
  for (const { status, body } of seen) expect([status, find('seen', JSON.stringify(body))]).toEqual([200, []])
  expect(JSON.stringify(seen.map(({ body }) => body)).match(/"Support"/g)?.length).toBeGreaterThan(3)
  const mail = await box.waitFor(customer.email)
  expect(find('mail', JSON.stringify(mail))).toEqual([])
  expect(mail.from.name).toBe('Ash')
})

it('no page, asset, host file or OpenAPI document does', async () => {
  const leaks: Leak[] = []
  let pages = 0
  for await (const { location: where, text } of openPages(await t.listen(), HOST)) {
    pages += 1
    leaks.push(...find(where, text))
  }
  expect(leaks).toEqual([])
  expect(pages).toBeGreaterThan(40)
})

it('no mail does, including envelope and all headers', async () => {
  const to = (place: number) => `reader${place}@people.example`
  for (const [place, mail] of EVERY_MAIL.entries())
    await transaction(t.app.database.db, () => sendMail(t.app.ctx, { ...mail, siteId, to: to(place) }))
  for (const [place, { template }] of EVERY_MAIL.entries()) {
    const mail = await box.waitFor(to(place))
    expect(find(template, JSON.stringify(mail))).toEqual([])
    expect(mail.returnPath).toBe(`hello@${HOST}`)
    expect(mail.headers.find(({ key }) => key === 'message-id')?.value).toMatch(/@ash\.example>$/)
  }
})

it('no download does: lead CSV and workbook, statements, audit log, account archive', async () => {
  const tickets = [
    await t.call(exportList, { body: { list_id: listId } }, customer, AT_HOST),
    await t.call(exportList, { body: { list_id: listId, format: 'xlsx' } }, customer, AT_HOST),
    await t.call(exportUsage, { body: {} }, customer, AT_HOST),
    await t.call(exportAuditLog, { body: {} }, customer, AT_HOST),
  ].map(({ body }) => body.data)
  const started = await t.call(startAccountExport, {}, customer, AT_HOST)
  const params = { id: started.body.data.id }
  await expect
    .poll(async () => (await t.call(accountExportTicket, { params }, customer, AT_HOST)).status, {
      timeout: PATIENCE_MS,
    })
    .toBe(201)
  tickets.push((await t.call(accountExportTicket, { params }, customer, AT_HOST)).body.data)
  for (const ticket of tickets) expect(find(ticket.filename ?? '', await fileOf(ticket))).toEqual([])
})

it('no webhook does, nor the account in an authenticator app', async () => {
  const body = { url: 'https://hook.example/in', events: ['lead.added' as const] }
  const { id } = (await t.call(createWebhook, { body }, customer, AT_HOST)).body.data
  await t.call(testWebhook, { params: { id }, body: {} } as never, customer, AT_HOST)
  await expect.poll(() => received.length, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
  expect(received.flatMap((webhook) => find('webhook', webhook))).toEqual([])
  expect(received[0]).toMatch(/user-agent/i)
  const begun = await t.call(startSecondFactor, { body: { password: customer.password } }, customer, AT_HOST)
  expect(begun.body.data.uri).toContain('issuer=Ash')
  expect(find('authenticator', decodeURIComponent(begun.body.data.uri))).toEqual([])
})

it('no mail requested on a domain shared by brands does', async () => {
  const { email, password } = customer
  const shared = { headers: { host: 'suite.example' } }
  const signed = await t.call(login, { body: { email, password } }, null, shared)
  const { token } = signed.body.data.authorisation
  const body = { current_password: password, password: 'another long password' }
  expect((await t.call(changePassword, { body }, { token }, shared)).status).toBe(200)
  const mail = await box.waitFor(email, 'password')
  expect(find('mail', JSON.stringify(mail))).toEqual([])
  expect(mail.from).toEqual({ name: 'Ash', address: `hello@${HOST}` })
})
