import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { exportList } from '#contract/core/files.ts'
import { checkResetCode, forgotPassword, login, register, resetPassword } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { updateMember } from '#contract/identity/team.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const keyOf = async (user: TestUser): Promise<{ token: string }> => {
  const body = { name: 'Program', scopes: ['read' as const], password: user.password }
  return { token: (await t.call(createApiKey, { body }, user)).body.data.key }
}

describe('limits by network', () => {
  it('count all addresses of an IPv6 /64 as one', async () => {
    const user = await t.account()
    const from = (host: string) => ({ from: `2001:db8:1:2:${host}` })
    const tryFrom = async (options: { from: string }, password = 'not the password') =>
      (await t.call(login, { body: { email: user.email, password } }, null, options)).status
    for (let number = 0; number < 10; number += 1) expect(await tryFrom(from(`a:b:c:${number}`))).toBe(401)
    expect(await tryFrom(from('ffff:1:2:3'), user.password)).toBe(429)
    expect(await tryFrom({ from: '2001:db8:1:3::1' }, user.password)).toBe(200)
  })

  it('stop registrations from one /64', async () => {
    const statuses = []
    for (let number = 0; number < 31; number += 1) {
      const body = { first_name: 'R', email: `r${number}@people.example`, password: 'long enough' }
      statuses.push((await t.call(register, { body }, null, { from: `2001:db8:9:9::${number + 1}` })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('an API key', () => {
  it('ends when its owner resets a forgotten password', async () => {
    const user = await t.account()
    const key = await keyOf(user)
    expect((await t.call(me, {}, key)).status).toBe(200)
    const { request } = (await t.call(forgotPassword, { body: { email: user.email } })).body.data
    const code = codeIn(await box.waitFor(user.email))
    const { token } = (await t.call(checkResetCode, { body: { request, code } })).body.data
    await t.call(resetPassword, { body: { token, password: 'a completely new one' } })
    expect((await t.call(me, {}, key)).status).toBe(401)
  })

  it('is disabled while its owner is suspended, and works again afterwards', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const key = await keyOf(member)
    const set = (state: 'active' | 'suspended') =>
      t.call(updateMember, { params: { id: member.id }, body: { state } }, main)
    await set('suspended')
    expect((await t.call(me, {}, key)).status).toBe(401)
    await set('active')
    expect((await t.call(me, {}, key)).status).toBe(200)
  })
})

describe('a suspended member', () => {
  it('cannot use an earlier ticket to fetch a file', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const { id } = await seedList(t, main)
    const ticket = await t.call(exportList, { body: { list_id: id } }, member)
    await t.call(updateMember, { params: { id: member.id }, body: { state: 'suspended' } }, main)
    const answer = await t.app.http.inject({ method: 'GET', url: ticket.body.data.url })
    expect(answer.statusCode).toBe(404)
  })
})

describe('a member without access to the wallet', () => {
  it('sees their own limit, but not the balance', async () => {
    const main = await t.account({ credits: 123 })
    const member = await t.member(main)
    await t.call(updateMember, { params: { id: member.id }, body: { monthly_credit_cap: 7 } }, main)
    const { body } = await t.call(userLimits, {}, member)
    expect(body.data).toEqual({
      available: null,
      reserved: null,
      spent: null,
      spent_this_month: null,
      low_balance: false,
      cap: { monthly: 7, spent: 0, left: 7 },
      seats: { limit: null, used: 2 },
      training_tokens: expect.objectContaining({ used: 0 }),
      prices: expect.objectContaining({ people_contact: 3 }),
    })
    expect((await t.call(userLimits, {}, main)).body.data.available).toBe(123)
  })
})
