import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, packages, setSalesSettings } from '#contract/accounts/plans.ts'
import { publicPackages, salesPage } from '#contract/accounts/sales.ts'
import { confirmEmail, register } from '#contract/identity/auth.ts'
import { subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { HOST, type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
})
afterAll(() => t.close())

describe('a public package of the platform for 0', () => {
  let people = 0
  it.each([
    ['is free for everybody', { modules: ['leads'] }, 200],
    ['with White Label is requested', { modules: ['leads', 'whitelabel'] }, 409],
    ['with a set-up price is paid', { modules: ['leads'], set_up_minor: 100 }, 409],
  ] as const)('%s', async (name, terms, status) => {
    const body = { name, credits: 10, price_minor: 0, currency: 'USD', period: 'month', ...terms } as const
    const made = await t.call(createPackage, { body: { ...body, modules: [...terms.modules] } }, admin)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    const params = { id: made.body.data.id as number }
    const published = await t.call(setSalesSettings, { params, body: { is_public: true } }, admin)
    expect(published.status, JSON.stringify(published.error)).toBe(200)
    const page = await t.call(salesPage, { params })
    expect(page.body.data.sign_up).toBe(status === 200)
    people += 1
    const person = {
      first_name: 'Bea',
      email: `bea${people}@people.example`,
      password: 'correct horse battery',
    }
    const answer = await t.call(register, { body: { ...person, package_id: params.id } })
    expect(answer.status).toBe(status)
  })
})

describe('a free package of a reseller', () => {
  const clock = fixedClock(new Date())
  let s: PaymentStory
  let box: MailBox
  beforeAll(async () => {
    box = await startMailBox()
    s = await paymentStory(clock, { smtpUrl: box.url, roles: ['web', 'worker'] })
  })
  afterAll(async () => {
    await s.close()
    await box.close()
  })

  const options = (from = '127.0.0.1') => ({ headers: { host: HOST }, from })
  const shown = async (id: number) =>
    (await s.t.call(salesPage, { params: { id } }, null, options())).body.data
  const person = (email: string) => ({ first_name: 'Bea', email, password: 'correct horse battery' })
  const start = (id: number, email: string) =>
    s.t.call(register, { body: { ...person(email), package_id: id } }, null, options())

  /** Registers with a package and confirms the email. */
  async function take(id: number, email: string) {
    const asked = await start(id, email)
    expect(asked.status, JSON.stringify(asked.error)).toBe(200)
    const code = codeIn(await box.waitFor(email))
    const body = { email, code, registration: asked.body.data.registration }
    return s.t.call(confirmEmail, { body }, null, options())
  }
  const free = (more: object = {}) => s.sell({ name: 'Free', price_minor: 0, credits: 50, ...more })
  it('needs no payment vendor, and its credits come again each month', async () => {
    const id = await free()
    expect(await shown(id)).toMatchObject({ sign_up: true, buy: null, sold_out: false, price_minor: 0 })
    const taken = await take(id, 'bea@people.example')
    expect(taken.status, JSON.stringify(taken.error)).toBe(200)
    const { user } = taken.body.data
    const [account] = await s.rows(`select account_id from member where id = ${user.id}`)
    const accountId = account?.account_id as number
    const books = await s.booksOf(accountId)
    const [now] = books.subscription
    expect(now).toMatchObject({ state: 'active', billed_by: null, is_current: true })
    expect(books.wallet).toMatchObject([{ available: 50 }])
    // It lasts as it was offered, whatever the seller's own credits do (ADR 0070).
    expect(books.grants).toMatchObject([{ kind: 'allowance', amount: 50, expires_at: now?.period_end }])
    clock.advance(now?.period_end.getTime() - clock.now().getTime())
    await tickSubscriptions(s.t.app.ctx)
    const later = await s.booksOf(accountId)
    expect(later.periods.map(({ credits }) => credits)).toEqual([50, 50])
    expect(later.payments).toEqual([])
  })

  it('is not taken twice by one mailbox', async () => {
    const id = await free()
    expect((await take(id, 'ben@people.example')).status).toBe(200)
    // With an account, the mail says so, and there is no code.
    expect((await start(id, 'ben@people.example')).status).toBe(200)
    const again = await take(await free(), 'ben+2@people.example')
    expect([again.status, again.error?.message]).toEqual([
      409,
      'You have had a free package with this email. Choose another package',
    ])
    expect(await s.rows(`select 1 from member where email = 'ben+2@people.example'`)).toEqual([])
    expect((await take(id, 'bert@people.example')).status).toBe(200)
  })

  it('has no lowest price, while a price below the costs has one', async () => {
    const wholesale = { credits_1000_minor: 1000, seat_minor: 0, modules: {} }
    const admin = await s.t.admin()
    const body = { name: 'Reseller', modules: ['leads' as const, 'whitelabel' as const], credits: 1000 }
    const costs = { period: 'month' as const, price_minor: 10_000, currency: 'USD' as const, wholesale }
    const made = await s.t.call(createPackage, { body: { ...body, ...costs } }, admin)
    const [version] = await s.rows(`select id from plan_version where plan_id = ${made.body.data.id}`)
    const paying = await s.t.account({ modules: ['leads', 'whitelabel'] })
    await subscribeToPlan(s.t.app.ctx, paying.accountId, version?.id)
    const create = (price_minor: number, modules: ('leads' | 'whitelabel')[] = ['leads']) => {
      const terms = { credits: 500, seats: 1, period: 'month' as const, currency: 'USD' as const }
      return s.t.call(createPackage, { body: { name: 'Any', ...terms, modules, price_minor } }, paying)
    }
    expect((await create(0)).status).toBe(201)
    expect((await create(499)).error?.message).toContain('at least USD 5.00')
    expect((await create(0, ['leads', 'whitelabel'])).status).toBe(422)
  })

  it('is on the page with all packages, cheapest first, on its seller’s domain alone', async () => {
    const list = async (host = HOST) =>
      (await s.t.call(publicPackages, {}, null, { headers: { host } })).body.data
    const before = (await list()).map(({ id }) => id)
    const year = await s.sell({ name: 'Year', period: 'year', price_minor: 12_000, trial_days: 14 })
    const month = await s.sell({ name: 'Month', price_minor: 4900 })
    const hidden = await s.sell({ name: 'Hidden', price_minor: 100 })
    await s.t.call(setSalesSettings, { params: { id: hidden }, body: { is_public: false } }, s.seller)
    const sales = { description: 'For teams that call a lot' }
    await s.t.call(setSalesSettings, { params: { id: year }, body: sales }, s.seller)
    const offers = await list()
    expect(offers.map(({ id }) => id)).toEqual([...before, year, month])
    expect(offers[0]).toMatchObject({ name: 'Free', sign_up: true, trial_days: 0 })
    expect(offers.at(-2)).toMatchObject({ ...sales, trial_days: 14, sign_up: false })
    expect(await shown(year)).toMatchObject(sales)
    expect(await list('localhost')).toEqual([])
    const { public_url } = (await s.t.call(packages, {}, s.seller)).body
    expect(new URL(public_url)).toMatchObject({ hostname: HOST, pathname: '/packages' })
  })

  it('can’t be taken while its seller has too few credits', async () => {
    const id = await free()
    const found = async () => (await s.t.call(packages, {}, s.seller)).body.data.find((row) => row.id === id)
    expect((await found())?.problem).toBeNull()
    await s.leaveCredits(49)
    expect(await shown(id)).toMatchObject({ sign_up: false, buy: null, sold_out: true })
    expect((await found())?.problem).toContain('It brings 50 credits')
    const asked = await start(id, 'late@people.example')
    expect([asked.status, asked.error?.message]).toEqual([
      409,
      'This can’t be bought right now: its seller has too few credits. Request it, or try again later',
    ])
  })
})
