import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, loginSecondFactor } from '#contract/identity/auth.ts'
import { enableSecondFactor, me, startSecondFactor } from '#contract/identity/me.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Stands still: a code is never entered in another step than it was made for. */
const clock = fixedClock(new Date())
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
afterAll(() => t.close())

/** A user with a second factor; `code` returns the code of the current or a neighbouring step. */
async function secured(): Promise<{ user: TestUser; recovery: string[]; code: (steps?: number) => string }> {
  const user = await t.account()
  const started = await t.call(startSecondFactor, { body: { password: user.password } }, user)
  const { secret } = started.body.data
  const code = (steps = 0) =>
    generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + steps * 30 } as never)
  const enabled = await t.call(enableSecondFactor, { body: { code: code(-1) } }, user)
  return { user, recovery: enabled.body.data.recovery_codes, code }
}

const signIn = ({ email, password }: TestUser, from?: string, host = 'localhost') =>
  t.call(login, { body: { email, password } }, null, { headers: { host }, ...(from && { from }) })
const finish = (challenge: string, code: string, from?: string, host = 'localhost') =>
  t.call(loginSecondFactor, { body: { challenge, code } }, null, { headers: { host }, ...(from && { from }) })

describe('signing in with a second factor', () => {
  it('asks for it only after the right password, and opens a session with the code', async () => {
    const { user, code } = await secured()
    const wrong = await t.call(login, { body: { email: user.email, password: 'not the password' } })
    expect(wrong.error.code).toBe('invalid_credentials')
    const requested = await signIn(user)
    expect([requested.status, requested.error.code]).toEqual([401, 'second_factor_required'])
    expect(JSON.stringify(requested.error)).not.toContain('bearer')
    const done = await finish(requested.error.details.challenge, code())
    expect(done.status, JSON.stringify(done.error)).toBe(200)
    const shown = await t.call(me, {}, done.body.data.authorisation)
    expect(shown.body.data).toMatchObject({ id: user.id, second_factor: true })
  })

  it('accepts no code twice and no challenge twice', async () => {
    const { user, code } = await secured()
    const now = code()
    const first = (await signIn(user)).error.details.challenge
    expect((await finish(first, now)).status).toBe(200)
    expect((await finish(first, code(1))).error.code).toBe('invalid_code')
    const second = (await signIn(user)).error.details.challenge
    expect((await finish(second, now)).error.code).toBe('invalid_code')
  })

  it('accepts each recovery code once', async () => {
    const { user, recovery } = await secured()
    const enter = async () => finish((await signIn(user)).error.details.challenge, recovery[0] as string)
    expect((await enter()).status).toBe(200)
    expect((await enter()).error.code).toBe('invalid_code')
  })

  it('invalidates a challenge after five wrong codes, also concurrent ones', async () => {
    const { user, code } = await secured()
    const { challenge } = (await signIn(user)).error.details
    const wrong = code() === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 8 }, () => finish(challenge, wrong)))
    expect((await finish(challenge, code())).error.code).toBe('invalid_code')
  })

  it('limits guessing over many challenges, but not for the owner at a known address', async () => {
    const { user, code } = await secured()
    const statuses = new Set<number>()
    for (let number = 0; number < 30; number += 1) {
      const from = `198.51.100.${number}`
      const { challenge } = (await signIn(user, from)).error.details
      statuses.add((await finish(challenge, '000000', from)).status)
    }
    expect(statuses).toEqual(new Set([422, 429]))
    const { challenge } = (await signIn(user)).error.details
    expect((await finish(challenge, code())).status).toBe(200)
  })

  it('accepts a challenge only on the site that issued it', async () => {
    const { host } = await brand(t, 'second.example')
    const { user, code } = await secured()
    const { challenge } = (await signIn(user)).error.details
    expect((await finish(challenge, code(), undefined, host)).error.code).toBe('invalid_code')
    expect((await finish(challenge, code())).status).toBe(200)
  })

  it.each(['x'.repeat(43), 'a'.repeat(20)])('refuses the forged challenge %s', async (challenge) => {
    expect((await finish(challenge, '123456')).error.code).toBe('invalid_code')
  })
})
