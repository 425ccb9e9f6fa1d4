import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReseller, resellers } from '#contract/accounts/resellers.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import { acceptInvitation, confirmEmail, login, register } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import {
  createPlanOfAccount,
  findAccount,
  findUser,
  subscribeToPlan,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await box.close()
})

let counter = 0
const make = (owner_email: string, more: object = {}) => {
  counter += 1
  const body = {
    owner_email,
    brand_name: `Brand ${counter}`,
    domain: `leads${counter}.brand.example`,
    ...more,
  }
  return t.call(createReseller, { body: body as never }, admin)
}

describe('an account that becomes a reseller', () => {
  it('keeps its people and credits, and gets the module, a brand and a realm for customers', async () => {
    const owner = await t.account({ credits: 40 })
    const answer = await make(owner.email)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    const { data } = answer.body
    expect(data).toMatchObject({ id: owner.accountId, owner_email: owner.email, customers: 0, sign_up: true })
    expect(data.modules).toEqual(['ai_suggest', 'leads', 'whitelabel'])
    const shown = await t.call(me, {}, owner)
    expect(shown.body.data.modules.map(({ slug }: { slug: string }) => slug)).toContain('whitelabel')
    expect(shown.body.data.parentSettings.support_open_ai_api_key).toBe(true)
    const settings = await t.call(siteSettings, { body: { domain: data.domain as string } })
    expect(settings.body.data).toMatchObject({ name: data.brand_name, sign_up: true })
    const list = await t.call(resellers, { query: { search: data.domain as string } }, admin)
    expect([list.body.total, list.body.data[0]?.id]).toEqual([1, owner.accountId])
  })

  it('has its own customers: registrations on its domain live in its realm, below it', async () => {
    const owner = await t.account()
    const { data } = (await make(owner.email)).body
    const host = data.domain as string
    const email = 'customer@people.example'
    const password = 'correct horse battery'
    const started = await t.call(register, { body: { first_name: 'Cara', email, password } }, null, {
      headers: { host },
    })
    const mail = await box.waitFor(email)
    expect(mail.from.name).toBe(data.brand_name)
    const { registration } = started.body.data
    const body = { email, code: codeIn(mail), registration }
    const joined = await t.call(confirmEmail, { body }, null, { headers: { host } })
    expect(joined.status, JSON.stringify(joined.error)).toBe(200)
    const user = await findUser(t.app.ctx, joined.body.data.user.id)
    const account = await findAccount(t.app.ctx, user?.account_id as number)
    expect(account?.parent_id).toBe(owner.accountId)
    expect(account?.modules).toEqual(['ai_suggest', 'leads'])
    expect(account?.support_open_ai_api_key).toBe(true)
    const elsewhere = await t.call(login, { body: { email, password } }, null, {
      headers: { host: 'localhost' },
    })
    expect(elsewhere.status).toBe(200)
    const list = await t.call(resellers, { query: { search: host } }, admin)
    expect(list.body.data[0]?.customers).toBe(1)
  })

  it('passes on only what it has, and customers lose what it loses', async () => {
    const owner = await t.account()
    await make(owner.email, { modules: ['leads'] })
    const customer = await t.account({ parent: owner, modules: ['leads', 'ai_suggest'] })
    const modulesOf = async (id: number) => (await findAccount(t.app.ctx, id))?.modules
    expect(await modulesOf(customer.accountId)).toEqual(['leads'])
    const wider = await createPlanOfAccount(t.app.ctx, {
      name: 'Wider',
      modules: ['leads', 'ai_suggest', 'whitelabel'],
      freeCredits: 0,
    })
    await subscribeToPlan(t.app.ctx, owner.accountId, wider.id)
    expect(await modulesOf(customer.accountId)).toEqual(['ai_suggest', 'leads'])
    const none = await createPlanOfAccount(t.app.ctx, {
      name: 'None',
      modules: ['whitelabel'],
      freeCredits: 0,
    })
    await subscribeToPlan(t.app.ctx, owner.accountId, none.id)
    expect(await modulesOf(customer.accountId)).toEqual([])
  })

  it('can be closed to registrations', async () => {
    const owner = await t.account()
    const { data } = (await make(owner.email, { sign_up: false })).body
    expect(data.sign_up).toBe(false)
    const settings = await t.call(siteSettings, { body: { domain: data.domain as string } })
    expect(settings.body.data.sign_up).toBe(false)
  })
})

describe('an owner without an account', () => {
  it('is invited in the same call, and owns the reseller after following the link', async () => {
    const email = 'new.owner@people.example'
    const answer = await make(email.toUpperCase(), { invite_owner: true })
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    const { data } = answer.body
    expect(data).toMatchObject({ name: data.brand_name, owner_email: null, customers: 0 })
    const mail = await box.waitFor(email)
    const token = new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token') as string
    const body = { token, first_name: 'Nora', password: 'correct horse battery' }
    const joined = await t.call(acceptInvitation, { body })
    expect(joined.status, JSON.stringify(joined.error)).toBe(200)
    const { user } = joined.body.data
    expect(user).toMatchObject({ email, role: 'user', isMainUser: true, account: { id: data.id } })
    expect(user.modules.map(({ slug }) => slug)).toEqual(['ai_suggest', 'leads', 'whitelabel'])
    const list = await t.call(resellers, { query: { search: data.domain as string } }, admin)
    expect(list.body.data[0]).toMatchObject({ id: data.id, owner_email: email })
  })

  it("is not invited away from another account's team, and nothing is left behind", async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const accounts = async () => (await t.app.database.pool.query('select count(*) from account')).rows[0]
    const before = await accounts()
    const refused = await make(member.email, { invite_owner: true })
    expect(refused.error.fields).toEqual({ owner_email: expect.stringContaining('another account') })
    const taken = await make('other.owner@people.example', { invite_owner: true, domain: 'nowhere' })
    expect(taken.error.fields).toEqual({ domain: 'Field must be a valid url' })
    expect(await accounts()).toEqual(before)
  })

  it('keeps an existing account', async () => {
    const owner = await t.account()
    const { data } = (await make(owner.email, { invite_owner: true })).body
    expect(data.id).toBe(owner.accountId)
  })
})

describe('creating a reseller', () => {
  it('names each error and leaves nothing behind', async () => {
    const owner = await t.account()
    const first = (await make(owner.email)).body.data
    expect((await make(owner.email)).error).toMatchObject({
      code: 'conflict',
      message: 'This account is already a reseller',
    })
    const other = await t.account()
    const taken = await make(other.email, { domain: String(first.domain).toUpperCase() })
    expect(taken.error.fields).toEqual({ domain: 'This domain already serves another brand' })
    expect((await findAccount(t.app.ctx, other.accountId))?.modules).toEqual(['leads'])
    expect((await make('nobody@people.example')).error.fields).toEqual({
      owner_email: 'No account has an owner with this email. Invite them to create one',
    })
    const member = await t.member(other)
    expect((await make(member.email)).status).toBe(422)
    expect((await make(admin.email)).status).toBe(422)
  })

  it.each([
    'acme',
    'http://acme.example/path',
    'acme..example',
    '-a.example',
    'a.example/path',
    'a b.example',
    '127.0.0.1',
  ])('refuses the domain "%s"', async (domain) => {
    const answer = await make('nobody@people.example', { domain })
    expect([answer.status, answer.error]).toMatchObject([422, { fields: { domain: expect.any(String) } }])
  })

  it('takes the host of an address that was pasted', async () => {
    const owner = await t.account()
    const { data } = (await make(owner.email, { domain: 'https://Pasted.brand.example/' })).body
    expect(data.domain).toBe('pasted.brand.example')
  })

  it('requires an account when the owner has several', async () => {
    const owner = await t.account()
    const { data } = (await make(owner.email)).body
    const one = await t.account()
    const user = await findUser(t.app.ctx, one.id)
    const below = await t.account({ parent: owner })
    await updateUser(t.app.ctx, below.id, { email: user?.email as string })
    const requested = await make(one.email)
    expect(requested.error.fields.account_id).toContain(`${one.accountId}`)
    expect(requested.error.fields.account_id).toContain(`${below.accountId}`)
    const chosen = await make(one.email, { account_id: below.accountId })
    expect(chosen.body.data.id).toBe(below.accountId)
    expect(data.id).toBe(owner.accountId)
  })
})
