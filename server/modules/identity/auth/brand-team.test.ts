import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showSite } from '#contract/branding/site.ts'
import {
  acceptInvitation,
  checkResetCode,
  forgotPassword,
  login,
  loginSecondFactor,
  loginWithSocial,
  logout,
  resetPassword,
  socialNonce,
} from '#contract/identity/auth.ts'
import { actingVisits, endActing, peopleToActAs, startActing } from '#contract/identity/log-in-as.ts'
import { enableSecondFactor, me, startSecondFactor } from '#contract/identity/me.ts'
import { inviteMember } from '#contract/identity/team.ts'
import { createList } from '#contract/leads/lists.ts'
import { findAccount, updateUser } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import { appCode, stepAt } from '#server/testing/authenticator.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeGoogle, startFakeGoogle } from '#server/testing/fake-google.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { brand, registered } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const PLATFORM = 'app.platform.example'
const CLIENT = { clientId: 'client-of-fox', clientSecret: 'secret of fox' }
const WRONG = [401, 'invalid_credentials', 'Email or password is wrong']

let t: TestApp
let box: MailBox
let google: FakeGoogle
let admin: TestUser
let fox: Awaited<ReturnType<typeof brand>>
let oak: Awaited<ReturnType<typeof brand>>
beforeAll(async () => {
  box = await startMailBox()
  google = await startFakeGoogle(CLIENT)
  t = await testApp({
    smtpUrl: box.url,
    publicUrl: `https://${PLATFORM}`,
    google: { ...CLIENT, oauthUrl: google.url, certsUrl: google.url },
  })
  admin = await t.admin()
  fox = await brand(t, 'fox.example', { site: { google_client_id: CLIENT.clientId } })
  oak = await brand(t, 'oak.example')
})
afterAll(async () => {
  await t?.close()
  await Promise.all([box.close(), google.close()])
})

const at = (host: string) => ({ headers: { host } })
const signIn = (user: Pick<TestUser, 'email' | 'password'>, host = fox.host, realm_id?: number) =>
  t.call(
    login,
    { body: { email: user.email, password: user.password, ...(realm_id && { realm_id }) } },
    null,
    at(host),
  )
const tokenOf = async (user: TestUser, host = fox.host) => {
  const answer = await signIn(user, host)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data.authorisation
}
const outcome = ({ status, error }: Awaited<ReturnType<typeof signIn>>) => [
  status,
  error?.code,
  error?.message,
]
const statusAt = async (as: { token: string }, host: string) => (await t.call(me, {}, as, at(host))).status
/** The next mail to an address after `send`. */
async function mailAfter(email: string, send: () => Promise<{ status: number }>) {
  const before = box.mails.length
  const answer = await send()
  expect(answer.status).toBeLessThan(300)
  return box.waitFor(email, (mail) => box.mails.indexOf(mail) >= before)
}
const asCustomer = (user_id: number, by: { token: string }, host = fox.host) =>
  t.call(startActing, { body: { user_id, reason: 'Helping with an export' } }, by, at(host))

it('a reseller signs in on their own domain, works there, logs in as a customer, comes back and signs out', async () => {
  const own = await tokenOf(fox.reseller)
  const shown = await t.call(me, {}, own, at(fox.host))
  expect(shown.body.data).toMatchObject({ id: fox.reseller.id, acting: null, brand_scripts: false })
  expect((await t.call(showSite, {}, own, at(fox.host))).body.data.name).toBe('Brand fox.example')
  const people = await t.call(peopleToActAs, {}, own, at(fox.host))
  expect(people.body.data.map(({ id }) => id)).toContain(fox.customer.id)

  const acting = (await asCustomer(fox.customer.id, own)).body.data
  const seen = await t.call(me, {}, acting, at(fox.host))
  expect(seen.body.data).toMatchObject({
    id: fox.customer.id,
    brand_scripts: false,
    acting: { mode: 'read', brand: null },
  })
  expect([await statusAt(acting, PLATFORM), await statusAt(acting, oak.host)]).toEqual([401, 401])

  expect((await t.call(endActing, {}, own, at(fox.host))).status).toBe(200)
  expect([await statusAt(acting, fox.host), await statusAt(own, fox.host)]).toEqual([401, 200])
  expect((await t.call(logout, {}, own, at(fox.host))).status).toBe(200)
  expect(await statusAt(own, fox.host)).toBe(401)
})

it('scripts of the brand run for its customers, not for its team', async () => {
  const scriptsOf = async (user: TestUser) => (await signIn(user)).body.data.user.brand_scripts
  expect([await scriptsOf(fox.customer), await scriptsOf(fox.reseller)]).toEqual([true, false])
  const elsewhere = await signIn(fox.reseller, PLATFORM)
  expect(elsewhere.body.data.user.brand_scripts).toBe(true)
})

it('"Log in as" on the platform’s domain shows the brand of the customer, not of the reseller', async () => {
  const brandOf = async (user: TestUser, by: TestUser) => {
    const acting = (await asCustomer(user.id, by, PLATFORM)).body.data
    return (await t.call(me, {}, acting, at(PLATFORM))).body.data.acting?.brand
  }
  expect(await brandOf(fox.customer, fox.reseller)).toMatchObject({
    name: 'Brand fox.example',
    script: null,
    chat: null,
  })
  expect(await brandOf(fox.reseller, admin)).toBeNull()
})

describe('nobody else of the platform gets in on a brand’s domain', () => {
  it('another reseller, their team, direct customers and staff', async () => {
    const direct = await t.account()
    for (const user of [oak.reseller, await t.member(oak.reseller), oak.customer, direct, admin])
      expect([user.email, outcome(await signIn(user))]).toEqual([user.email, WRONG])
    expect(outcome(await signIn({ ...fox.reseller, password: 'not the password' }))).toEqual(WRONG)
    expect(outcome(await signIn(fox.reseller, oak.host))).toEqual(WRONG)
  })

  it('the reseller above, on the domain of a reseller below', async () => {
    const below = await t.account({ parent: fox.reseller, modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: below })
    const account = await findAccount(t.app.ctx, customer.accountId)
    const domain = 'below.example'
    await createSite(t.app.ctx, {
      account_id: below.accountId,
      realm_id: account?.realm_id as number,
      domain,
      name: 'Below',
      verified_at: new Date(),
    })
    expect(outcome(await signIn(fox.reseller, domain))).toEqual(WRONG)
    expect([(await signIn(below, domain)).status, (await signIn(customer, domain)).status]).toEqual([
      200, 200,
    ])
    const own = await tokenOf(fox.reseller)
    const acting = (await asCustomer(customer.id, own)).body.data
    const shown = await t.call(me, {}, acting, at(fox.host))
    expect(shown.body.data.acting?.brand).toMatchObject({ name: 'Below' })
  })

  it('somebody of the team who became staff of the installation', async () => {
    const member = await t.member(fox.reseller)
    expect((await signIn(member)).status).toBe(200)
    await updateUser(t.app.ctx, member.id, { role: 'admin', staff_role: 'support' })
    expect(outcome(await signIn(member))).toEqual(WRONG)
    expect((await signIn(member, PLATFORM)).status).toBe(200)
  })

  it('a suspended or removed member, whose session ends too', async () => {
    const member = await t.member(fox.reseller)
    const own = await tokenOf(member)
    for (const state of ['suspended', 'removed'] as const) {
      await updateUser(t.app.ctx, member.id, { state })
      expect(outcome(await signIn(member))).toEqual(WRONG)
      expect(await statusAt(own, fox.host)).toBe(401)
    }
  })

  it('a locked account: it may enter, and do nothing', async () => {
    const locked = await brand(t, 'locked.example')
    await t.app.database.pool.query(`update account set access = 'locked' where id = $1`, [
      locked.reseller.accountId,
    ])
    const own = await tokenOf(locked.reseller, locked.host)
    const body = { type: 'local', name: 'L', search: { source: 'sample', category: 'dentist' }, limit: 1 }
    const refused = await t.call(createList, { body } as never, own, at(locked.host))
    expect([refused.status, refused.error.code]).toEqual([403, 'account_locked'])
    expect((await asCustomer(locked.customer.id, own, locked.host)).error.code).toBe('account_locked')
  })

  it('with a token of another host, of either kind', async () => {
    const [here, there] = [await tokenOf(fox.reseller), await tokenOf(fox.reseller, PLATFORM)]
    for (const host of [PLATFORM, oak.host]) expect(await statusAt(here, host)).toBe(401)
    for (const host of [fox.host, oak.host]) expect(await statusAt(there, host)).toBe(401)
    expect([await statusAt(here, fox.host), await statusAt(there, PLATFORM)]).toEqual([200, 200])
  })

  it('by guessing on several domains: tries count together', async () => {
    const member = await t.member(fox.reseller)
    const wrong = { email: member.email, password: 'not the password' }
    const hosts = [fox.host, PLATFORM]
    for (let tries = 0; tries < 10; tries += 1)
      expect(outcome(await signIn(wrong, hosts[tries % 2]))).toEqual(WRONG)
    expect((await signIn(member)).error.code).toBe('rate_limited')
  })
})

describe('a customer with the email of a member', () => {
  it('is another person: the password decides, and a registration changes nothing for the member', async () => {
    const member = await t.member(fox.reseller)
    const { done } = await registered(t, box, member.email, {
      host: fox.host,
      password: 'a password of the customer',
    })
    const customer = { id: done.body.data.user.id, role: done.body.data.user.role }
    expect(customer).toEqual({ id: expect.not.closeTo(member.id, 0.1), role: 'user' })
    const as = async (password: string) => (await signIn({ email: member.email, password })).body.data.user.id
    expect([await as('a password of the customer'), await as(member.password)]).toEqual([
      customer.id,
      member.id,
    ])
  })

  it('with the same password chooses between the accounts, whose names tell nothing of the platform', async () => {
    const member = await t.member(fox.reseller)
    const { done } = await registered(t, box, member.email, { host: fox.host, password: member.password })
    const asked = await signIn(member)
    expect(outcome(asked)).toEqual([
      409,
      'brand_choice',
      'This email belongs to several accounts. Choose one',
    ])
    const { brands } = asked.error.details
    expect(brands).toHaveLength(2)
    expect(JSON.stringify(brands)).not.toMatch(/platform|leadwright/i)
    const chosen = await signIn(member, fox.host, fox.site.realm_id)
    expect(chosen.body.data.user.id).toBe(done.body.data.user.id)
    const wrong = await signIn({ ...member, password: 'not the password' })
    expect(outcome(wrong)).toEqual(WRONG)
  })
})

describe('what belongs to signing in follows the brand', () => {
  const request = (email: string, host = fox.host) =>
    t.call(forgotPassword, { body: { email } }, null, at(host))

  it('a forgotten password: mail, code and link of the brand, good there only', async () => {
    const member = await t.member(fox.reseller)
    let holder = ''
    const mail = await mailAfter(member.email, async () => {
      const answer = await request(member.email)
      holder = answer.body.data.request
      return answer
    })
    expect(mail.from.name).toBe('Brand fox.example')
    expect(new URL(linkIn(mail)).host).toBe(fox.host)
    const check = (host: string) =>
      t.call(checkResetCode, { body: { request: holder, code: codeIn(mail) } }, null, at(host))
    expect((await check(oak.host)).error.code).toBe('invalid_code')
    const { token } = (await check(fox.host)).body.data
    const set = (host: string) =>
      t.call(resetPassword, { body: { token, password: 'an entirely new one' } }, null, at(host))
    expect((await set(oak.host)).error.code).toBe('invalid_code')
    expect((await set(fox.host)).status).toBe(200)
    expect((await signIn({ ...member, password: 'an entirely new one' })).status).toBe(200)
  })

  it('a code requested on the platform’s domain opens nothing on the brand’s', async () => {
    const member = await t.member(fox.reseller)
    let holder = ''
    const mail = await mailAfter(member.email, async () => {
      const answer = await request(member.email, PLATFORM)
      holder = answer.body.data.request
      return answer
    })
    const body = { request: holder, code: codeIn(mail) }
    expect((await t.call(checkResetCode, { body }, null, at(fox.host))).error.code).toBe('invalid_code')
  })

  it('a forgotten password of anybody else: the mail knows nobody', async () => {
    for (const user of [admin, oak.reseller]) {
      const mail = await mailAfter(user.email, () => request(user.email))
      expect(mail.from.name).toBe('Brand fox.example')
      expect(() => codeIn(mail)).toThrow()
    }
  })

  it('the second factor, its challenge and its mails', async () => {
    const member = await t.member(fox.reseller)
    const own = await tokenOf(member)
    const started = await t.call(
      startSecondFactor,
      { body: { password: member.password } },
      own,
      at(fox.host),
    )
    const { secret, uri } = started.body.data
    expect(decodeURIComponent(uri)).toContain('Brand fox.example')
    const mail = await mailAfter(member.email, () =>
      t.call(enableSecondFactor, { body: { code: appCode(secret, stepAt()) } }, own, at(fox.host)),
    )
    expect(mail.from.name).toBe('Brand fox.example')
    const asked = await signIn(member)
    expect(asked.error.code).toBe('second_factor_required')
    const { challenge } = asked.error.details
    const body = { challenge, code: appCode(secret, stepAt() + 1) }
    const finish = (host: string) => t.call(loginSecondFactor, { body }, null, at(host))
    for (const host of [PLATFORM, oak.host]) expect((await finish(host)).error.code).toBe('invalid_code')
    expect((await finish(fox.host)).body.data.user.id).toBe(member.id)
  })

  it('an invitation to the team, which is accepted on that domain', async () => {
    const own = await tokenOf(fox.reseller)
    const email = 'newcomer@people.example'
    const mail = await mailAfter(email, () => t.call(inviteMember, { body: { email } }, own, at(fox.host)))
    expect(mail.from.name).toBe('Brand fox.example')
    const link = new URL(linkIn(mail))
    expect(link.host).toBe(fox.host)
    const token = new URLSearchParams(link.hash.slice(1)).get('token') as string
    const accept = (host: string) =>
      t.call(
        acceptInvitation,
        { body: { token, first_name: 'New', password: 'a new password' } },
        null,
        at(host),
      )
    expect((await accept(oak.host)).error.code).toBe('invalid_code')
    const joined = await accept(fox.host)
    expect(joined.body.data.user).toMatchObject({ email, role: 'related' })
    expect((await signIn({ email, password: 'a new password' })).status).toBe(200)
  })

  it('Google with the brand’s own client', async () => {
    const enter = async (email: string, subject: string) => {
      const { nonce } = (await t.call(socialNonce, {}, null, at(fox.host))).body.data
      const token = google.idToken({ subject, email, firstName: 'G' }, { claims: { nonce } })
      const body = { provider: 'google' as const, type: 'credential' as const, token }
      return t.call(loginWithSocial, { body }, null, at(fox.host))
    }
    const change = (user: TestUser, email: string) => updateUser(t.app.ctx, user.id, { email })
    const [member, stranger] = [await t.member(fox.reseller), await t.member(oak.reseller)]
    await change(member, 'of.fox@gmail.com')
    await change(stranger, 'of.oak@gmail.com')
    const first = await enter('of.fox@gmail.com', 'g-1')
    expect(first.body?.data.user.id, JSON.stringify(first.error)).toBe(member.id)
    expect((await enter('of.fox@gmail.com', 'g-1')).body.data.user.id).toBe(member.id)
    expect((await box.waitFor('of.fox@gmail.com')).from.name).toBe('Brand fox.example')
    const other = await enter('of.oak@gmail.com', 'g-2')
    expect(other.body.data.user).toMatchObject({ role: 'user' })
    expect(other.body.data.user.id).not.toBe(stranger.id)
  })
})

it('staff of the installation are Support to a customer, wherever their address would be', async () => {
  await updateUser(t.app.ctx, admin.id, { first_name: '', last_name: '' })
  await asCustomer(fox.customer.id, admin, PLATFORM)
  const own = await tokenOf(fox.customer)
  const { visits } = (await t.call(actingVisits, {}, own, at(fox.host))).body.data
  expect(visits[0]?.actor_name).toBe('Support')
})
