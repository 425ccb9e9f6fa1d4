import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowActing, startActing } from '#contract/identity/log-in-as.ts'
import { enableSecondFactor, me, startSecondFactor } from '#contract/identity/me.ts'
import { actAs } from '#server/testing/acting.ts'
import { appCode, stepAt, wrongCode } from '#server/testing/authenticator.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
beforeEach(async () => {
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  customer = await t.account({ parent: reseller })
})
afterAll(() => t.close())

const query = (text: string, values: unknown[]) => t.app.database.pool.query(text, values)
const statusOf = async (as: { token: string }) => (await t.call(me, {}, as)).status

describe('with two-factor authentication, 15 minutes after signing in, logging in as someone', () => {
  let secret: string
  let step: number
  beforeEach(async () => {
    const { body } = await t.call(startSecondFactor, { body: { password: reseller.password } }, reseller)
    secret = body.data.secret
    step = stepAt()
    await t.call(enableSecondFactor, { body: { code: appCode(secret, step) } }, reseller)
    await query(`update session set created_at = now() - interval '16 minutes' where user_id = $1`, [
      reseller.id,
    ])
  })

  const start = async (code?: string) => {
    const body = { user_id: customer.id, reason: 'Looking into a failed export', ...(code && { code }) }
    const { status, error } = await t.call(startActing, { body }, reseller)
    return status === 201 ? 'started' : (error.fields ?? error.code)
  }

  it('needs a code', async () => {
    expect(await start()).toEqual({ code: 'Enter the code from your authenticator app' })
    expect(await start(appCode(secret, step + 1))).toBe('started')
  })

  it('needs none within the 15 minutes', async () => {
    await query(`update session set created_at = now() - interval '14 minutes' where user_id = $1`, [
      reseller.id,
    ])
    expect(await start()).toBe('started')
  })

  it('is refused for a wrong code', async () => {
    expect(await start(wrongCode(secret, step))).toBe('invalid_code')
    expect(await start(appCode(secret, step + 1))).toBe('started')
  })

  it('takes ten guesses, then not even the right code', async () => {
    const wrong = wrongCode(secret, step)
    const guesses = []
    for (let guess = 0; guess < 11; guess += 1) guesses.push(await start(wrong))
    expect(guesses).toEqual([...Array(10).fill('invalid_code'), 'rate_limited'])
    expect(await start(appCode(secret, step + 1))).toBe('rate_limited')
  })
})

describe('acting ends when the acting person', () => {
  let acting: { token: string }
  beforeEach(async () => {
    acting = await actAs(t, customer, reseller)
    expect(await statusOf(acting)).toBe(200)
  })

  it('is suspended', async () => {
    await query(`update app_user set state = 'suspended' where id = $1`, [reseller.id])
    expect(await statusOf(acting)).toBe(401)
  })

  it('is of an account that was closed', async () => {
    await query('update account set closed_at = now(), delete_at = now() where id = $1', [reseller.accountId])
    expect(await statusOf(acting)).toBe(401)
  })
})

describe('forbidding others to log in as you', () => {
  const forbid = async (log_in_as: 'always' | 'unless_refused') => {
    const of = await t.account({ parent: reseller })
    await query(
      `update plan_version set log_in_as = $2
       where id = (select plan_version_id from active_plan where account_id = $1)`,
      [of.accountId, log_in_as],
    )
    return (await t.call(allowActing, { body: { allowed: false } }, of)).status
  }

  it('is not possible where the package always lets the seller', async () => {
    expect(await forbid('unless_refused')).toBe(200)
    expect(await forbid('always')).toBe(409)
  })
})
