import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, logout } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { loginAccountLimit, loginHostLimit } from './auth-limits.ts'

let t: TestApp
let main: TestUser
let member: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  main = await t.account({ modules: ['leads', 'ai_suggest'] })
  member = await t.member(main, { grantedModules: ['leads'], accessToWallet: true })
})
afterAll(() => t.close())

const signIn = (email: string, password: string, from?: string, headers?: Record<string, string>) =>
  t.call(login, { body: { email, password } }, null, { ...(from && { from }), ...(headers && { headers }) })
const meAs = (token: string, host = 'localhost') => t.call(me, {}, { token }, { headers: { host } })
const tokenOf = async (user: TestUser) =>
  (await signIn(user.email, user.password)).body.data.authorisation.token

describe('signing in', () => {
  it('returns a token, and the user with rights and a signed id', async () => {
    const { status, body } = await signIn(member.email, member.password)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      authorisation: { token: expect.stringMatching(/^[\w-]{40,}$/), type: 'bearer' },
      user: {
        id: member.id,
        email: member.email,
        role: 'related',
        hash_hmac: createHmac('sha256', 'a key for tests only, never for real')
          .update(String(member.id))
          .digest('hex'),
        modules: [{ id: 2, slug: 'leads' }],
        isMainUser: false,
        accessToWallet: true,
        can: ['see_work', 'see_crm', 'see_all_lists', 'use_wallet'],
        account: { id: member.accountId, access: { level: 'full', message: null } },
        has_password: true,
        second_factor: false,
        terms_to_accept: null,
        acting: null,
      },
    })
    expect((await signIn(member.email, member.password)).body.data.user).toEqual(body.data.user)
  })

  it('identifies the owner and returns all modules of the account', async () => {
    const { user } = (await signIn(main.email, main.password)).body.data
    expect(user).toMatchObject({
      role: 'user',
      isMainUser: true,
      accessToWallet: true,
      modules: [
        { id: 1, slug: 'ai_suggest' },
        { id: 2, slug: 'leads' },
      ],
    })
    expect((await meAs(main.token)).body.data).toEqual(user)
  })

  it('accepts the email in any case and with spaces around', async () => {
    expect((await signIn(`  ${main.email.toUpperCase()} `, main.password)).status).toBe(200)
  })

  it.each([
    ['a wrong password', () => main.email, 'not the password'],
    ['an unknown email', () => 'nobody@test.example', 'not the password'],
    ['SQL for an email', () => `' or 1=1 --`, 'not the password'],
    ['HTML for an email', () => '<script>alert(1)</script>', 'not the password'],
    ['a password of 1,000 characters', () => main.email, 'x'.repeat(1000)],
    ['a pattern for an email', () => '%@test.example', 'correct horse battery'],
  ])('answers %s with the same error', async (_what, email, password) => {
    const { status, error } = await signIn(email(), password)
    expect([status, error]).toEqual([
      401,
      {
        code: 'invalid_credentials',
        message: 'Email or password is wrong',
        request_id: expect.any(String),
      },
    ])
  })

  it.each([
    [{ email: 'a@b.example', password: '12345' }, { password: 'The password must be at least 6 characters' }],
    [{ email: '', password: '123456' }, { email: 'Field is required' }],
    [{ password: '123456' }, { email: 'Field is required' }],
    [{ email: 'a@b.example', password: 'x'.repeat(1001) }, { password: 'Field must be max 1000' }],
  ])('names what is wrong with %j', async (body, fields) => {
    const { status, error } = await t.call(login, { body: body as never })
    expect([status, error.code, error.fields]).toEqual([422, 'validation_failed', fields])
  })

  it('stores neither token nor password', async () => {
    const token = await tokenOf(main)
    const tables = ['session', 'app_user', 'idempotency_key', 'rate_limit']
    for (const table of tables) {
      const { rows } = await sql<{
        found: number
      }>`select count(*)::int as found from ${sql.table(table)} x where x::text like ${`%${token}%`} or x::text like ${`%${main.password}%`}`.execute(
        t.app.database.db,
      )
      expect([table, rows[0]?.found]).toEqual([table, 0])
    }
  })
})

describe('guessing passwords', () => {
  it('is blocked after ten tries per email and address, whatever is forwarded, but not for the owner elsewhere', async () => {
    const user = await t.account()
    for (let tries = 0; tries < 10; tries += 1)
      expect((await signIn(user.email, 'wrong password', '192.0.2.7')).status).toBe(401)
    const refused = await signIn(user.email, user.password, '192.0.2.7', { 'x-forwarded-for': '192.0.2.99' })
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    expect((await signIn(user.email, user.password, '192.0.2.8')).status).toBe(200)
  })

  it('is counted by the forwarded address where a proxy is trusted', async () => {
    const user = await t.account()
    const behind = await testApp({ roles: ['web'], databaseUrl: t.databaseUrl, trustProxy: true })
    const tryFrom = async (address: string, password: string) => {
      const body = { email: user.email, password }
      return (await behind.call(login, { body }, null, { headers: { 'x-forwarded-for': address } })).status
    }
    for (let tries = 0; tries < 10; tries += 1) await tryFrom('192.0.2.60', 'wrong password')
    expect(await tryFrom('192.0.2.60', user.password)).toBe(429)
    expect(await tryFrom('192.0.2.61', user.password)).toBe(200)
    await behind.close()
  })

  it('is counted separately for long emails and their addresses', async () => {
    const email = `${'x'.repeat(240)}@test.example`
    for (let tries = 0; tries < 11; tries += 1) await signIn(email, 'wrong password', '192.0.2.21')
    expect((await signIn(email, 'wrong password', '192.0.2.21')).status).toBe(429)
    expect((await signIn(email, 'wrong password', '192.0.2.22')).status).toBe(401)
  })

  it('resets the tries of an address after a success', async () => {
    const user = await t.account()
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) await signIn(user.email, 'wrong password', '192.0.2.30')
      expect((await signIn(user.email, user.password, '192.0.2.30')).status).toBe(200)
    }
  })

  it('is blocked after a hundred tries an hour from anywhere, except where the owner has signed in', async () => {
    const user = await t.account()
    for (let tries = 0; tries < 100; tries += 1) await loginAccountLimit.consume(t.app.ctx, user.email)
    expect((await signIn(user.email, user.password, '192.0.2.40')).status).toBe(429)
    expect((await signIn(user.email, user.password)).status).toBe(200)
  })

  it('counts only failures per address over all emails', async () => {
    const user = await t.account()
    for (let tries = 0; tries < 99; tries += 1) await loginHostLimit.consume(t.app.ctx, '192.0.2.50')
    expect((await signIn(user.email, user.password, '192.0.2.50')).status).toBe(200)
    expect((await signIn('a@test.example', 'wrong password', '192.0.2.50')).status).toBe(401)
    expect((await signIn(user.email, user.password, '192.0.2.50')).status).toBe(429)
  })
})

describe('a session', () => {
  const change = (token: string, values: object) =>
    t.app.database.db
      .updateTable('session')
      .set(values)
      .where('token_hash', '=', sql<string>`encode(sha256(${token}::bytea), 'hex')`)
      .executeTakeFirst()

  it('ends at sign-out, without ending others', async () => {
    const [token, other] = [await tokenOf(main), await tokenOf(main)]
    expect((await t.call(logout, {}, { token })).body).toEqual({ success: true })
    expect((await meAs(token)).status).toBe(401)
    expect((await t.call(logout, {}, { token })).status).toBe(401)
    expect((await meAs(other)).status).toBe(200)
  })

  it('ends after its lifetime', async () => {
    const token = await tokenOf(main)
    const { numUpdatedRows } = await change(token, { expires_at: sql`now() - interval '1 second'` })
    expect(numUpdatedRows).toBe(1n)
    expect((await meAs(token)).status).toBe(401)
  })

  it('ends when its user is suspended, who cannot sign in again either', async () => {
    const user = await t.account()
    await t.app.database.db
      .updateTable('app_user')
      .set({ state: 'suspended' })
      .where('id', '=', user.id)
      .execute()
    expect((await meAs(user.token)).status).toBe(401)
    const second = await signIn(user.email, user.password)
    expect([second.status, second.error.code]).toEqual([401, 'invalid_credentials'])
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer x',
    'bearer abc def',
    'Basic YTpi',
    `Bearer ${'x'.repeat(5000)}`,
    "Bearer ' or 1=1",
  ])('is not found by "%s"', async (authorization) => {
    const { status, error } = await t.call(me, {}, null, { headers: { authorization } })
    expect([status, error.code, error.message]).toEqual([401, 'unauthorized', 'Sign in to do this'])
  })
})

describe('the brand of a reseller', () => {
  let customer: TestUser
  beforeAll(async () => {
    const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
    customer = await t.account({ parent: reseller })
    const account = await findAccount(t.app.ctx, customer.accountId)
    await createSite(t.app.ctx, {
      account_id: reseller.accountId,
      realm_id: account?.realm_id as number,
      domain: 'leads.brand.example',
      verified_at: new Date(),
    })
  })

  it('signs in only its own people', async () => {
    const host = { host: 'LEADS.brand.example:8443' }
    expect((await signIn(customer.email, customer.password, undefined, host)).status).toBe(200)
    expect((await signIn(main.email, main.password, undefined, host)).status).toBe(401)
  })

  it('accepts only its own tokens, which work nowhere else', async () => {
    const host = { host: 'leads.brand.example' }
    const elsewhere = await signIn(customer.email, customer.password, undefined, host)
    const { token } = elsewhere.body.data.authorisation
    expect((await meAs(token, 'leads.brand.example')).status).toBe(200)
    expect((await meAs(token)).status).toBe(401)
    expect((await meAs(customer.token)).status).toBe(200)
    expect((await meAs(customer.token, 'leads.brand.example')).status).toBe(401)
  })
})
