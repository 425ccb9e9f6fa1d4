import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { acceptInvitation, login, showInvitation } from '#contract/identity/auth.ts'
import { me, publishTerms } from '#contract/identity/me.ts'
import { inviteMember, resendInvitation, team, withdrawInvitation } from '#contract/identity/team.ts'
import { createUser, findAccount } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { linkIn, type MailBox, type ReceivedMail, startMailBox } from '#server/testing/mail-box.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let box: MailBox
let main: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url, publicUrl: 'https://app.sample.example', passwordMinLength: 8 })
})
/** A new account, because invitations are limited per account. */
const newMain = async () => {
  main = await t.account({ modules: ['leads', 'ai_suggest'] })
}
afterAll(async () => {
  await t.close()
  await box.close()
})

let counter = 0
const newAddress = () => {
  counter += 1
  return `invited${counter}@people.example`
}
const PASSWORD = 'a password of my own'
type Body = Parameters<typeof invite>[0]
const invite = (
  body: { email: string } & Record<string, unknown>,
  by: TestUser = main,
  headers: Record<string, string> = {},
) => t.call(inviteMember, { body }, by, { headers })
const tokenIn = (mail: ReceivedMail) =>
  new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token') as string
const show = (token: string, host = 'localhost') =>
  t.call(showInvitation, { body: { token } }, null, { headers: { host } })
const accept = (token: string, more: Record<string, unknown> = {}, host = 'localhost') =>
  t.call(acceptInvitation, { body: { token, first_name: 'Robin', password: PASSWORD, ...more } }, null, {
    headers: { host },
  })
const indexOf = async (user: TestUser) => (await t.call(team, {}, user)).body.data
const change = (query: RawBuilder<unknown>) => query.execute(t.app.database.db)

/** The mail that `send` causes for an address. */
async function mailAfter(email: string, send: () => Promise<{ status: number }>) {
  const before = box.mails.length
  const answer = await send()
  expect(answer.status).toBeLessThan(300)
  return box.waitFor(email, (mail) => box.mails.indexOf(mail) >= before)
}
const invited = async (body: Body, by = main) => tokenIn(await mailAfter(body.email, () => invite(body, by)))
const INVALID = [422, 'invalid_code']
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]

describe('an invitation', () => {
  beforeAll(newMain)

  it("is to the company, or to their team when the account has a person's name", async () => {
    const someone = await t.account()
    const subject = async (name: string) => {
      await change(sql`update account set name = ${name} where id = ${someone.accountId}`)
      const email = newAddress()
      return (await mailAfter(email, () => invite({ email }, someone))).subject
    }
    await change(sql`update app_user set first_name = 'Nina', last_name = 'Novak' where id = ${someone.id}`)
    expect(await subject('Baker Street')).toBe('Nina Novak invites you to Baker Street')
    for (const name of ['Nina Novak', someone.email])
      expect(await subject(name)).toBe('Nina Novak invites you to their team')
  })

  it('leads from the mail into the account, with the granted rights', async () => {
    const email = newAddress()
    const answer = await invite({
      email: ` ${email.toUpperCase()} `,
      first_name: 'Robin',
      granted_modules: ['leads'],
      access_to_wallet: true,
      monthly_credit_cap: 25,
    })
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        data: {
          email,
          first_name: 'Robin',
          role: 'related',
          granted_modules: ['leads'],
          access_to_wallet: true,
          monthly_credit_cap: 25,
          invited_by: 'Test',
          state: 'pending',
        },
        message: `Invitation sent to ${email}`,
      },
    ])
    const { created_at, expires_at } = answer.body.data
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 3600 * 1000)

    const mail = await box.waitFor(email)
    const link = new URL(linkIn(mail))
    expect([link.origin, link.pathname, link.search]).toEqual([
      'https://app.sample.example',
      '/invitation',
      '',
    ])
    const token = tokenIn(mail)
    const account = await findAccount(t.app.ctx, main.accountId)
    expect((await show(token)).body.data).toEqual({
      email,
      first_name: 'Robin',
      last_name: '',
      account_name: account?.name,
      invited_by: 'Test',
      is_first: false,
      expires_at,
    })

    const joined = await accept(token, { last_name: 'Sample' })
    expect([joined.status, joined.body.data.user]).toMatchObject([
      200,
      {
        email,
        first_name: 'Robin',
        last_name: 'Sample',
        role: 'related',
        isMainUser: false,
        accessToWallet: true,
        modules: [{ slug: 'leads' }],
        account: { id: main.accountId },
        has_password: true,
        second_factor: false,
      },
    ])
    const { token: bearer } = joined.body.data.authorisation
    expect((await t.call(me, {}, { token: bearer })).status).toBe(200)
    expect((await t.call(userLimits, {}, { token: bearer })).body.data.cap).toEqual({
      monthly: 25,
      spent: 0,
      left: 25,
    })
    expect((await t.call(login, { body: { email, password: PASSWORD } })).status).toBe(200)
    const index = await indexOf(main)
    expect(index.invitations.filter((item) => item.email === email)).toEqual([])
    expect(index.members.find((item) => item.email === email)).toMatchObject({ monthly_credit_cap: 25 })
    expect([refusal(await show(token)), refusal(await accept(token))]).toEqual([INVALID, INVALID])
  })

  it('keeps its token in the mail only', async () => {
    const token = await invited({ email: newAddress() })
    for (const table of ['invitation', 'mail_message', 'rate_limit', 'idempotency_key']) {
      const { rows } = await sql<{
        found: number
      }>`select count(*)::int as found from ${sql.table(table)} x where x::text like ${`%${token}%`}`.execute(
        t.app.database.db,
      )
      expect([table, rows[0]?.found]).toEqual([table, 0])
    }
    expect(JSON.stringify(await indexOf(main))).not.toContain(token)
  })

  it('replaces an earlier one for the same address, in any case', async () => {
    const email = newAddress()
    const first = await invited({ email })
    const mail = await mailAfter(email, () => invite({ email: email.toUpperCase(), role: 'user' }))
    const open = (await indexOf(main)).invitations.filter((item) => item.email === email)
    expect(open).toMatchObject([{ role: 'user' }])
    expect(refusal(await accept(first))).toEqual(INVALID)
    expect((await accept(tokenIn(mail))).body.data.user).toMatchObject({ role: 'user', isMainUser: true })
  })

  it('is created once by two clicks', async () => {
    const email = newAddress()
    const answers = await Promise.all([invite({ email }), invite({ email }), invite({ email })])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect((await indexOf(main)).invitations.filter((item) => item.email === email)).toHaveLength(1)
    const { rows } = await sql<{
      found: number
    }>`select count(*)::int as found from invitation where email = ${email}`.execute(t.app.database.db)
    expect(rows[0]?.found).toBe(1)
  })

  it('is sent again with a new link', async () => {
    const email = newAddress()
    const first = await invited({ email })
    const { id } = (await indexOf(main)).invitations.find((item) => item.email === email) as { id: number }
    const mail = await mailAfter(email, () => t.call(resendInvitation, { params: { id } }, main))
    expect(refusal(await show(first))).toEqual(INVALID)
    expect((await accept(tokenIn(mail))).status).toBe(200)
    expect(refusal(await t.call(resendInvitation, { params: { id } }, main))).toEqual([404, 'not_found'])
    expect(refusal(await t.call(withdrawInvitation, { params: { id } }, main))).toEqual([404, 'not_found'])
  })

  it('gives the same answer when withdrawn, expired or unknown', async () => {
    const messageOf = async (token: string) => {
      const [shown, accepted] = [await show(token), await accept(token)]
      return [shown, accepted].map(({ status, error: { request_id: _, ...error } }) => ({ status, ...error }))
    }
    const withdrawn = newAddress()
    const gone = await invited({ email: withdrawn })
    const { id } = (await indexOf(main)).invitations.find((item) => item.email === withdrawn) as {
      id: number
    }
    expect((await t.call(withdrawInvitation, { params: { id } }, main)).status).toBe(200)
    expect((await indexOf(main)).invitations.map((item) => item.id)).not.toContain(id)

    const late = newAddress()
    const old = await invited({ email: late })
    await change(sql`update invitation set expires_at = now() - interval '1 second' where email = ${late}`)
    expect((await indexOf(main)).invitations.find((item) => item.email === late)?.state).toBe('expired')

    const never = await messageOf('x'.repeat(43))
    expect(never).toMatchObject([{ status: 422, code: 'invalid_code' }, { code: 'invalid_code' }])
    expect(await messageOf(gone)).toEqual(never)
    expect(await messageOf(old)).toEqual(never)

    const open = (await indexOf(main)).invitations.find((item) => item.email === late) as { id: number }
    const mail = await mailAfter(late, () => t.call(resendInvitation, { params: { id: open.id } }, main))
    expect((await accept(tokenIn(mail))).status).toBe(200)
  })

  it('is used once, however many calls arrive at once', async () => {
    const token = await invited({ email: newAddress() })
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })
})

describe('a known address', () => {
  beforeAll(newMain)

  it('is refused for a member, suspended or not', async () => {
    const member = await t.member(main)
    const answer = await invite({ email: member.email.toUpperCase() })
    expect(refusal(answer)).toEqual([409, 'conflict'])
    await change(sql`update app_user set state = 'suspended' where id = ${member.id}`)
    expect(refusal(await invite({ email: member.email }))).toEqual([409, 'conflict'])
  })

  it('gets the same answer when it belongs to another account, and only its owner is notified', async () => {
    const stranger = await t.account()
    const [elsewhere, unknown] = [stranger.email, newAddress()]
    const shape = async (email: string) => {
      const { status, body } = await invite({ email })
      const { id, created_at, expires_at, ...data } = body.data
      return JSON.stringify({ status, ...body, data }).replaceAll(email, 'X')
    }
    expect(await shape(elsewhere)).toBe(await shape(unknown))
    const mail = await box.waitFor(elsewhere)
    expect(mail.text).not.toContain('token=')
    expect(mail.subject).toContain('tried to invite you')
    const listed = (await indexOf(main)).invitations.find((item) => item.email === elsewhere)
    expect(listed?.state).toBe('pending')
    const params = { id: listed?.id as number }
    const second = await mailAfter(elsewhere, () => t.call(resendInvitation, { params }, main))
    expect(second.text).not.toContain('token=')
    expect((await t.call(withdrawInvitation, { params }, main)).status).toBe(200)
  })

  it('can be invited in another realm', async () => {
    const { customer, host } = await brand(t, 'other-realm.brand.example')
    const email = newAddress()
    const local = await invited({ email })
    const remote = await invited({ email }, customer)
    expect((await accept(local)).status).toBe(200)
    expect((await accept(remote)).body.data.user.account.id).toBe(customer.accountId)
    const headers = { headers: { host } }
    expect((await t.call(login, { body: { email, password: PASSWORD } }, null, headers)).status).toBe(200)
  })

  it('cannot join once it has an account elsewhere', async () => {
    const email = newAddress()
    const token = await invited({ email })
    const stranger = await t.account()
    await createUser(t.app.ctx, stranger.accountId, { email, password: PASSWORD })
    expect(refusal(await accept(token))).toEqual(INVALID)
    expect((await indexOf(main)).members.map((item) => item.email)).not.toContain(email)
  })

  it('can be invited by two accounts, and joins the first it accepts', async () => {
    const email = newAddress()
    const other = await t.account()
    const tokens = [await invited({ email }), await invited({ email }, other)]
    const answers = await Promise.all(tokens.map((token) => accept(token)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
  })
})

describe('a brand', () => {
  beforeAll(newMain)

  it('invites to its own domain, whatever the Host, and lets nobody in elsewhere', async () => {
    const own = await brand(t, 'team.brand.example')
    const other = await brand(t, 'rival.brand.example')
    const email = newAddress()
    const { customer } = own
    const signedIn = await t.call(
      login,
      { body: { email: customer.email, password: customer.password } },
      null,
      { headers: { host: own.host } },
    )
    const { token: bearer } = signedIn.body.data.authorisation
    const mail = await mailAfter(email, () =>
      t.call(inviteMember, { body: { email } }, { token: bearer }, { headers: { host: own.host } }),
    )
    expect(new URL(linkIn(mail)).origin).toBe('https://team.brand.example')
    expect(mail.from.name).toBe('Brand team.brand.example')
    const token = tokenIn(mail)
    expect(refusal(await show(token, other.host))).toEqual(INVALID)
    expect(refusal(await accept(token, {}, other.host))).toEqual(INVALID)
    const joined = await accept(token, {}, own.host)
    const as = { token: joined.body.data.authorisation.token }
    expect((await t.call(me, {}, as, { headers: { host: own.host } })).status).toBe(200)
    expect((await t.call(me, {}, as)).status).toBe(401)
  })

  it('does not follow a Host in the request', async () => {
    const email = newAddress()
    const mail = await mailAfter(email, () => invite({ email }, main, { 'x-forwarded-host': 'evil.example' }))
    expect(new URL(linkIn(mail)).origin).toBe('https://app.sample.example')
    expect(mail.raw).not.toContain('evil.example')
  })

  it('requires accepting its terms before joining', async () => {
    const { reseller, customer, site, host } = await brand(t, 'terms.brand.example')
    const terms = { site_id: site.id, title: 'Terms', body: 'Be kind.' }
    const published = await t.call(publishTerms, { body: terms }, reseller)
    expect(published.status, JSON.stringify(published.error)).toBe(201)
    const { version } = published.body.data
    const token = await invited({ email: newAddress() }, customer)
    for (const accept_terms of [undefined, version + 1]) {
      const refused = await accept(token, { accept_terms }, host)
      expect([refused.status, Object.keys(refused.error.fields)]).toEqual([422, ['accept_terms']])
    }
    expect((await indexOf(customer)).members).toHaveLength(1)
    const joined = await accept(token, { accept_terms: version }, host)
    expect([joined.status, joined.body.data.user.terms_to_accept]).toEqual([200, null])
  })
})

describe('attacks on invitations', () => {
  beforeAll(newMain)

  it('cannot add rights when joining', async () => {
    const token = await invited({ email: newAddress(), granted_modules: [] })
    const stranger = await t.account()
    const more = {
      role: 'admin',
      account_id: stranger.accountId,
      realm_id: 1,
      email: 'other@people.example',
      granted_modules: ['leads', 'admin'],
      access_to_wallet: true,
      monthly_credit_cap: 1_000_000,
      confirmed_at: '2000-01-01T00:00:00Z',
      state: 'suspended',
    }
    const refused = await accept(token, more)
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([422, Object.keys(more)])
    const joined = await accept(token, {})
    expect(joined.body.data.user).toMatchObject({
      role: 'related',
      modules: [],
      accessToWallet: false,
      account: { id: main.accountId },
    })
    expect(joined.body.data.user.email).not.toBe('other@people.example')
  })

  it('cannot add rights when inviting', async () => {
    const more = { account_id: 1, realm_id: 1, token_hash: 'x', expires_at: '2999-01-01', invited_by: 1 }
    const { status, error } = await invite({ email: newAddress(), ...more })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, Object.keys(more)])
  })

  it.each<[field: string, body: Record<string, unknown>]>([
    ['role', { role: 'admin' }],
    ['granted_modules', { granted_modules: ['whitelabel'] }],
    ['granted_modules', { granted_modules: ['admin', 'leads'] }],
    ['monthly_credit_cap', { monthly_credit_cap: -1 }],
    ['email', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['email', { email: '<script>@b.example' }],
    ['email', { email: "x'; drop table invitation; --" }],
    ['first_name', { first_name: 'x'.repeat(101) }],
  ])('are refused at the field %s: %j', async (field, body) => {
    const { status, error } = await invite({ email: newAddress(), ...body })
    expect([status, Object.keys(error.fields ?? {}).map((name) => name.split('.')[0])]).toEqual([
      422,
      [field],
    ])
  })

  it('cannot put headers or markup into mails', async () => {
    const email = newAddress()
    const by = await t.account()
    await change(sql`update account set name = ${'<b>Big</b> & Co'} where id = ${by.accountId}`)
    await change(sql`update app_user set first_name = ${'<img src=x>'} where id = ${by.id}`)
    const first_name = '<script>alert(1)</script>\r\nBcc: victim@people.example'
    const mail = await mailAfter(email, () => invite({ email, first_name }, by))
    expect(mail.recipients).toEqual([email])
    expect(mail.headers.map((header) => header.key)).not.toContain('bcc')
    expect(mail.html).not.toMatch(/<script|<img src=x|<b>Big/)
    expect((await show(tokenIn(mail))).body.data.first_name).toBe(
      '<script>alert(1)</script> Bcc: victim@people.example',
    )
    const joined = await accept(tokenIn(mail), { first_name: 'R\r\nX', last_name: 'S\r\nY' })
    expect(joined.body.data.user).toMatchObject({ first_name: 'R X', last_name: 'S Y' })
  })

  it('are limited to twenty mails an hour', async () => {
    const by = await t.account()
    const statuses: number[] = []
    for (let tries = 0; tries < 21; tries += 1)
      statuses.push((await invite({ email: newAddress() }, by)).status)
    expect(statuses).toEqual([...Array(20).fill(201), 429])
    const { id } = (await indexOf(by)).invitations[0] as { id: number }
    const second = await t.call(resendInvitation, { params: { id } }, by)
    expect([...refusal(second), Number(second.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ])
  })

  it('are limited to a hundred guessed links an hour, without blocking valid ones', async () => {
    const from = '192.0.2.77'
    const token = await invited({ email: newAddress() })
    const guess = (guessed: string) => t.call(showInvitation, { body: { token: guessed } }, null, { from })
    for (let tries = 0; tries < 100; tries += 1) expect((await guess('y'.repeat(43))).status).toBe(422)
    expect(refusal(await guess('y'.repeat(43)))).toEqual([429, 'rate_limited'])
    expect((await show(token)).status).toBe(200)
  })

  it.each([
    [{ token: 'short' }, 'token'],
    [{ token: "' or 1=1 -- and more to be long enough" }, 'token'],
    [{ password: '1234567' }, 'password'],
    [{ password: PASSWORD, password_confirmation: 'another one' }, 'password_confirmation'],
    [{ first_name: '\r\n' }, 'first_name'],
  ])('are refused when joining with %j', async (more, field) => {
    const token = await invited({ email: newAddress() })
    const { status, error } = await accept(token, more)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
    expect((await show(token)).status).toBe(200)
  })
})

describe('the platform', () => {
  beforeAll(newMain)

  it('invites members, never owners', async () => {
    const admin = await t.admin()
    const refused = await invite({ email: newAddress(), role: 'user' }, admin)
    expect([refused.status, Object.keys(refused.error.fields)]).toEqual([422, ['role']])
    const token = await invited({ email: newAddress() }, admin)
    expect((await accept(token)).body.data.user).toMatchObject({ role: 'related', isMainUser: false })
  })
})
