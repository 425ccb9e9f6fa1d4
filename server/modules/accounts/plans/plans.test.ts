import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  archivePackage,
  checkPackage,
  createPackage,
  moveCustomers,
  packages,
  previewMove,
  publishPackage,
  setPackageOffers,
  setSalesSettings,
  showPackage,
  undoMove,
  updatePackage,
} from '#contract/accounts/plans.ts'
import { requestPackage, requestUpgrade, salesPage, upgradeOffers } from '#contract/accounts/sales.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { notifications } from '#contract/activity/notifications.ts'
import { updateSite } from '#contract/branding/site.ts'
import { confirmEmail, register } from '#contract/identity/auth.ts'
import { peopleToActAs } from '#contract/identity/log-in-as.ts'
import { inviteMember } from '#contract/identity/team.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { findAccount, subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { countCouponUse, type PlanVersionRow, requireSellable } from './index.ts'
import { changeDraft, listVersions } from './plans-store.ts'

let t: TestApp
let box: MailBox
let seller: TestUser
let admin: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  admin = await t.admin()
  seller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const db = () => t.app.database.db
type Body = Parameters<typeof create>[0]
const create = (body: { name: string } & Record<string, unknown>, by: TestUser = seller) =>
  t.call(createPackage, { body: body as never }, by)
const made = async (body: Body, by = seller) => {
  const answer = await create(body, by)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return { params: { id: answer.body.data.id as number } }
}
const shown = async (params: { id: number }, by = seller) =>
  (await t.call(showPackage, { params }, by)).body.data
const refusal = (answer: { status: number; error?: { message: string } }) => [
  answer.status,
  answer.error?.message,
]
const USD = { currency: 'USD', period: 'month' } as const
/** A seller with costs: 100 USD for 300 credits. */
async function payingSeller() {
  const plan = { name: 'Wholesale', credits: 300, price_minor: 10_000, ...USD }
  const { params } = await made({ ...plan, modules: ['leads', 'whitelabel'] }, admin)
  const version = (await shown(params, admin)).versions[0]!
  const account = await t.account({ modules: ['leads', 'whitelabel'] })
  await subscribeToPlan(t.app.ctx, account.accountId, version.id)
  return { account, params }
}

describe('a package', () => {
  it("is sold at once, with the seller's values by default", async () => {
    const { params } = await made({
      name: 'Starter',
      credits: 500,
      modules: ['leads'],
      price_minor: 4900,
      ...USD,
    })
    const detail = await shown(params)
    expect(detail).toMatchObject({ name: 'Starter', archived: false, problem: null, is_public: false })
    expect(detail.versions).toMatchObject([
      {
        version: 1,
        state: 'published',
        credits: 500,
        modules: ['leads'],
        price_minor: 4900,
        seats: null,
        customers: 0,
      },
    ])
    const list = await t.call(packages, { query: { search: 'starter' } }, seller)
    expect(list.body.data.map(({ id }) => id)).toContain(params.id)
    expect((await made({ name: 'Usual' })).params.id).toBeGreaterThan(params.id)
  })

  it('never has more modules than its seller, and never the admin panel', async () => {
    const small = await t.account({ modules: ['leads', 'whitelabel'] })
    expect(refusal(await create({ name: 'More', modules: ['leads', 'ai_suggest'] }, small))).toEqual([
      422,
      'Your own account doesn’t include AI Tools',
    ])
    expect((await create({ name: 'Admin', modules: ['admin'] }, admin)).status).toBe(422)
    const draft = await made({ name: 'Draft', publish: false, modules: ['leads'] }, small)
    expect((await t.call(updatePackage, { ...draft, body: { modules: ['ai_suggest'] } }, small)).status).toBe(
      422,
    )
  })

  it('never changes once published: changes go to a draft, and publishing archives the old version', async () => {
    const { params } = await made({ name: 'Fixed', credits: 10 })
    const row = async () =>
      (
        await sql<{
          row: string
        }>`select v::text as row from plan_version v where plan_id = ${params.id} and version = 1`.execute(
          db(),
        )
      ).rows[0]?.row
    const before = await row()
    expect(refusal(await t.call(publishPackage, { params }, seller))).toEqual([
      409,
      'There are no changes to publish',
    ])
    await Promise.all(
      [11, 12, 13].map((credits) => t.call(updatePackage, { params, body: { credits } }, seller)),
    )
    await t.call(updatePackage, { params, body: { name: 'Renamed', credits: 14 } }, seller)
    expect(await row()).toBe(before)
    expect((await shown(params)).versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'draft'],
      [1, 'published'],
    ])
    const answers = await Promise.all([1, 2].map(() => t.call(publishPackage, { params }, seller)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = await shown(params)
    expect([after.name, ...after.versions.map(({ state, credits }) => `${state} ${credits}`)]).toEqual([
      'Renamed',
      'published 14',
      'archived 10',
    ])
    const [sold] = (await listVersions(db(), params.id)) as [PlanVersionRow]
    expect(await changeDraft(db(), sold.id, { ...sold, free_credits: 99 } as never)).toBe(false)
    expect((await shown(params)).versions[0]?.credits).toBe(14)
    // Only the state of the first has changed.
    expect((await row())?.replace('archived', 'published')).toBe(before)
  })

  it('belongs to its seller only', async () => {
    const { params } = await made({ name: 'Mine' })
    const other = await t.account({ modules: ['leads', 'whitelabel'] })
    for (const by of [other, admin]) {
      const answers = [
        await t.call(showPackage, { params }, by),
        await t.call(updatePackage, { params, body: { name: 'Yours' } }, by),
        await t.call(publishPackage, { params }, by),
        await t.call(archivePackage, { params, body: { archived: true } }, by),
        await t.call(setPackageOffers, { params, body: { coupons: [], add_ons: [] } }, by),
        await t.call(setSalesSettings, { params, body: { is_public: true } }, by),
        await t.call(previewMove, { params }, by),
        await t.call(moveCustomers, { params }, by),
        await t.call(undoMove, { params: { ...params, moveId: 1 } }, by),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
    const planVersionId = (await shown(params)).versions[0]!.id
    await expect(
      requireSellable(db(), { planVersionId, sellerAccountId: other.accountId }),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is archived and offered again, unless new accounts get it', async () => {
    const { params } = await made({ name: 'Old' })
    const planVersionId = (await shown(params)).versions[0]!.id
    const sale = { planVersionId, sellerAccountId: seller.accountId }
    expect((await requireSellable(db(), sale)).version.id).toBe(planVersionId)
    await t.call(archivePackage, { params, body: { archived: true } }, seller)
    await expect(requireSellable(db(), sale)).rejects.toThrow('Old is not for sale')
    const archived = await t.call(packages, { query: { archived: 'true' } }, seller)
    expect(archived.body.data.map(({ name }) => name)).toEqual(['Old'])
    await t.call(archivePackage, { params, body: { archived: false } }, seller)
    await t.call(updateSite, { body: { sign_up: true, sign_up_plan_id: params.id } }, seller)
    expect((await t.call(archivePackage, { params, body: { archived: true } }, seller)).status).toBe(409)
    const paid = await made({ name: 'Paid', price_minor: 100, ...USD })
    expect((await t.call(updateSite, { body: { sign_up_plan_id: paid.params.id } }, seller)).status).toBe(422)
  })
})

describe('the floor price', () => {
  it('is shown while a package is edited, and saved when it is published', async () => {
    const { account } = await payingSeller()
    const check = await t.call(checkPackage, { body: { credits: 100, price_minor: 3333, ...USD } }, account)
    expect(check.body.data).toEqual({
      floor: { currency: 'USD', total_minor: 3334, credits_minor: 3334, seats_minor: 0, modules_minor: 0 },
      problems: [{ field: 'price_minor', message: expect.stringContaining('at least USD 33.34') }],
    })
    const below = { name: 'Cheap', credits: 100, price_minor: 3333, ...USD }
    expect(refusal(await create(below, account))[1]).toContain('at least USD 33.34')
    const { params } = await made({ ...below, publish: false }, account)
    expect(refusal(await t.call(publishPackage, { params }, account))[1]).toContain('at least USD 33.34')
    await t.call(updatePackage, { params, body: { price_minor: 4000 } }, account)
    expect((await t.call(publishPackage, { params }, account)).status).toBe(200)
    const coupon = {
      code: 'spring',
      amount_minor: null,
      duration: 'once',
      months: null,
      max_uses: null,
    } as const
    const offer = (percent: number) =>
      t.call(setPackageOffers, { params, body: { coupons: [{ ...coupon, percent }], add_ons: [] } }, account)
    expect(refusal(await offer(50))).toEqual([
      422,
      'With the coupon SPRING the price falls below your costs of USD 33.34',
    ])
    expect((await offer(10)).body.data.coupons).toMatchObject([{ code: 'SPRING', percent: 10, used: 0 }])
  })

  it("stops new sales when the seller's own price rises, and says why", async () => {
    const { account, params: own } = await payingSeller()
    const { params } = await made({ name: 'Fair', credits: 300, price_minor: 10_000, ...USD }, account)
    const planVersionId = (await shown(params, account)).versions[0]!.id
    const sale = { planVersionId, sellerAccountId: account.accountId }
    expect((await requireSellable(db(), sale)).priceMinor).toBe(10_000)
    await t.call(updatePackage, { params: own, body: { price_minor: 20_000 } }, admin)
    await t.call(publishPackage, { params: own }, admin)
    const dearer = (await shown(own, admin)).versions[0]!
    await subscribeToPlan(t.app.ctx, account.accountId, dearer.id)
    await expect(requireSellable(db(), sale)).rejects.toThrow(
      'Fair can’t be sold: The price must be at least USD 200.00',
    )
    const list = await t.call(packages, {}, account)
    expect(list.body.data[0]).toMatchObject({ name: 'Fair', problem: expect.stringContaining('USD 200.00') })
  })

  it('counts a coupon at the sale, up to its limit of uses', async () => {
    const { account } = await payingSeller()
    const { params } = await made({ name: 'Coupons', credits: 30, price_minor: 2000, ...USD }, account)
    const coupon = { percent: 25, amount_minor: null, duration: 'once', months: null, max_uses: 2 } as const
    await t.call(
      setPackageOffers,
      { params, body: { coupons: [{ ...coupon, code: 'TWICE' }], add_ons: [] } },
      account,
    )
    const planVersionId = (await shown(params, account)).versions[0]!.id
    const sale = { planVersionId, sellerAccountId: account.accountId }
    expect((await requireSellable(db(), { ...sale, couponCode: 'twice' })).priceMinor).toBe(1500)
    const uses = await Promise.all([1, 2, 3].map(() => countCouponUse(db(), params.id, 'TWICE')))
    expect(uses.filter(Boolean)).toHaveLength(2)
    await expect(requireSellable(db(), { ...sale, couponCode: 'TWICE' })).rejects.toThrow('used up')
    await expect(requireSellable(db(), { ...sale, couponCode: 'NOPE' })).rejects.toThrow('no such coupon')
  })
})

describe('moving customers to a new version', () => {
  async function customerOf(params: { id: number }) {
    const customer = await t.account({ parent: seller })
    await subscribeToPlan(t.app.ctx, customer.accountId, (await shown(params)).versions[0]!.id)
    return customer
  }

  it('shows the difference, takes effect next period, and can be undone until then', async () => {
    const { params } = await made({ name: 'Growing', modules: ['leads', 'ai_suggest'], credits: 10 })
    const customer = await customerOf(params)
    await t.member(customer)
    const change = { modules: ['leads' as const], credits: 50, seats: 1, price_minor: 900, ...USD }
    await t.call(updatePackage, { params, body: change }, seller)
    await t.call(publishPackage, { params }, seller)
    const preview = await t.call(previewMove, { params }, seller)
    expect(preview.body).toMatchObject({
      total: 1,
      data: [
        {
          account_id: customer.accountId,
          from_version: 1,
          modules_gained: [],
          modules_lost: ['ai_suggest'],
          price_minor: { from: 0, to: 900 },
          credits: { from: 10, to: 50 },
          members: 2,
          seats: 1,
          seats_missing: 1,
        },
      ],
    })
    const versionOf = async () =>
      (
        await sql<{
          version: number
        }>`select v.version from active_plan a join plan_version v on v.id = a.plan_version_id
        where a.account_id = ${customer.accountId}`.execute(db())
      ).rows[0]?.version
    const moved = await t.call(moveCustomers, { params }, seller)
    expect(moved.body.data.move).toMatchObject({ customers: 1, version: 2 })
    expect(Date.parse(moved.body.data.move!.first_at)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    await tickSubscriptions(t.app.ctx)
    expect(await versionOf()).toBe(1)
    const undo = { params: { ...params, moveId: moved.body.data.move!.id } }
    expect((await t.call(undoMove, undo, seller)).body.data.move).toBeNull()
    expect((await t.call(undoMove, undo, seller)).status).toBe(409)

    // A second time, which replaces the first.
    await t.call(moveCustomers, { params }, seller)
    const last = await t.call(moveCustomers, { params }, seller)
    await sql`update subscription_change set applies_at = now() - interval '1 minute' where account_id = ${customer.accountId}`.execute(
      db(),
    )
    await Promise.all([tickSubscriptions(t.app.ctx), tickSubscriptions(t.app.ctx)])
    expect(await versionOf()).toBe(2)
    const late = { params: { ...params, moveId: last.body.data.move!.id } }
    expect(refusal(await t.call(undoMove, late, seller))[0]).toBe(409)
    expect(refusal(await t.call(moveCustomers, { params }, seller))).toEqual([
      409,
      'No customer can be moved: all are on this version, or stay for the reason shown',
    ])
    const { modules } = (await findAccount(t.app.ctx, customer.accountId))!
    expect(modules).toEqual(['leads'])
  })

  it('skips customers who changed package in the meantime', async () => {
    const [first, second] = [await made({ name: 'First' }), await made({ name: 'Second' })]
    const customer = await customerOf(first.params)
    await t.call(updatePackage, { ...first, body: { credits: 5 } }, seller)
    await t.call(publishPackage, first, seller)
    await t.call(moveCustomers, first, seller)
    const other = (await shown(second.params)).versions[0]!.id
    await subscribeToPlan(t.app.ctx, customer.accountId, other)
    await sql`update subscription_change set applies_at = now() - interval '1 minute' where account_id = ${customer.accountId}`.execute(
      db(),
    )
    await tickSubscriptions(t.app.ctx)
    const on = await sql<{
      id: number
    }>`select plan_version_id as id from active_plan where account_id = ${customer.accountId}`.execute(db())
    expect(on.rows[0]?.id).toBe(other)
  })
})

describe('package limits', () => {
  it('are shown with their use, and enforced: seats, prices, logging in', async () => {
    const terms = { modules: ['leads'], seats: 2, log_in_as: 'never', credit_prices: { people_contact: 7 } }
    const { params } = await made({ name: 'Limits', ...terms })
    const customer = await t.account({ parent: seller })
    await subscribeToPlan(t.app.ctx, customer.accountId, (await shown(params)).versions[0]!.id)
    const limits = async () => (await t.call(userLimits, {}, customer)).body.data
    expect(await limits()).toMatchObject({
      seats: { limit: 2, used: 1 },
      prices: { people_contact: 7, local_contact: 1 },
      training_tokens: { used: 0 },
    })
    const invite = (email: string) => t.call(inviteMember, { body: { email } }, customer)
    expect((await invite('one@people.example')).status).toBe(201)
    expect((await invite('one@people.example')).status).toBe(201)
    expect(refusal(await invite('two@people.example'))).toEqual([
      409,
      'Your package has 2 seats, and all are taken. Remove a member or an invitation, or upgrade',
    ])
    expect((await limits()).seats).toEqual({ limit: 2, used: 2 })
    const search = { type: 'people' as const, search: { source: 'sample' }, limit: 1 }
    expect((await t.call(createQuote, { body: search }, customer)).status).toBe(201)
    const people = await t.call(peopleToActAs, { query: { account_id: customer.accountId } }, seller)
    expect(people.body.data).toMatchObject([{ allowed: false }])
  })
})

describe('selling', () => {
  it("shows public packages on the brand's domain, and registers with a free one", async () => {
    const own = await brand(t, 'sales.brand.example')
    const { host, reseller } = own
    const on = { headers: { host } }
    const { params } = await made({ name: 'Free', credits: 33, modules: ['leads'] }, reseller)
    expect((await t.call(salesPage, { params }, null, on)).status).toBe(404)
    const sales = { is_public: true, terms: 'Be kind.', after_sale_url: 'https://thanks.example/' }
    const saved = await t.call(setSalesSettings, { params, body: sales }, reseller)
    expect(saved.body.data).toMatchObject({ ...sales, sales_url: `https://${host}/packages/${params.id}` })
    const bad = await t.call(
      setSalesSettings,
      { params, body: { after_sale_url: 'javascript:alert(1)' } },
      reseller,
    )
    expect(bad.status).toBe(422)
    const page = await t.call(salesPage, { params }, null, on)
    expect(page.body.data).toMatchObject({
      name: 'Free',
      credits: 33,
      sign_up: true,
      terms: 'Be kind.',
      checkout_url: null,
    })
    expect((await t.call(salesPage, { params }, null)).status).toBe(404)

    const email = 'buyer@people.example'
    const body = { first_name: 'Bea', email, password: 'correct horse battery', package_id: params.id }
    expect((await t.call(register, { body })).status).toBe(404)
    const started = await t.call(register, { body }, null, on)
    const { registration } = started.body.data
    const code = codeIn(await box.waitFor(email))
    const joined = await t.call(confirmEmail, { body: { email, code, registration } }, null, on)
    const user = { token: joined.body.data.authorisation.token }
    const limits = await t.call(userLimits, {}, user, on)
    expect(limits.body.data.available).toBe(33)
    const upgrade = await t.call(upgradeOffers, {}, user, on)
    expect(upgrade.body.data).toMatchObject({ current: { name: 'Free' }, offers: [], can_request: true })
  })

  it('takes requests for priced packages from visitors and customers', async () => {
    const own = await brand(t, 'asking.brand.example')
    const { host, reseller, customer } = own
    const on = { headers: { host } }
    const { params } = await made(
      { name: 'Pro', credits: 100, modules: ['leads', 'ai_suggest'], price_minor: 4900, ...USD },
      reseller,
    )
    await t.call(setSalesSettings, { params, body: { is_public: true } }, reseller)
    const visitor = { name: 'Vic', email: 'vic@people.example', note: 'Soon please' }
    const body = {
      first_name: 'Vic',
      email: visitor.email,
      password: 'correct horse battery',
      package_id: params.id,
    }
    expect((await t.call(register, { body }, null, on)).status).toBe(409)
    expect((await t.call(requestPackage, { params, body: visitor }, null, on)).status).toBe(200)
    const upgrade = await t.call(upgradeOffers, {}, customer)
    expect(upgrade.body.data.offers).toMatchObject([{ id: params.id, name: 'Pro', adds: ['ai_suggest'] }])
    expect((await t.call(requestUpgrade, { body: { package_id: params.id } }, customer)).status).toBe(200)
    const hidden = await made({ name: 'Hidden' }, reseller)
    expect((await t.call(requestUpgrade, { body: { package_id: hidden.params.id } }, customer)).status).toBe(
      404,
    )
    const seen = await t.call(notifications, {}, reseller)
    expect(seen.body.data.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Vic (vic@people.example): Soon please',
        expect.stringContaining(customer.email),
      ]),
    )
  })
})
