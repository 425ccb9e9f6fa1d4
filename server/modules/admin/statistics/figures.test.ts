import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveCredits } from '#contract/accounts/credits.ts'
import { dashboard } from '#contract/admin/dashboard.ts'
import {
  creditUsage,
  exportAnalytics,
  loginActivity,
  monthlyCreditUsage,
} from '#contract/admin/statistics/index.ts'
import type { Capability } from '#contract/core/capabilities.ts'
import { login } from '#contract/identity/auth.ts'
import { setStaffRole } from '#contract/identity/staff.ts'
import { refundPaymentCredits } from '#server/modules/accounts/payments/index.ts'
import { findActorById } from '#server/modules/identity/sessions/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { refreshFigures } from './index.ts'
import { requestStatistic } from './statistic-file.ts'

let t: TestApp
let admin: TestUser
let reseller: TestUser
let customer: TestUser
let member: TestUser
const DAY = 24 * 60 * 60_000
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)
const refresh = () => refreshFigures(t.app.ctx)

/** A charge as a run leaves it. */
async function charge(
  user: TestUser,
  entity: number,
  kind: string,
  amount: number,
  ago: number,
  source: string | null = null,
) {
  const { db } = t.app.database
  await sql`insert into charge (account_id, entity_id, charge_kind, run_id, user_id, amount, source, created_at)
    values (${user.accountId}, ${entity}, ${kind}, 1, ${user.id}, ${amount}, ${source}, now() - make_interval(days => ${ago}))`.execute(
    db,
  )
}

/** A payment of the past as the vendor reported it, in minor units. */
async function pay(
  from: TestUser,
  seller: TestUser,
  id: string,
  {
    amount,
    tax = 0,
    refunded = 0,
    state = 'paid',
    ago = 0,
  }: { amount: number; tax?: number; refunded?: number; state?: string; ago?: number },
) {
  const { db } = t.app.database
  await sql`insert into payment (account_id, seller_account_id, vendor, vendor_account, external_id, kind, name,
      amount_minor, tax_minor, refunded_minor, currency, state, paid_at)
    values (${from.accountId}, ${seller.accountId}, 'stripe', '', ${id}, 'package', 'Gold', ${amount}, ${tax}, ${refunded},
      'USD', ${state}, now() - make_interval(days => ${ago}))`.execute(db)
}

beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  customer = await t.account({ parent: reseller })
  member = await t.member(customer)
  await charge(reseller, 1, 'local_contact', 7, 0)
  await charge(customer, 1, 'local_contact', 10, 0)
  await charge(customer, 2, 'people_contact', 30, 3, 'apollo')
  await charge(member, 3, 'local_contact', 5, 3)
  await t.call(
    giveCredits,
    { params: { id: reseller.accountId }, body: { amount: 90, reason: 'Gift' } },
    admin,
  )
  await refresh()
})
afterAll(() => t.close())

const usage = async (query: object) => (await t.call(creditUsage, { query }, admin)).body
const figures = async (query: object = {}, by = admin) => (await t.call(dashboard, { query }, by)).body.data
const figure = async (name: string) => (await figures()).figures.find((figure) => figure.name === name)

it('shows credits spent by user, account, reseller and type', async () => {
  const byUser = await usage({})
  expect(byUser).toMatchObject({ total: 3, credits: 52, from: day(29), to: day(0) })
  expect(byUser.data.map(({ key, credits }) => [Number(key), credits])).toEqual([
    [customer.id, 40],
    [reseller.id, 7],
    [member.id, 5],
  ])
  expect(byUser.days?.at(-4)).toEqual({ day: day(3), credits: 35 })
  const keys = async (by: string) => (await usage({ by })).data.map(({ key, credits }) => `${key} ${credits}`)
  expect(await keys('account')).toEqual([`${customer.accountId} 45`, `${reseller.accountId} 7`])
  expect(await keys('reseller')).toEqual([`${reseller.accountId} 45`, ' 7'])
  expect(await keys('type')).toEqual(['people_contact 30', 'local_contact 22'])
  expect((await usage({ from: day(1), to: day(0), limit: 1 })).data).toMatchObject([{ credits: 10 }])
  expect((await t.call(creditUsage, { query: { from: day(0), to: day(2) } }, admin)).status).toBe(422)
})

it('shows credits by source, and charges that don’t know theirs as not recorded', async () => {
  const { data } = await usage({ by: 'source' })
  expect(data.map(({ key, name, credits }) => [key, name, credits])).toEqual([
    ['apollo', 'Apollo', 30],
    ['', 'Not recorded', 22],
  ])
})

it('subtracts a refund on the day of the charge', async () => {
  const { db } = t.app.database
  await charge(customer, 9, 'local_contact', 100, 5)
  await sql`update charge set refunded_at = now() where entity_id = 3 and account_id = ${customer.accountId}`.execute(
    db,
  )
  await refresh()
  const { days } = await usage({})
  expect(days?.at(-4)).toEqual({ day: day(3), credits: 30 })
  // A day without later changes is not counted again.
  expect(days?.at(-6)).toEqual({ day: day(5), credits: 0 })
})

it('shows credits spent by month', async () => {
  const found = (await t.call(monthlyCreditUsage, { query: { months: 3, by: 'type' } }, admin)).body
  expect(found.months).toHaveLength(3)
  expect(found.months?.at(-1)).toBe(day(0).slice(0, 7))
  expect(found.totals?.reduce((sum, total) => sum + total, 0)).toBe(47)
  expect(found.data.find(({ key }) => key === 'people_contact')).toMatchObject({ total: 30 })
  expect(found.data[0]?.months).toHaveLength(3)
})

it('shows when people sign in', async () => {
  await t.call(login, { body: { email: member.email, password: member.password } })
  await refresh()
  const found = (await t.call(loginActivity, { query: { by: 'account' } }, admin)).body
  expect(found.data.find(({ key }) => Number(key) === customer.accountId)).toMatchObject({
    sign_ins: 3,
    users: 2,
    days: 1,
  })
  expect([found.hours?.length, found.hours?.[0]?.length]).toEqual([7, 24])
  expect(found.hours?.flat().reduce((sum, value) => sum + value, 0)).toBe(found.sign_ins)
  expect(found.days?.at(-1)).toMatchObject({ day: day(0), users: 4 })
})

it('downloads a file with all rows', async () => {
  const url = await t.listen()
  const lines = async (body: object) => {
    const { data } = (await t.call(exportAnalytics, { body: body as never }, admin)).body
    return (await (await fetch(url + data.url)).text()).split('\r\n').filter(Boolean)
  }
  const byType = await lines({ report: 'credit-usage', by: 'type' })
  expect(byType.slice(0, 2)).toEqual([
    'type,name,account,credits,charges',
    'people_contact,people_contact,,30,1',
  ])
  expect((await lines({ report: 'login-activity' })).length).toBe(5)
  expect((await lines({ report: 'monthly-credit-usage', months: 1 }))[0]).toContain(
    `,${day(0).slice(0, 7)},total`,
  )
})

it('the dashboard stores figures, which support sees without revenue', async () => {
  expect(await figure('accounts')).toMatchObject({ value: 2, before: null })
  expect(await figure('new_accounts')).toMatchObject({ value: 2, before: 0 })
  expect(await figure('users')).toMatchObject({ value: 4 })
  expect(await figure('active_users')).toMatchObject({ value: 4 })
  expect(await figure('credits_spent')).toMatchObject({ value: 47 })
  expect((await figure('credits_issued'))?.value).toBeGreaterThanOrEqual(90)
  const { db } = t.app.database
  await pay(reseller, admin, 'pi_dashboard', { amount: 4900 })
  await refresh()
  expect(await figure('revenue')).toMatchObject({ currency: 'USD', value: 4900 })
  await sql`delete from payment where external_id = 'pi_dashboard'`.execute(db)
  const support = await t.member(admin)
  await t.call(setStaffRole, { params: { id: support.id }, body: { staff_role: 'support' } }, admin)
  expect((await figures({}, support)).figures.map(({ name }) => name)).not.toContain('revenue')
  expect((await t.call(dashboard, {}, reseller)).status).toBe(403)
})

it('counts as revenue what the platform received, without tax, and what was refunded later not', async () => {
  const { db } = t.app.database
  const revenue = async () => (await figure('revenue'))?.days.filter(({ value }) => value)
  await pay(reseller, admin, 'pi_taxed', { amount: 11_900, tax: 1900, ago: 4 })
  await pay(reseller, admin, 'pi_part', { amount: 2000, refunded: 500, ago: 2 })
  await pay(reseller, admin, 'pi_lost', { amount: 700, state: 'lost', ago: 2 })
  // A reseller's own sale.
  await pay(customer, reseller, 'pi_other', { amount: 3300, ago: 2 })
  await refresh()
  expect(await revenue()).toEqual([
    { day: day(4), value: 10_000 },
    { day: day(2), value: 1500 },
  ])
  await sql`update payment set changed_at = now() - interval '1 hour'`.execute(db)
  const at = { vendor: 'stripe' as const, account: '' }
  await transaction(db, () => refundPaymentCredits(t.app.ctx, at, 'pi_taxed', 11_900))
  await refresh()
  expect(await revenue()).toEqual([{ day: day(2), value: 1500 }])
})

it('lists what needs attention, most urgent first, and removes what is resolved', async () => {
  const { db } = t.app.database
  const kinds = async () => (await figures()).attention.map(({ kind }) => kind)
  expect(await kinds()).toEqual([])
  await sql`insert into source_health (source_id, parked_until, park_reason)
    values ('apollo', now() + interval '1 hour', 'failures'), ('hunter', now() + interval '1 hour', 'admin')`.execute(
    db,
  )
  await sql`insert into payment_difference (account_id, vendor, kind, external_id, message)
    values (${reseller.accountId}, 'stripe', 'payment_missing', 'in_1', 'Paid')`.execute(db)
  await sql`update wallet set available = available + 1 where account_id = ${customer.accountId}`.execute(db)
  await sql`delete from platform_attention where kind = 'ledger'`.execute(db)
  const { ctx } = t.app
  await ctx.queue.send(ctx.db, 'housekeeping', {})
  await sql`update pgboss.job set start_after = now() - interval '900 seconds' where name = 'housekeeping'`.execute(
    db,
  )
  await refreshFigures({ ...ctx, storage: { ...ctx.storage, free: async () => 0.042 } })
  const { attention, updated_at } = await figures()
  // The job gets older until it is looked at.
  const known = (kind: string, amount: number) => (kind === 'queue' ? Math.floor(amount / 60) * 60 : amount)
  expect(attention.map(({ kind, amount, detail }) => [kind, known(kind, amount), detail])).toEqual([
    ['ledger', -1, `Accounts ${customer.accountId}`],
    ['disk', 4, null],
    ['queue', 900, null],
    ['payments', 1, expect.any(String)],
    ['sources', 1, 'apollo'],
  ])
  expect(updated_at).not.toBeNull()
  await sql`update wallet set available = available - 1 where account_id = ${customer.accountId}`.execute(db)
  await sql`update source_health set parked_until = null`.execute(db)
  await sql`update payment_difference set resolution = 'settled', resolved_at = now()`.execute(db)
  await sql`delete from pgboss.job where name = 'housekeeping'`.execute(db)
  await sql`update platform_attention set checked_at = now() - interval '2 hours' where kind = 'ledger'`.execute(
    db,
  )
  await refresh()
  expect(await kinds()).toEqual([])
})

it('gives nobody a statistic as a file who may not see it', async () => {
  const support = await t.member(admin)
  await t.call(setStaffRole, { params: { id: support.id }, body: { staff_role: 'support' } }, admin)
  const actor = (await findActorById(t.app.ctx, support.accountId, support.id)) as Actor
  const request = (can: Capability) =>
    requestStatistic(
      t.app.ctx,
      actor,
      { report: 'credit-usage', by: 'user' },
      { ...creditUsage.statistic, can },
    )
  await expect(request('see_revenue')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(request('see_admin')).resolves.toHaveProperty('url')
})
