import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import {
  connectCrm,
  crmConnections,
  crmFields,
  crmMapping,
  crmRunRows,
  finishCrmConsent,
  pushCrm,
  startCrmConsent,
} from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { startFakeKeap } from '#server/testing/fake-crms/keap.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** A catch hook on this machine. */
async function startHook() {
  const got: Record<string, unknown>[] = []
  let breaks = false
  const server = createServer(async (request, response) => {
    got.push(JSON.parse(await text(request)))
    if (breaks) return response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"success"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    got,
    port,
    breaking(next: boolean): void {
      breaks = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

let ghl: FakeCrm
let keap: FakeCrm
let hook: Awaited<ReturnType<typeof startHook>>
let t: TestApp
let user: TestUser
beforeAll(async () => {
  ;[ghl, keap, hook] = await Promise.all([startFakeGhl(), startFakeKeap(), startHook()])
  t = await testApp({
    publicUrl: 'https://leads.example',
    hostMap: `zap.test=127.0.0.1:${hook.port}`,
    crms: {
      ghl: {
        baseUrl: ghl.url,
        consentUrl: `${ghl.url}/consent`,
        clientId: 'ghl-client',
        clientSecret: 'ghl-secret',
      },
      keap: {
        baseUrl: keap.url,
        consentUrl: `${keap.url}/consent`,
        clientId: 'keap-client',
        clientSecret: 'keap-secret',
      },
    },
  })
  user = await t.account()
})
afterAll(async () => {
  await t.close()
  await Promise.all([ghl.close(), keap.close(), hook.close()])
})

const person = (name: string, more: Record<string, string | null> = {}): SeedLead => ({
  values: { name, email: `${name.split(' ')[0]?.toLowerCase()}@fox.example`, company: 'Fox Ltd', ...more },
})
async function pushed(connection_id: number, people: SeedLead[], id?: number, more: object = {}) {
  const listId = id ?? (await seedList(t, user, { type: 'people', name: 'Foxes', leads: people })).id
  const body = { connection_id, selection: { filters: {} }, tags: ['Autumn'], ...more }
  const answer = await t.call(pushCrm, { params: { type: 'people', id: listId }, body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return { listId, run: await t.finished(answer.body.data.run.id, user) }
}

/** Passes the consent page like a browser. @returns the redirect's parameters */
async function consented(crm: 'ghl' | 'keap') {
  const started = await t.call(startCrmConsent, { body: { crm } }, user)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const page = new URL(started.body.data.url)
  const answer = await fetch(page, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const body = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
  return { page, back, body }
}

test('GoHighLevel connects through its consent page with the exact scopes, and each state works once', async () => {
  const { page, back, body } = await consented('ghl')
  expect(page.searchParams.get('scope')).toBe(
    'contacts.readonly contacts.write locations.readonly locations/customFields.readonly locations/customFields.write locations/tags.readonly locations/tags.write',
  )
  expect(back.origin + back.pathname).toBe('https://leads.example/crm/callback')
  const other = await t.account()
  expect((await t.call(finishCrmConsent, { body }, other)).status).toBe(422)
  const made = await t.call(finishCrmConsent, { body }, user)
  expect(made.body.data).toMatchObject({
    crm: 'ghl',
    way: 'oauth',
    account: FAKE_LOCATION,
    label: 'Fox Agency',
  })
  expect((await t.call(finishCrmConsent, { body }, user)).status).toBe(422)
})

test('tokens are renewed by one request for all callers, and the new refresh token is stored', async () => {
  const { data } = (await t.call(crmConnections, {}, user)).body
  const id = data.find(({ crm }) => crm === 'ghl')?.id as number
  const before = ghl.served.filter(({ path }) => path === '/oauth/token').length
  ghl.revoke()
  const fields = () => t.call(crmFields, { params: { id } }, user)
  const answers = await Promise.all([fields(), fields(), fields(), fields()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(ghl.served.filter(({ path }) => path === '/oauth/token')).toHaveLength(before + 1)
  ghl.revoke()
  expect((await fields()).status).toBe(200)
  expect(ghl.refreshTokens.size).toBe(1)
  ghl.revoke()
  ghl.refreshTokens.clear()
  expect((await fields()).status).toBe(502)
  const refused = (await t.call(crmConnections, {}, user)).body.data.find((item) => item.id === id)
  expect(refused).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('Reconnect to continue'),
  })
  const { rows } = await sql<{
    kind: string
  }>`select kind from notification where account_id = ${user.accountId}`.execute(t.app.database.db)
  expect(rows.map(({ kind }) => kind)).toContain('crm_refused')
})

test("a consent started on a reseller's domain ends there", async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  const customer = await t.account({ parent: reseller })
  const account = await findAccount(t.app.ctx, customer.accountId)
  const host = 'leads.foxes.example'
  await createSite(t.app.ctx, {
    account_id: reseller.accountId,
    realm_id: account?.realm_id as number,
    domain: host,
    verified_at: new Date(),
  })
  const credentials = { email: customer.email, password: customer.password }
  const elsewhere = await t.call(login, { body: credentials }, null, { headers: { host } })
  const brand = { token: elsewhere.body.data.authorisation.token }
  const started = await t.call(startCrmConsent, { body: { crm: 'ghl' } }, brand, { headers: { host } })
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const answer = await fetch(started.body.data.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`https://${host}/crm/callback`)
  const body = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
  const made = await t.call(finishCrmConsent, { body }, brand, { headers: { host } })
  expect(made.status, JSON.stringify(made.error)).toBe(201)
})

test('Keap: consent, fields, contacts with existing values kept, tags, and no duplicate contact', async () => {
  const { page, body } = await consented('keap')
  expect(page.searchParams.get('scope')).toBe('full')
  const { id, account } = (await t.call(finishCrmConsent, { body }, user)).body.data
  expect(account).toBe('fox.infusionsoft.com')
  keap.add({
    email_addresses: [
      { email: 'ann@fox.example', field: 'EMAIL1' },
      { email: 'second@fox.example', field: 'EMAIL2' },
    ],
    custom_fields: [{ id: '1', content: 'kept' }],
  })
  keap.setChaos({ lateTimeouts: 0.2 })
  const people = [
    person('Ann Lee', { phone: '+4930111222' }),
    { values: { name: 'Bob Ray', phone: '+4930333444' } },
  ]
  const { listId, run } = await pushed(id, [
    ...people,
    ...Array.from({ length: 8 }, (_, at) => person(`K${at} Elm`)),
  ])
  keap.setChaos({})
  const reported = (await t.call(crmRunRows, { params: { id: run.id } }, user)).body.data
  expect(run.counts, JSON.stringify(reported)).toEqual({ created: 9, updated: 1 })
  const contacts = [...keap.contacts.values()]
  expect(contacts).toHaveLength(10)
  expect(contacts[0]).toMatchObject({
    email_addresses: [{ email: 'ann@fox.example' }, { email: 'second@fox.example' }],
    phone_numbers: [{ number: '+4930111222' }],
    custom_fields: [{ id: '1', content: 'kept' }],
    tags: ['Autumn'],
  })
  const second = await pushed(id, [], listId)
  expect(second.run.counts).toEqual({ updated: 10 })
  expect(keap.contacts.size).toBe(10)
})

test('Keap by token: rejects wrong ones', async () => {
  const connect = (token: string) => t.call(connectCrm, { body: { crm: 'keap', token } }, user)
  expect((await connect('wrong')).error?.fields).toHaveProperty('token')
  keap.tokens.add(FAKE_TOKEN)
  expect((await connect(FAKE_TOKEN)).body.data).toMatchObject({ crm: 'keap', way: 'token', label: 'Fox Ltd' })
})

test('Zapier: accepts only catch hooks, one message per lead, and never repeats an uncertain one automatically', async () => {
  const connect = (url: string) => t.call(connectCrm, { body: { crm: 'zapier', url } }, user)
  for (const url of [
    'https://example.com/hook',
    'http://127.0.0.1/hook',
    'https://hooks.zapier.com.evil.example/',
  ])
    expect([url, (await connect(url)).status]).toEqual([url, 422])
  const { id, hint } = (await connect('http://zap.test/hooks/catch/1/abcdef/')).body.data
  expect(hint).toBe('def/')
  const { items } = (await t.call(crmMapping, { params: { id, type: 'people' } }, user)).body.data
  expect(items).toContainEqual({ field: 'email', to: 'email', policy: 'always' })
  const ann = { ...person('Ann Lee'), key: 'zapier-ann' }
  const { listId, run } = await pushed(id, [ann, person('Bob Ray')])
  expect(run.counts).toEqual({ created: 2 })
  expect(hook.got).toHaveLength(2)
  const first = hook.got.find(({ email }) => email === 'ann@fox.example')
  expect(first).toMatchObject({ event: 'lead.created', tags: ['Autumn'], list_id: listId })
  const more = await seedList(t, user, {
    type: 'people',
    name: 'More',
    leads: [ann, person('Cat Moe')],
  })
  const onlyNew = await pushed(id, [], more.id, { only_new: true })
  expect(onlyNew.run.counts).toEqual({ created: 1, skipped: 1 })
  expect(hook.got.at(-1)).toMatchObject({ email: 'cat@fox.example' })
  hook.breaking(true)
  const broken = await pushed(id, [], listId)
  hook.breaking(false)
  expect(broken.run.counts).toEqual({ failed: 2 })
  expect(hook.got).toHaveLength(5)
  const { data } = (await t.call(crmLedger, { params: { type: 'people', id: listId }, query: {} }, user)).body
  expect(data).toMatchObject([{ error: expect.stringContaining('may have arrived') }, { state: 'failed' }])
})

test('a brand offers the CRMs it has chosen', async () => {
  const owner = await t.account()
  const account = await sql<{
    realm_id: number
  }>`select realm_id from account where id = ${owner.accountId}`.execute(t.app.database.db)
  const db = t.app.database.db
  const site = {
    account_id: owner.accountId,
    realm_id: account.rows[0]?.realm_id as number,
    domain: 'foxes.example',
  }
  const made = await createSite(t.app.ctx, {
    ...site,
    crms: ['keap'],
    name: 'Foxes',
    verified_at: new Date(),
  })
  expect((await t.call(crmConnections, {}, owner)).body.offered.map(({ crm }) => crm)).toEqual(['keap'])
  const refused = await t.call(
    connectCrm,
    { body: { crm: 'zapier', url: 'https://hooks.zapier.com/x/' } },
    owner,
  )
  expect(refused.status).toBe(409)
  await db.deleteFrom('site').where('id', '=', made.id).execute()
})

test('the database names no CRM, so that a new one needs no migration', async () => {
  const { pool } = t.app.database
  const { rows } = await pool.query(
    `insert into crm_connection (account_id, crm, way, label, sealed, remote_account)
      values ($1, 'next', 'token', 'Next', '', 'next-account') returning crm`,
    [user.accountId],
  )
  expect(rows).toEqual([{ crm: 'next' }])
  await pool.query(`delete from crm_connection where account_id = $1 and crm = 'next'`, [user.accountId])
})
