import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { confirmEmail, login, register, resendVerificationCode } from '#contract/identity/auth.ts'
import { findUser } from '#server/modules/accounts/accounts/index.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { brand, registered } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url, publicUrl: 'https://app.sample.example' })
  await t.admin()
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const PASSWORD = 'quite a new password'
const request = (email: string, more: object = {}, headers: Record<string, string> = {}, from?: string) =>
  t.call(register, { body: { first_name: 'Robin', email, password: PASSWORD, ...more } }, null, {
    headers,
    ...(from && { from }),
  })
const confirm = (
  body: { email: string; code: string; registration?: string; password?: string },
  host = 'localhost',
) => t.call(confirmEmail, { body }, null, { headers: { host } })

describe('registering', () => {
  it('creates an account with the modules and free credits of the sign-up plan', async () => {
    const { requested, done } = await registered(t, box, 'first@people.example')
    expect(requested.status).toBe(200)
    expect(done.status).toBe(200)
    const { user, authorisation } = done.body.data
    expect(user).toMatchObject({
      email: 'first@people.example',
      first_name: 'Robin',
      role: 'user',
      isMainUser: true,
      modules: [{ slug: 'ai_suggest' }, { slug: 'leads' }],
      account: { name: 'Robin Sample' },
    })
    const limits = await t.call(userLimits, {}, { token: authorisation.token })
    expect(limits.body.data.available).toBe(100)
  })

  it('ignores role, modules, account, realm and credits in the request', async () => {
    const evil = {
      role: 'admin',
      modules: ['admin', 'whitelabel'],
      account_id: 1,
      realm_id: 1,
      free_credits: 9e9,
      confirmed_at: '2020-01-01',
      isMainUser: false,
    }
    const email = 'evil@people.example'
    for (const [field, value] of Object.entries(evil)) {
      const { status, error } = await request(email, { [field]: value })
      expect([field, status, Object.keys(error.fields ?? {})]).toEqual([field, 422, [field]])
    }
    const requested = await request(email)
    const code = codeIn(await box.waitFor(email))
    const body = { email, code, registration: requested.body.data.registration }
    expect((await confirm({ ...body, ...evil })).status).toBe(422)
    const { user } = (await confirm(body)).body.data
    expect(user.role).toBe('user')
    expect(user.modules.map((module) => module.slug)).toEqual(['ai_suggest', 'leads'])
    expect(user.account.id).not.toBe(1)
  })

  it('answers the same for an address that has an account, and sends its owner a different mail', async () => {
    await registered(t, box, 'known@people.example')
    const [fresh, known] = [await request('fresh@people.example'), await request('known@people.example')]
    const shape = (answer: typeof fresh) => [
      answer.status,
      Object.keys(answer.body.data),
      answer.body.message.replace(/\S+@\S+/, 'X'),
    ]
    expect(shape(known)).toEqual(shape(fresh))
    const mail = await box.waitFor('known@people.example', (candidate) =>
      /already/i.test(candidate.subject + candidate.text),
    )
    expect(mail.text).not.toMatch(/\b\d{6}\b/)
    const { registration } = known.body.data
    const tries = await confirm({ email: 'known@people.example', code: '000000', registration })
    expect([tries.status, tries.error.code]).toEqual([422, 'invalid_code'])
    const old = await t.call(login, { body: { email: 'known@people.example', password: PASSWORD } })
    expect(old.status).toBe(200)
  })

  it('creates nothing before the code: signing in fails as for an unknown address', async () => {
    await request('waiting@people.example')
    const answer = await t.call(login, { body: { email: 'waiting@people.example', password: PASSWORD } })
    expect([answer.status, answer.error.code]).toEqual([401, 'invalid_credentials'])
  })

  it("needs proof beside the code: a stranger's registration with my address fails even with my code", async () => {
    const email = 'victim@people.example'
    await request(email, { password: 'the strangers password' })
    const code = codeIn(await box.waitFor(email))
    for (const body of [
      { email, code },
      { email, code, password: 'my own password' },
      { email, code, registration: 'x'.repeat(43) },
    ])
      expect((await confirm(body)).error.code).toBe('invalid_code')
    // The stranger's password proves only the stranger, who lacks the code; both together open the account.
    expect((await confirm({ email, code, password: 'the strangers password' })).status).toBe(200)
  })

  it('accepts a code once', async () => {
    const { code, registration } = await registered(t, box, 'once@people.example')
    const repeated = await confirm({ email: 'once@people.example', code, registration })
    expect([repeated.status, repeated.error.code]).toEqual([422, 'invalid_code'])
  })

  it('creates one account when the code is sent twice at the same moment', async () => {
    const email = 'double@people.example'
    const requested = await request(email)
    const code = codeIn(await box.waitFor(email))
    const body = { email, code, registration: requested.body.data.registration }
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(body)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422])
  })

  it('invalidates a code after five wrong tries, also concurrent ones', async () => {
    const email = 'guess@people.example'
    const requested = await request(email)
    const code = codeIn(await box.waitFor(email))
    const { registration } = requested.body.data
    const wrong = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 8 }, () => confirm({ email, code: wrong, registration })))
    expect((await confirm({ email, code, registration })).error.code).toBe('invalid_code')
  })

  it('sends a new code that replaces the old one', async () => {
    const email = 'again@people.example'
    const requested = await request(email)
    const first = codeIn(await box.waitFor(email))
    const { registration } = requested.body.data
    const before = box.mails.length
    await t.call(resendVerificationCode, { body: { email, registration } })
    const second = codeIn(await box.waitFor(email, (mail) => box.mails.indexOf(mail) >= before))
    if (first !== second) expect((await confirm({ email, code: first, registration })).status).toBe(422)
    expect((await confirm({ email, code: second, registration })).status).toBe(200)
  })

  it('refuses an expired code', async () => {
    const email = 'late@people.example'
    const requested = await request(email)
    const code = codeIn(await box.waitFor(email))
    await t.app.database.db
      .updateTable('one_time_code')
      .set({ expires_at: new Date(0) })
      .where('email', '=', email)
      .execute()
    const late = await confirm({ email, code, registration: requested.body.data.registration })
    expect(late.error.code).toBe('invalid_code')
  })

  it('stores neither code nor secret in the clear', async () => {
    const email = 'stored@people.example'
    const requested = await request(email)
    const code = codeIn(await box.waitFor(email))
    const row = await t.app.database.db
      .selectFrom('one_time_code')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const text = JSON.stringify(row)
    expect(text).not.toContain(`"${code}"`)
    expect(text).not.toContain(requested.body.data.registration)
    expect(text).not.toContain(PASSWORD)
  })

  it('limits the mails sent to one address', async () => {
    const answers = []
    for (let number = 0; number < 8; number += 1)
      answers.push(await request('flood@people.example', {}, {}, `198.51.100.${number}`))
    expect(answers.map((answer) => answer.status)).toContain(429)
    expect(box.mails.filter((mail) => mail.to === 'flood@people.example').length).toBeLessThanOrEqual(6)
  })

  it.each([
    [{ first_name: '' }, 'first_name'],
    [{ password: 'short' }, 'password'],
    [{ password_confirmation: 'another one' }, 'password_confirmation'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'email'],
  ])('refuses %j at its field', async (more, field) => {
    const { status, error } = await request('bad@people.example', more)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })
})

describe('mails of a registration', () => {
  it('link to the configured address, whatever Host a request has, and an unknown one gets none', async () => {
    const email = 'poison@people.example'
    expect((await request(email, {}, { host: 'evil.example' })).status).toBe(404)
    await request(email, {}, { 'x-forwarded-host': 'evil.example' })
    const mail = await box.waitFor(email)
    expect(linkIn(mail)).toMatch(/^https:\/\/app\.sample\.example\/register#/)
    expect(mail.raw).not.toContain('evil.example')
  })

  it('contain names as text only: no header, no markup', async () => {
    const email = 'inject@people.example'
    await request(email, {
      first_name: 'Eve\r\nBcc: spy@evil.example\r\n\r\n<img src=x>{{ 1234567 | times: 9 }}',
    })
    const mail = await box.waitFor(email)
    expect(mail.recipients).toEqual([email])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.html).not.toContain('<img src=x>')
    expect(mail.html + mail.text).not.toContain('11111103')
  })
})

describe('a brand with its own sign-up plan', () => {
  it('gives its own modules and credits, in its own realm, under its own name', async () => {
    const { host, site } = await brand(t, 'leads.fox.example', { modules: ['leads'], credits: 25 })
    const { done } = await registered(t, box, 'fox@people.example', { host })
    const { user, authorisation } = done.body.data
    expect(user.modules.map((module) => module.slug)).toEqual(['leads'])
    const limits = await t.call(userLimits, {}, authorisation, { headers: { host } })
    expect(limits.body.data.available).toBe(25)
    const row = await findUser(t.app.ctx, user.id)
    expect(row?.realm_id).toBe(site.realm_id)
    const mail = await box.waitFor('fox@people.example')
    expect(mail.from.name).toBe('Brand leads.fox.example')
    expect(linkIn(mail)).toMatch(/^https:\/\/leads\.fox\.example\/register#/)
    expect(mail.raw.toLowerCase()).not.toContain('leadwright')
  })

  it('accepts no code of another brand', async () => {
    const one = await brand(t, 'one.example')
    const two = await brand(t, 'two.example')
    const email = 'between@people.example'
    const requested = await request(email, {}, { host: one.host })
    const code = codeIn(await box.waitFor(email))
    const body = { email, code, registration: requested.body.data.registration }
    expect((await confirm(body, two.host)).error.code).toBe('invalid_code')
    expect((await confirm(body)).error.code).toBe('invalid_code')
    expect((await confirm(body, one.host)).status).toBe(200)
  })

  it('is closed without a plan', async () => {
    const { host } = await brand(t, 'closed.example', { site: { sign_up_plan_id: null } })
    const answer = await request('x@people.example', {}, { host })
    expect([answer.status, answer.error.code]).toEqual([403, 'sign_up_closed'])
  })
})
