import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import { login } from '#contract/identity/auth.ts'
import {
  changePassword,
  mailChange,
  mailChangeConfirm,
  mailChangeResend,
  me,
  updateMe,
} from '#contract/identity/me.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
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

const signIn = (email: string, password: string) => t.call(login, { body: { email, password } })

it("mails show times in the reader's time zone and clock format", async () => {
  const user = await t.account()
  const body = { own_time_zone: 'America/New_York', locale: 'en-US', hour_cycle: 'h12' } as const
  await t.call(updateMe, { body }, user)
  await transaction(t.app.database.db, () =>
    sendMail(t.app.ctx, {
      siteId: null,
      to: user.email,
      template: 'test',
      userId: user.id,
      accountId: user.accountId,
      variables: { first_name: 'Ada', when: '2026-11-01T05:30:00Z' },
      secrets: {},
    }),
  )
  // The clocks there go back at two o’clock of that night.
  expect((await box.waitFor(user.email)).text).toMatch(/November 1, 2026 at 1:30\sAM EDT/)
})

describe('their own profile', () => {
  it('is changed field by field; absent fields stay', async () => {
    const user = await t.account()
    const { body } = await t.call(updateMe, { body: { first_name: 'Ada', time_zone: 'Europe/Oslo' } }, user)
    expect(body.data).toMatchObject({
      first_name: 'Ada',
      last_name: '',
      account: { time_zone: 'Europe/Oslo' },
    })
    const after = await t.call(
      updateMe,
      { body: { last_name: 'Sample', account_name: 'Sample Works' } },
      user,
    )
    expect(after.body.data).toMatchObject({
      first_name: 'Ada',
      last_name: 'Sample',
      account: { name: 'Sample Works' },
    })
  })

  it('shows date and number formats, for members too', async () => {
    const member = await t.member(await t.account())
    const change = (body: CallInput<typeof updateMe>['body']) => t.call(updateMe, { body }, member)
    expect((await t.call(me, {}, member)).body.data.formats).toEqual({
      time_zone: null,
      locale: null,
      hour_cycle: null,
    })
    const chosen = { own_time_zone: 'Asia/Tokyo', locale: 'de-DE', hour_cycle: 'h23' } as const
    const formats = { time_zone: 'Asia/Tokyo', locale: 'de-DE', hour_cycle: 'h23' }
    const changed = (await change(chosen)).body.data
    expect([changed.formats, changed.account.time_zone]).toEqual([formats, 'UTC'])
    expect((await change({ locale: null })).body.data.formats).toEqual({ ...formats, locale: null })
    const wrong = await change({ own_time_zone: 'Mars/Olympus' })
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([422, ['own_time_zone']])
    expect((await change({ locale: 'xx-XX' as never })).status).toBe(422)
  })

  it('cannot be used to gain rights', async () => {
    const main = await t.account()
    const member = await t.member(main, { grantedModules: ['leads'] })
    const before = (await t.call(me, {}, member)).body.data
    const evil = {
      first_name: 'Test',
      role: 'admin',
      granted_modules: null,
      modules: ['admin'],
      account_id: 1,
      realm_id: 9,
      isMainUser: true,
      accessToWallet: true,
      email: 'root@x.example',
      password_hash: 'x',
      state: 'active',
    }
    await t.call(updateMe, { body: evil as never }, member)
    expect((await t.call(me, {}, member)).body.data).toEqual(before)
  })

  it('leaves the account to its owner', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const answer = await t.call(updateMe, { body: { account_name: 'Mine now' } }, member)
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden'])
  })

  it('refuses an unknown time zone', async () => {
    const user = await t.account()
    const answer = await t.call(updateMe, { body: { time_zone: 'Mars/Olympus' } }, user)
    expect(Object.keys(answer.error.fields)).toEqual(['time_zone'])
  })
})

describe('their own password', () => {
  it('ends every other session and notifies the owner when changed', async () => {
    const user = await t.account()
    const other = (await signIn(user.email, user.password)).body.data.authorisation
    const body = { current_password: user.password, password: 'another password' }
    const changed = await t.call(changePassword, { body }, user)
    expect(changed.body).toMatchObject({ success: true, sessions_ended: 1 })
    expect([(await t.call(me, {}, user)).status, (await t.call(me, {}, other)).status]).toEqual([200, 401])
    expect((await signIn(user.email, 'another password')).status).toBe(200)
    await box.waitFor(user.email, (mail) => /password/i.test(mail.subject))
  })

  it('is taken exactly as typed: spaces, capitals, any characters and length', async () => {
    const user = await t.account()
    const password = `  only lower case, Ünïcode 日本 and ${'long '.repeat(40)} `
    const body = { current_password: user.password, password, password_confirmation: password }
    expect((await t.call(changePassword, { body }, user)).status).toBe(200)
    expect((await signIn(user.email, password)).status).toBe(200)
    for (const other of [password.trim(), password.toUpperCase(), password.slice(0, 72)])
      expect((await signIn(user.email, other)).status).toBe(401)
  })

  it('requires the current one, with a limit of tries', async () => {
    const user = await t.account()
    const body = { current_password: 'guessed wrongly', password: 'another password' }
    const answers = []
    for (let number = 0; number < 12; number += 1) answers.push(await t.call(changePassword, { body }, user))
    expect(Object.keys(answers[0]?.error.fields)).toEqual(['current_password'])
    expect(answers.at(-1)?.status).toBe(429)
    expect((await signIn(user.email, user.password)).status).toBe(200)
  })
})

describe('a change of address', () => {
  const request = (user: TestUser, email: string, password: string | undefined = user.password) =>
    t.call(mailChange, { body: { email, ...(password && { password }) } }, user)
  const confirm = (user: TestUser, code: string) => t.call(mailChangeConfirm, { body: { code } }, user)

  it('is made with the code sent to the new address, and the old one is notified', async () => {
    const user = await t.account()
    const requested = await request(user, 'moved@people.example')
    expect(requested.body.data.email).toBe('moved@people.example')
    const code = codeIn(await box.waitFor('moved@people.example'))
    const { body } = await confirm(user, code)
    expect(body.data.email).toBe('moved@people.example')
    expect((await signIn('moved@people.example', user.password)).status).toBe(200)
    expect((await signIn(user.email, user.password)).status).toBe(401)
    const reported = await box.waitFor(user.email)
    expect(reported.text).not.toContain('moved@people.example')
    expect((await confirm(user, code)).error.code).toBe('invalid_code')
  })

  it('answers the same for an address in use, and never assigns it', async () => {
    const [user, owner] = [await t.account(), await t.account()]
    const [taken, free] = [
      await request(user, owner.email),
      await request(await t.account(), 'free@people.example'),
    ]
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)])
    expect((await box.waitFor(owner.email)).text).not.toMatch(/\b\d{6}\b/)
    expect((await confirm(user, '123456')).error.code).toBe('invalid_code')
  })

  it('needs the password, and accepts a new code after a resend and up to five tries', async () => {
    const user = await t.account()
    expect(Object.keys((await request(user, 'new@people.example', 'not the password')).error.fields)).toEqual(
      ['password'],
    )
    expect((await t.call(mailChangeResend, {}, user)).error.code).toBe('conflict')
    await request(user, 'new@people.example')
    const before = box.mails.length
    await t.call(mailChangeResend, {}, user)
    const code = codeIn(
      await box.waitFor('new@people.example', (mail) => box.mails.indexOf(mail) >= Math.min(before, 1)),
    )
    const wrong = code === '111111' ? '222222' : '111111'
    for (let number = 0; number < 5; number += 1) expect((await confirm(user, wrong)).status).toBe(422)
    expect((await confirm(user, code)).error.code).toBe('invalid_code')
  })

  it('belongs to the person who requested it', async () => {
    const [user, stranger] = [await t.account(), await t.account()]
    await request(user, 'theirs@people.example')
    const code = codeIn(await box.waitFor('theirs@people.example'))
    expect((await confirm(stranger, code)).error.code).toBe('invalid_code')
    expect((await confirm(user, code)).status).toBe(200)
  })
})
