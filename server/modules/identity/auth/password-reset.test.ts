import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkResetCode, forgotPassword, login, resetPassword } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { findUser } from '#server/modules/accounts/accounts/index.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { brand, registered } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url, publicUrl: 'https://app.sample.example' })
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const NEW = 'a completely new one'
const send = (email: string, options: { host?: string; from?: string } = {}) =>
  t.call(forgotPassword, { body: { email } }, null, {
    headers: { host: options.host ?? 'localhost' },
    ...(options.from && { from: options.from }),
  })
const check = (request: string, code: string) => t.call(checkResetCode, { body: { request, code } })
const reset = (token: string, password = NEW, host = 'localhost') =>
  t.call(resetPassword, { body: { token, password } }, null, { headers: { host } })
const signIn = (email: string, password: string, host = 'localhost') =>
  t.call(login, { body: { email, password } }, null, { headers: { host } })

async function codeFor(email: string) {
  const before = box.mails.length
  const requested = await send(email)
  const mail = await box.waitFor(email, (candidate) => box.mails.indexOf(candidate) >= before)
  return { request: requested.body.data.request, mail }
}

describe('a forgotten password', () => {
  it('is reset once with the code, and every session ends', async () => {
    const user = await t.account()
    const { request, mail } = await codeFor(user.email)
    const { token } = (await check(request, codeIn(mail))).body.data
    expect((await reset(token)).status).toBe(200)
    expect((await signIn(user.email, NEW)).status).toBe(200)
    expect((await signIn(user.email, user.password)).status).toBe(401)
    expect((await t.call(me, {}, user)).status).toBe(401)
    expect((await reset(token, 'and once more')).error.code).toBe('invalid_code')
    expect((await check(request, codeIn(mail))).error.code).toBe('invalid_code')
    await box.waitFor(user.email, (candidate) => /changed/i.test(candidate.subject))
  })

  it('is reset with the link in the mail, which invalidates the code', async () => {
    const user = await t.account()
    const { request, mail } = await codeFor(user.email)
    const link = new URL(linkIn(mail))
    expect([link.origin, link.pathname, link.search]).toEqual([
      'https://app.sample.example',
      '/forgot-password',
      '',
    ])
    const token = new URLSearchParams(link.hash.slice(1)).get('token') as string
    expect((await reset(token)).status).toBe(200)
    expect((await check(request, codeIn(mail))).error.code).toBe('invalid_code')
  })

  it('gets the same answer for an unknown address', async () => {
    const user = await t.account()
    const [known, unknown] = [await send(user.email), await send('nobody@people.example')]
    const shape = (answer: typeof known) => [
      answer.status,
      Object.keys(answer.body.data),
      answer.body.message.replace(/\S+@\S+/, 'X'),
    ]
    expect(shape(unknown)).toEqual(shape(known))
    const mail = await box.waitFor('nobody@people.example')
    expect(mail.text).not.toMatch(/\b\d{6}\b/)
    const guessed = await check(unknown.body.data.request, '123456')
    expect([guessed.status, guessed.error.code]).toEqual([422, 'invalid_code'])
  })

  it("expires after five wrong codes, and a stranger's guesses do not affect the owner's request", async () => {
    const user = await t.account()
    const mine = await codeFor(user.email)
    const strangers = (await send(user.email)).body.data.request
    const wrong = codeIn(mine.mail) === '111111' ? '222222' : '111111'
    for (let number = 0; number < 6; number += 1) await check(strangers, wrong)
    expect((await check(mine.request, codeIn(mine.mail))).status).toBe(200)
    const next = await codeFor(user.email)
    const no = codeIn(next.mail) === '111111' ? '222222' : '111111'
    for (let number = 0; number < 5; number += 1) expect((await check(next.request, no)).status).toBe(422)
    expect((await check(next.request, codeIn(next.mail))).error.code).toBe('invalid_code')
  })

  it('is limited per address and account, while the owner at a known address continues', async () => {
    const user = await t.account()
    const statuses = []
    for (let number = 0; number < 20; number += 1)
      statuses.push((await send(user.email, { from: `203.0.113.${number}` })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(15)
    expect((await send(user.email)).status).toBe(200)
  })

  it('cannot be reset by a suspended person', async () => {
    const user = await t.account()
    const { request, mail } = await codeFor(user.email)
    const { token } = (await check(request, codeIn(mail))).body.data
    await t.app.database.db
      .updateTable('app_user')
      .set({ state: 'suspended' })
      .where('id', '=', user.id)
      .execute()
    expect((await reset(token)).error.code).toBe('invalid_code')
  })

  it.each(['short', ''])('refuses the password "%s"', async (password) => {
    const answer = await reset('x'.repeat(43), password)
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['password']])
  })
})

describe('the same address in two brands', () => {
  it('has two independent passwords', async () => {
    const one = await brand(t, 'left.example')
    const two = await brand(t, 'right.example')
    const email = 'duplicate@people.example'
    await registered(t, box, email, { host: one.host, password: 'password of left' })
    box.mails.length = 0
    await registered(t, box, email, { host: two.host, password: 'password of right' })
    expect((await signIn(email, 'password of left', two.host)).status).toBe(401)
    box.mails.length = 0
    const requested = await send(email, { host: one.host })
    const mail = await box.waitFor(email)
    expect(mail.from.name).toBe('Brand left.example')
    const { request } = requested.body.data
    const elsewhere = await t.call(checkResetCode, { body: { request, code: codeIn(mail) } }, null, {
      headers: { host: two.host },
    })
    expect(elsewhere.error.code).toBe('invalid_code')
    const local = await t.call(checkResetCode, { body: { request, code: codeIn(mail) } }, null, {
      headers: { host: one.host },
    })
    const { token } = local.body.data
    expect((await reset(token, NEW, two.host)).error.code).toBe('invalid_code')
    expect((await reset(token, NEW, one.host)).status).toBe(200)
    expect((await signIn(email, NEW, one.host)).status).toBe(200)
    expect((await signIn(email, 'password of right', two.host)).status).toBe(200)
    expect((await signIn(email, NEW, two.host)).status).toBe(401)
  })

  it('asks which brand on a shared domain, only after the right password', async () => {
    const one = await brand(t, 'north.example')
    const two = await brand(t, 'south.example')
    const email = 'both@people.example'
    const password = 'one password for both'
    for (const host of [one.host, two.host]) {
      box.mails.length = 0
      await registered(t, box, email, { host, password })
    }
    expect((await signIn(email, 'a wrong password')).error.code).toBe('invalid_credentials')
    const requested = await signIn(email, password)
    expect([requested.status, requested.error.code]).toEqual([409, 'brand_choice'])
    const ids = requested.error.details.brands.map((item: { realm_id: number }) => item.realm_id)
    expect(ids.sort()).toEqual([one.site.realm_id, two.site.realm_id].sort())
    const chosen = await t.call(login, { body: { email, password, realm_id: two.site.realm_id } })
    const user = await findUser(t.app.ctx, chosen.body.data.user.id)
    expect(user?.realm_id).toBe(two.site.realm_id)
    const stranger = await t.call(login, { body: { email, password, realm_id: 999_999 } })
    expect(stranger.error.code).toBe('invalid_credentials')
  })
})
