import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, loginSecondFactor } from '#contract/identity/auth.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  me,
  renewRecoveryCodes,
  secondFactor,
  startSecondFactor,
} from '#contract/identity/me.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import { findActor } from '#server/modules/identity/sessions/index.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { listParts } from '#server/platform/module.ts'
import { appCode, stepAt, wrongCode } from '#server/testing/authenticator.ts'
import { type Call, createCall } from '#server/testing/call.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { verifyFactorCode } from './factor-codes.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const started = async (user: TestUser, call: Call = t.call) => {
  const answer = await call(startSecondFactor, { body: { password: user.password } }, user)
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** A user with the second factor on. `next` is an unused code. */
async function withFactor() {
  const user = await t.account()
  const { secret } = await started(user)
  const step = stepAt()
  const answer = await t.call(enableSecondFactor, { body: { code: appCode(secret, step) } }, user)
  expect(answer.status).toBe(200)
  return { user, secret, codes: answer.body.data.recovery_codes, next: appCode(secret, step + 1) }
}

const mailsTo = async (email: string) => {
  const { rows } = await sql<{ template: string; change: string }>`
    select template, variables ->> 'change' as change from mail_message where recipient = ${email} order by id
  `.execute(t.app.database.db)
  return rows.map((row) => `${row.template}: ${row.change}`)
}

describe('setting up two-factor authentication', () => {
  it('starts, takes a code of the app, and signing in then requires one', async () => {
    const user = await t.account()
    const shown = async () => (await t.call(secondFactor, {}, user)).body.data
    expect(await shown()).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })

    const { secret, uri } = await started(user)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(`/Leadwright:${user.email}?`)
    expect((await shown()).enabled).toBe(false)
    expect((await t.call(login, { body: { email: user.email, password: user.password } })).status).toBe(200)

    const step = stepAt()
    const enabled = await t.call(enableSecondFactor, { body: { code: appCode(secret, step) } }, user)
    expect(enabled.body.message).toContain('recovery codes')
    expect(enabled.body.data.recovery_codes).toHaveLength(10)
    expect(await shown()).toEqual({
      enabled: true,
      enabled_at: expect.stringMatching(/Z$/),
      recovery_codes_left: 10,
    })
    expect((await t.call(me, {}, user)).body.data.second_factor).toBe(true)

    const requested = await t.call(login, { body: { email: user.email, password: user.password } })
    expect([requested.status, requested.error.code]).toEqual([401, 'second_factor_required'])
    const { challenge } = requested.error.details
    const reused = await t.call(loginSecondFactor, { body: { challenge, code: appCode(secret, step) } })
    expect([reused.status, reused.error.code]).toEqual([422, 'invalid_code'])
    const entered = await t.call(loginSecondFactor, { body: { challenge, code: appCode(secret, step + 1) } })
    expect([entered.status, entered.body.data.user.second_factor]).toEqual([200, true])
    expect(await mailsTo(user.email)).toEqual(['second-factor-changed: on'])
  })

  it('accepts a recovery code once, and notifies by mail', async () => {
    const { user, codes } = await withFactor()
    const enter = async () => {
      const requested = await t.call(login, { body: { email: user.email, password: user.password } })
      const { challenge } = requested.error.details
      return (await t.call(loginSecondFactor, { body: { challenge, code: codes[0] as string } })).status
    }
    expect([await enter(), await enter()]).toEqual([200, 422])
    expect((await t.call(secondFactor, {}, user)).body.data.recovery_codes_left).toBe(9)
    expect(await mailsTo(user.email)).toEqual([
      'second-factor-changed: on',
      'second-factor-changed: recovery-code-used',
    ])
  })

  it('shows the brand of the host, and no other', async () => {
    const user = await t.account()
    const account = await findAccount(t.app.ctx, user.accountId)
    await createSite(t.app.ctx, {
      account_id: user.accountId,
      realm_id: account?.realm_id as number,
      domain: 'brand.example',
      name: 'Fox: Leads',
      verified_at: new Date(),
    })
    const at = { headers: { host: 'brand.example' } }
    const signedIn = await t.call(login, { body: { email: user.email, password: user.password } }, null, at)
    const token = signedIn.body.data.authorisation.token
    const answer = await t.call(startSecondFactor, { body: { password: user.password } }, { token }, at)
    const uri = decodeURIComponent(answer.body.data.uri)
    expect(uri).toContain(`otpauth://totp/Fox Leads:${user.email}?`)
    expect(uri).not.toMatch(/white label|leadwright/i)
  })

  it('needs no password of a person without one', async () => {
    const user = await t.account()
    await t.app.database.db
      .updateTable('app_user')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute()
    const { status, body } = await t.call(startSecondFactor, { body: {} }, user)
    expect(status).toBe(200)
    const step = stepAt()
    const code = appCode(body.data.secret, step)
    expect((await t.call(enableSecondFactor, { body: { code } }, user)).status).toBe(200)
    const next = appCode(body.data.secret, step + 1)
    expect((await t.call(disableSecondFactor, { body: { code: next } }, user)).status).toBe(200)
  })
})

describe('it is refused', () => {
  it('to start without the password, or with a wrong one', async () => {
    const user = await t.account()
    for (const body of [{}, { password: 'not the password' }]) {
      const { status, error } = await t.call(startSecondFactor, { body }, user)
      expect([status, Object.keys(error.fields)]).toEqual([422, ['password']])
    }
    const { rows } = await sql`select 1 from second_factor where user_id = ${user.id}`.execute(
      t.app.database.db,
    )
    expect(rows).toEqual([])
  })

  it('to start or switch on again while it is on', async () => {
    const { user, next } = await withFactor()
    const second = await t.call(startSecondFactor, { body: { password: user.password } }, user)
    expect([second.status, second.error.code]).toEqual([409, 'conflict'])
    const twice = await t.call(enableSecondFactor, { body: { code: next } }, user)
    expect([twice.status, twice.error.code]).toEqual([409, 'conflict'])
  })

  it('to switch on what was not started, or with a wrong code', async () => {
    const user = await t.account()
    const early = await t.call(enableSecondFactor, { body: { code: '123456' } }, user)
    expect([early.status, early.error.code]).toEqual([409, 'conflict'])
    const { secret } = await started(user)
    const code = wrongCode(secret, stepAt())
    const wrong = await t.call(enableSecondFactor, { body: { code } }, user)
    expect([wrong.status, wrong.error.code]).toEqual([422, 'invalid_code'])
    expect((await t.call(secondFactor, {}, user)).body.data.enabled).toBe(false)
    expect(await mailsTo(user.email)).toEqual([])
  })

  it.each([
    ['switching off', disableSecondFactor],
    ['renewing the recovery codes', renewRecoveryCodes],
  ])('%s without both proofs, and neither is used up', async (_what, endpoint) => {
    const { user, secret, next, codes } = await withFactor()
    const attempt = async (body: { password?: string; code?: string }) => {
      const { status, error } = await t.call(endpoint, { body: body as never }, user)
      return [status, error.code, Object.keys(error.fields ?? {})]
    }
    const wrong = wrongCode(secret, stepAt())
    expect(await attempt({ code: next })).toEqual([422, 'validation_failed', ['password']])
    expect(await attempt({ code: next, password: 'not it' })).toEqual([
      422,
      'validation_failed',
      ['password'],
    ])
    expect(await attempt({ password: user.password })).toEqual([422, 'validation_failed', ['code']])
    expect(await attempt({ code: wrong, password: user.password })).toEqual([422, 'invalid_code', []])
    expect(await attempt({ code: 'aaaaa-aaaaa', password: user.password })).toEqual([422, 'invalid_code', []])
    const shown = (await t.call(secondFactor, {}, user)).body.data
    expect([shown.enabled, shown.recovery_codes_left]).toEqual([true, 10])
    expect(await mailsTo(user.email)).toEqual(['second-factor-changed: on'])
    const both = { password: user.password, code: endpoint === disableSecondFactor ? next : codes[0] }
    expect((await t.call(endpoint, { body: both as never }, user)).status).toBe(200)
  })

  it('to renew or switch off when it is off', async () => {
    const user = await t.account()
    const body = { password: user.password, code: '123456' }
    for (const endpoint of [disableSecondFactor, renewRecoveryCodes]) {
      const { status, error } = await t.call(endpoint, { body }, user)
      expect([status, error.code]).toEqual([409, 'conflict'])
    }
  })

  it('without a sign-in', async () => {
    const body = { password: 'x', code: '123456' }
    expect((await t.call(secondFactor, {})).status).toBe(401)
    for (const endpoint of [startSecondFactor, enableSecondFactor, disableSecondFactor, renewRecoveryCodes])
      expect((await t.call(endpoint, { body })).status).toBe(401)
  })

  it('after ten guesses within a quarter of an hour, in any call', async () => {
    const { user, secret, next } = await withFactor()
    const guess = wrongCode(secret, stepAt())
    const body = { password: user.password, code: guess }
    for (let tries = 0; tries < 10; tries += 1)
      expect(
        (await t.call(tries % 2 ? disableSecondFactor : renewRecoveryCodes, { body }, user)).status,
      ).toBe(422)
    const right = await t.call(disableSecondFactor, { body: { ...body, code: next } }, user)
    expect([right.status, right.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    expect((await t.call(secondFactor, {}, user)).body.data.enabled).toBe(true)
    const other = await withFactor()
    const off = { password: other.user.password, code: other.next }
    expect((await t.call(disableSecondFactor, { body: off }, other.user)).status).toBe(200)
  })

  it('to guess without limit when switching on', async () => {
    const user = await t.account()
    const { secret } = await started(user)
    const body = { code: wrongCode(secret, stepAt()) }
    for (let tries = 0; tries < 9; tries += 1)
      expect((await t.call(enableSecondFactor, { body }, user)).status).toBe(422)
    expect((await t.call(enableSecondFactor, { body }, user)).status).toBe(429)
  })
})

describe('switching off', () => {
  it('deletes secret and codes; signing in asks only for the password', async () => {
    const { user, next } = await withFactor()
    const answer = await t.call(disableSecondFactor, { body: { password: user.password, code: next } }, user)
    expect(answer.body).toEqual({ success: true, message: expect.any(String) })
    for (const table of ['second_factor', 'recovery_code']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where user_id = ${user.id}`.execute(
        t.app.database.db,
      )
      expect(rows).toEqual([])
    }
    expect((await t.call(login, { body: { email: user.email, password: user.password } })).status).toBe(200)
    expect(await mailsTo(user.email)).toEqual(['second-factor-changed: on', 'second-factor-changed: off'])
  })
})

describe('the secret', () => {
  /** Everything in the database as text. */
  async function databaseText(): Promise<string> {
    const { db } = t.app.database
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
    `.execute(db)
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ all: string | null }>`
        select string_agg(x::text, E'\n') as all from ${sql.raw(name)} x
      `.execute(db)
      texts.push(rows[0]?.all ?? '')
    }
    return texts.join('\n')
  }

  it('and the recovery codes are in no later reply, log line or table', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const { ctx } = t.app
    const routes = listParts(ctx, (module) => module.routes?.(ctx))
    const server = await createHttpServer(routes, {
      db: t.app.database.db,
      log: pino({ level: 'trace' }, stream),
      secretBox: ctx.secretBox,
      strictReplies: true,
      trustProxy: false,
      countCall: async () => null,
      findActor: (token, request) => findActor(ctx, token, request.hostname),
      endReason: async () => null,
    })
    const call = createCall(server)
    const user = await t.account()
    const { secret } = await started(user, call)
    const step = stepAt()
    const code = appCode(secret, step)
    const replies: unknown[] = [(await call(secondFactor, {}, user)).body]
    const { recovery_codes: codes } = (await call(enableSecondFactor, { body: { code } }, user)).body.data
    const { password } = user
    replies.push((await call(enableSecondFactor, { body: { code } }, user)).error)
    replies.push((await call(startSecondFactor, { body: { password } }, user)).error)
    replies.push((await call(secondFactor, {}, user)).body, (await call(me, {}, user)).body)
    replies.push((await call(disableSecondFactor, { body: { password, code } }, user)).error)
    const hidden = [secret, ...codes, ...codes.map((item) => item.replace('-', ''))]
    const reported = JSON.stringify(replies)
    const stored = await databaseText()
    expect(lines.join('')).toContain('/api/second-factor/enable')
    expect(stored).toContain(user.email)
    for (const text of hidden) {
      expect(reported).not.toContain(text)
      expect(lines.join('')).not.toContain(text)
      expect(stored).not.toContain(text)
    }
    await server.close()
  })

  it("cannot be moved to someone else's row", async () => {
    const [victim, thief] = [await withFactor(), await withFactor()]
    await sql`
      update second_factor v set secret_sealed = s.secret_sealed, last_step = 0 from second_factor s
      where v.user_id = ${victim.user.id} and s.user_id = ${thief.user.id}
    `.execute(t.app.database.db)
    await expect(verifyFactorCode(t.app.ctx, victim.user.id, thief.next)).rejects.toThrow('cannot be read')
  })
})
