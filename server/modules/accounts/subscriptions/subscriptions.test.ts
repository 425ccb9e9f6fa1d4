import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestCredits } from '#contract/accounts/billing.ts'
import { createPackage } from '#contract/accounts/plans.ts'
import {
  addAccount,
  changeSubscription,
  exportUsageHistory,
  importAccounts,
  previewImport,
  setAccessPolicy,
  subscription,
  subscriptions,
  usageHistory,
} from '#contract/accounts/subscriptions.ts'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { acceptInvitation, login, logout } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { createList, lists } from '#contract/leads/lists.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import { createPlanOfAccount, findRealm } from '#server/modules/accounts/accounts/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { tickSubscriptions } from './tick.ts'

const DAY = 86_400_000
const clock = fixedClock(new Date('2027-01-31T10:00:00Z'))
const NEW_LIST = { name: 'A', type: 'people' as const, search: { source: 'sample' }, limit: 1 }
const PASSWORD = 'correct horse battery'

let t: TestApp
let box: MailBox
let seller: TestUser
let other: TestUser
let packages: { small: number; big: number; plain: number }
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url, clock })
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 1_000_000 })
  other = await t.account({ modules: ['leads', 'whitelabel'] })
  const make = async (name: string, credits: number) => {
    const body = { name, credits, modules: ['leads' as const], period: 'month' as const }
    return (await t.call(createPackage, { body }, seller)).body.data.id
  }
  packages = { small: await make('Small', 100), big: await make('Big', 500), plain: await make('Plain', 0) }
  const brand = await createSite(t.app.ctx, {
    account_id: seller.accountId,
    realm_id: await findRealm(t.app.ctx, seller.accountId, 'Fox'),
    name: 'Fox Leads',
  })
  await addTrustedDomain(t.app.ctx, brand.id, 'leads.fox.example')
})
afterAll(async () => {
  await t.close()
  await box.close()
})

let counter = 0
const customer = (more: object = {}) => {
  counter += 1
  return {
    email: `customer${counter}@people.example`,
    company: `Company ${counter}`,
    first_name: 'Cara',
    last_name: 'Hill',
    package_id: packages.small,
    ...more,
  }
}
const add = (more: object = {}, as = seller) => t.call(addAccount, { body: customer(more) }, as)
const added = async (more: object = {}) => {
  const answer = await add(more)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data
}
type Action = CallInput<typeof changeSubscription>['body']
const act = (id: number, body: Action, as = seller) =>
  t.call(changeSubscription, { params: { id }, body }, as)
const done = async (id: number, body: Action) => {
  const answer = await act(id, body)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data
}
const shown = async (id: number) => (await t.call(subscription, { params: { id } }, seller)).body.data
const tick = () => tickSubscriptions(t.app.ctx)
const query = (text: string) => sql.raw<Record<string, unknown>>(text).execute(t.app.database.db)

async function signedIn(more: object = {}): Promise<TestUser & { account: number }> {
  const account = await added(more)
  const { email = '' } = account
  const { email: to } = { email: email ?? '' }
  const mail = await box.waitFor(to)
  const token = new URL(linkIn(mail)).hash.slice('#token='.length)
  const body = { token, first_name: 'Cara', password: PASSWORD }
  const joined = await t.call(acceptInvitation, { body }, null, { headers: { host: 'leads.fox.example' } })
  expect(joined.status, JSON.stringify(joined.error)).toBe(200)
  const { user } = joined.body.data
  const signed = await t.call(login, { body: { email: to, password: PASSWORD } }, null)
  return {
    id: user.id,
    accountId: account.id,
    account: account.id,
    email: to,
    password: PASSWORD,
    token: signed.body.data.authorisation.token,
  }
}

describe('adding an account', () => {
  it("puts it on the package with extra credits and invites its owner under the seller's brand", async () => {
    const account = await added({ credits: 25 })
    expect(account).toMatchObject({
      state: 'active',
      access: 'full',
      credits: { available: 125, reserved: 0 },
    })
    expect(account.period_end).toBe('2027-02-28T10:00:00.000Z')
    const mail = await box.waitFor(account.email as string)
    expect(mail.from.name).toBe('Fox Leads')
    expect(linkIn(mail)).toContain('leads.fox.example/invitation#token=')
  })

  it('creates one account per email, also for two concurrent calls', async () => {
    const body = customer()
    const answers = await Promise.all([1, 2, 3].map(() => t.call(addAccount, { body }, seller)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const list = await t.call(subscriptions, { query: { search: body.email } }, seller)
    expect(list.body.total).toBe(1)
  })

  it("accepts only the seller's packages, and resellers only below", async () => {
    const foreign = await createPlanOfAccount(t.app.ctx, {
      name: 'Foreign',
      modules: ['leads'],
      freeCredits: 9,
      ownerAccountId: other.accountId,
    })
    expect((await add({ package_id: foreign.plan_id })).status).toBe(422)
    expect((await add({ account_id: other.accountId })).status).toBe(404)
    const admin = await t.admin()
    const byAdmin = await t.call(addAccount, { body: customer({ account_id: seller.accountId }) }, admin)
    expect(byAdmin.body.data.seller.id).toBe(seller.accountId)
  })

  it("sells nothing below the seller's cost, one by one or from a file", async () => {
    const poor = await t.account({ modules: ['leads', 'whitelabel'], credits: 1000 })
    const body = {
      name: 'Gift',
      credits: 100,
      modules: ['leads' as const],
      period: 'month' as const,
      price_minor: 1,
      currency: 'USD' as const,
    }
    const { id } = (await t.call(createPackage, { body }, poor)).body.data
    await query(`update plan_version set price_minor = 1000, free_credits = 100, currency = 'USD', period = 'month'
      where id = (select plan_version_id from subscription where account_id = ${poor.accountId} and is_current)`)
    const alone = await add({ package_id: id }, poor)
    expect([alone.status, alone.error?.message]).toEqual([409, expect.stringContaining('Gift can’t be sold')])
    const csv = 'email,company,package\nann@gift.example,Oak,Gift'
    const many = await t.call(importAccounts, { body: { csv } }, poor)
    expect(many.body.data).toMatchObject({ created: 0, failed: [{ line: 2, message: alone.error?.message }] })
  })

  it('gives one trial per email, also under another label of the mailbox', async () => {
    const first = await added({ email: 'trial@people.example', trial_days: 14 })
    expect(first).toMatchObject({ state: 'trialing', trial_ends_at: '2027-02-14T10:00:00.000Z' })
    const second = await add({ email: 'trial+two@people.example', trial_days: 14 })
    expect([second.status, second.error?.fields?.trial_days]).toEqual([
      409,
      expect.stringContaining('0 days'),
    ])
    expect((await added({ email: 'trial+two@people.example', trial_days: 0 })).state).toBe('active')
  })
})

describe('an account of another reseller', () => {
  it('is not found', async () => {
    const { id } = await added()
    const own = [
      await t.call(subscription, { params: { id } }, other),
      await act(id, { action: 'pause' }, other),
      await t.call(usageHistory, { query: { customer_id: id } }, other),
      await t.call(subscriptions, { query: { account_id: seller.accountId } }, other),
      await t.call(subscription, { params: { id: seller.accountId } }, seller),
    ]
    expect(own.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await shown(id)).state).toBe('active')
  })
})

describe('access', () => {
  it('locks a paused account except billing and its data, and reopens it', async () => {
    const user = await signedIn()
    await done(user.account, { action: 'pause' })
    const calls = {
      me: await t.call(me, {}, user),
      limits: await t.call(userLimits, {}, user),
      ledger: await t.call(ledger, {}, user),
      credits: await t.call(requestCredits, { body: { amount: 5 } }, user),
      export: await t.call(startAccountExport, {}, user),
      lists: await t.call(lists, {}, user),
      create: await t.call(createList, { body: NEW_LIST }, user),
    }
    const status = Object.fromEntries(Object.entries(calls).map(([name, reply]) => [name, reply.status]))
    expect(status).toEqual({
      me: 200,
      limits: 200,
      ledger: 200,
      credits: 201,
      export: 201,
      lists: 403,
      create: 403,
    })
    expect(calls.lists.error?.code).toBe('account_locked')
    expect(calls.me.body.data.account.access).toEqual({
      level: 'locked',
      message: 'Your subscription is paused. Your data is kept; ask your provider to resume it',
    })
    await done(user.account, { action: 'resume' })
    expect((await t.call(lists, {}, user)).status).toBe(200)
    expect((await t.call(logout, {}, user)).status).toBe(200)
  })

  it('is reduced step by step while a payment is overdue, as the seller configured', async () => {
    const user = await signedIn()
    const policy = { read_only_after_days: 2, locked_after_days: 5 }
    await t.call(setAccessPolicy, { body: policy }, seller)
    await done(user.account, { action: 'mark_past_due', reason: 'Transfer is missing' })
    const level = async () => (await shown(user.account)).access
    expect(await level()).toBe('full')
    clock.advance(2 * DAY)
    await tick()
    expect(await level()).toBe('read_only')
    const [read, change] = [await t.call(lists, {}, user), await t.call(createList, { body: NEW_LIST }, user)]
    expect([read.status, change.status, change.error?.code]).toEqual([200, 403, 'account_read_only'])
    clock.advance(3 * DAY)
    await tick()
    expect(await level()).toBe('locked')
    await done(user.account, { action: 'mark_paid', reason: 'Arrived' })
    expect(await level()).toBe('full')
    await t.call(setAccessPolicy, { body: { read_only_after_days: 7, locked_after_days: 21 } }, seller)
  })

  it('removes only the payment hold when paid', async () => {
    const { id } = await added()
    await done(id, { action: 'hold', reason: 'Abuse reported' })
    await query(
      `insert into access_hold (account_id, cause, source_account_id, reason, at, starts_at)
        values (${id}, 'payment', ${seller.accountId}, 'Declined', now(), '2020-01-01')`,
    )
    const paid = await done(id, { action: 'mark_paid', reason: 'Paid by transfer' })
    expect([paid.access, paid.holds.map(({ cause }) => cause)]).toEqual(['locked', ['reseller']])
    expect((await done(id, { action: 'release' })).access).toBe('full')
    expect((await act(id, { action: 'release' })).status).toBe(409)
  })

  it('keeps a platform hold when the seller lifts its own', async () => {
    const { id } = await added()
    const admin = await t.admin()
    await act(id, { action: 'hold', reason: 'Under review' }, admin)
    await done(id, { action: 'hold', reason: 'Abuse' })
    const left = await done(id, { action: 'release' })
    expect([left.access, left.holds.map(({ cause }) => cause)]).toEqual(['locked', ['staff']])
    await act(id, { action: 'release' }, admin)
    expect((await shown(id)).access).toBe('full')
  })

  it('gives customers of a locked seller notice, then read-only access, and restores everything afterwards', async () => {
    const admin = await t.admin()
    const user = await signedIn()
    const held = await act(seller.accountId, { action: 'hold', reason: 'Fraud' }, admin)
    expect(held.body.data.access).toBe('locked')
    await tick()
    const access = async () => (await t.call(me, {}, user)).body.data.account.access
    expect(await access()).toEqual({ level: 'full', message: expect.stringContaining('no longer active') })
    clock.advance(14 * DAY)
    await tick()
    expect((await access()).level).toBe('read_only')
    await act(seller.accountId, { action: 'release' }, admin)
    await tick()
    expect(await access()).toEqual({ level: 'full', message: null })
  })
})

describe('periods', () => {
  const granted = async (id: number) =>
    (
      await query(
        `select sum(amount)::int as sum from ledger where account_id = ${id} and debit = 'in_transit'`,
      )
    ).rows[0]?.sum
  const toEnd = async (id: number) =>
    clock.advance(Date.parse((await shown(id)).period_end as string) - clock.now().getTime())

  it('grant the credits of a package once each, with any number of workers and checks', async () => {
    const { id } = await added()
    await toEnd(id)
    await Promise.all([tick(), tick(), tick()])
    await tick()
    expect(await granted(id)).toBe(200)
    // A repeated job for a period that already has its credits, as after a restore.
    clock.advance(3_600_000)
    await query(
      `update subscription set anchor_at = period_start, period_end = period_start + interval '1 second'
        where account_id = ${id} and is_current`,
    )
    await tick()
    expect(await granted(id)).toBe(200)
  })

  it('missed while no worker ran grant nothing', async () => {
    const { id } = await added()
    clock.advance(100 * DAY)
    await tick()
    expect(await granted(id)).toBe(200)
    expect(Date.parse((await shown(id)).period_end as string)).toBeGreaterThan(clock.now().getTime())
  })

  it('grant nothing while the subscription is paused, and a new one starts afterwards', async () => {
    const { id } = await added()
    await done(id, { action: 'pause' })
    clock.advance(70 * DAY)
    await tick()
    expect(await granted(id)).toBe(100)
    const resumed = await done(id, { action: 'resume' })
    expect(resumed.period_start).toBe(clock.now().toISOString())
    expect(await granted(id)).toBe(200)
  })

  it('start after a trial, which can be extended', async () => {
    const { id } = await added({ trial_days: 7 })
    const until = new Date(clock.now().getTime() + 9 * DAY).toISOString()
    expect(await done(id, { action: 'extend', until })).toMatchObject({
      trial_ends_at: until,
      period_end: until,
    })
    expect((await act(id, { action: 'extend', until })).status).toBe(422)
    clock.advance(9 * DAY)
    await tick()
    expect(await shown(id)).toMatchObject({ state: 'active', period_start: until })
    expect(await granted(id)).toBe(200)
  })

  it('apply an upgrade now, in a new cycle, and a downgrade at their end', async () => {
    const { id } = await added()
    clock.advance(20 * DAY)
    const up = await done(id, { action: 'change_package', package_id: packages.big })
    expect(up).toMatchObject({
      package: { name: 'Big' },
      next_change: null,
      period_start: clock.now().toISOString(),
    })
    expect(up.credits.available).toBe(600)
    expect((await act(id, { action: 'change_package', package_id: packages.big })).status).toBe(409)
    const down = await done(id, { action: 'change_package', package_id: packages.small })
    expect(down).toMatchObject({
      package: { name: 'Big' },
      next_change: { rule: 'period_end', package: { name: 'Small' } },
    })
    await done(id, { action: 'change_package', package_id: packages.plain })
    const open = await query(
      `select target_version_id from subscription_change
        where account_id = ${id} and applied_at is null and dropped_at is null`,
    )
    expect(open.rows).toHaveLength(1)
    expect((await done(id, { action: 'drop_change' })).next_change).toBeNull()
    await done(id, { action: 'change_package', package_id: packages.small })
    await toEnd(id)
    await tick()
    expect(await shown(id)).toMatchObject({ package: { name: 'Small' }, next_change: null })
    expect(await granted(id)).toBe(700)
  })

  it('change once for many concurrent requests', async () => {
    const { id } = await added()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => act(id, { action: 'change_package', package_id: packages.big })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await granted(id)).toBe(600)
  })

  it('end a cancelled subscription, which can be undone until then and reopened afterwards', async () => {
    const { id } = await added()
    const cancelled = await done(id, { action: 'cancel' })
    expect(cancelled).toMatchObject({ state: 'active', access: 'full', cancel_at: cancelled.period_end })
    expect((await done(id, { action: 'undo_cancel' })).cancel_at).toBeNull()
    await done(id, { action: 'cancel' })
    await toEnd(id)
    await tick()
    expect(await shown(id)).toMatchObject({
      state: 'cancelled',
      access: 'locked',
      credits: { available: 100 },
    })
    expect((await act(id, { action: 'undo_cancel' })).status).toBe(409)
    expect(await done(id, { action: 'reopen' })).toMatchObject({ state: 'active', access: 'full' })
    expect(await granted(id)).toBe(200)
  })

  it('grant no second allowance when an account is cancelled and reopened repeatedly', async () => {
    const { id } = await added()
    for (const _ of [1, 2, 3]) {
      await done(id, { action: 'cancel', when: 'now' })
      await done(id, { action: 'reopen' })
    }
    expect(await granted(id)).toBe(100)
  })
})

describe('closing', () => {
  it('signs everyone out, with a grace period in which the seller can reopen the account', async () => {
    const user = await signedIn()
    const closed = await done(user.account, { action: 'close', reason: 'Asked for by phone' })
    expect(closed).toMatchObject({ state: 'cancelled', access: 'closed', delete_at: expect.any(String) })
    expect((await t.call(me, {}, user)).status).toBe(401)
    const second = await done(user.account, { action: 'reopen' })
    expect(second).toMatchObject({
      state: 'active',
      access: 'full',
      delete_at: null,
      credits: { available: 100 },
    })
  })
})

describe('accounts from a file', () => {
  const csv = () => `email,company,first name,last name,package,credits
bulk1@people.example,"Acme, Inc.",Ann,Ash,Small,10
bulk2@people.example,"Zoë ""Z"" GmbH",Bo,Ek,${packages.big},
not-an-address,Acme,,,Small,
bulk3@people.example,=HYPERLINK("https://evil.example"),,,Small,
bulk4@people.example,Acme,@SUM(A1),,Small,-5
BULK1@people.example,Twice,,,Small,
bulk5@people.example,Acme,,,Nothing,
bulk6@people.example,"Line
break\u202e",,,Small,1e3`

  it('are checked row by row, added where valid, and never twice', async () => {
    const preview = await t.call(previewImport, { body: { csv: csv() } }, seller)
    expect(preview.body.data.valid).toBe(2)
    expect(preview.body.data.rows.map(({ line, errors }) => [line, errors])).toEqual([
      [2, []],
      [3, []],
      [4, ['Email isn’t valid']],
      [5, ['Company can’t start with =, +, - or @']],
      [6, ['First name can’t start with =, +, - or @', 'Credits must be a whole number such as 500']],
      [7, ['Same email as line 2']],
      [8, ['You have no package Nothing']],
      [9, ['Credits must be a whole number such as 500']],
    ])
    const first = await t.call(importAccounts, { body: { csv: csv() } }, seller)
    expect(first.body.data).toMatchObject({ created: 2, existing: 0 })
    expect(first.body.data.failed.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9])
    const second = await t.call(importAccounts, { body: { csv: csv() } }, seller)
    expect(second.body.data).toMatchObject({ created: 0, existing: 2 })
    const list = await t.call(subscriptions, { query: { search: 'bulk' } }, seller)
    expect(list.body.data.map(({ company, credits }) => [company, credits.available])).toEqual([
      ['Zoë "Z" GmbH', 500],
      ['Acme, Inc.', 110],
    ])
  })

  it('are refused as a whole when required columns are missing', async () => {
    const answer = await t.call(previewImport, { body: { csv: 'name\nAnn' } }, seller)
    expect([answer.status, answer.error?.fields?.csv]).toEqual([422, 'The file has no column named email'])
  })
})

describe('usage history', () => {
  it('counts credits, searches, members and storage by day and customer, on the page and in the file', async () => {
    const user = await signedIn({ company: 'Usage Ltd' })
    const made = await t.call(createList, { body: NEW_LIST }, user)
    await t.finished(made.body.data.run?.id as number, user)
    await query(
      `insert into upload (id, account_id, user_id, name, size, received, expires_at)
        values ('usage', ${user.account}, ${user.id}, 'a.csv', 50, 40, now() + interval '1 day')`,
    )
    const { data } = (await t.call(usageHistory, { query: { customer_id: user.account } }, seller)).body
    const now = { searches: 1, members: 1, storage_bytes: 40 }
    expect(data.days).toHaveLength(30)
    expect(data.days.at(-2)).toMatchObject({ searches: 0, members: 0, storage_bytes: 0 })
    expect(data.days.at(-1)).toMatchObject(now)
    expect(data.customers.data).toEqual([expect.objectContaining({ company: 'Usage Ltd', ...now })])
    const body = { customer_id: user.account, from: data.to, to: data.to }
    const ticket = await t.call(exportUsageHistory, { body }, seller)
    const file = await t.app.http.inject({ url: ticket.body.data.url })
    expect(file.body.split('\r\n')).toEqual([
      'day,account_id,company,credits,searches,members,storage_bytes',
      `${data.to},${user.account},Usage Ltd,${data.days.at(-1)?.credits},1,1,40`,
      '',
    ])
  })
})

describe('the list', () => {
  it('filters by state, access and package, sorts and pages', async () => {
    const { id } = await added({ company: 'AAA First', package_id: packages.plain })
    await done(id, { action: 'pause' })
    const find = async (input: object) =>
      (await t.call(subscriptions, { query: input as never }, seller)).body.data.map((item) => item.id)
    expect(await find({ state: 'paused', package_id: packages.plain })).toEqual([id])
    expect(await find({ access: 'locked', search: 'aaa first' })).toEqual([id])
    expect((await find({ sort: 'company', direction: 'asc', limit: 1 }))[0]).toBe(id)
    expect(await find({ sort: 'period_end', direction: 'asc', limit: 2, page: 2 })).toHaveLength(2)
  })
})
