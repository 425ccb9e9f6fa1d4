import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { takeBackCredits } from '#contract/accounts/credits.ts'
import { authorizeStripe, buyPackage, connectStripe } from '#contract/accounts/payments.ts'
import { createPackage, setPackageOffers, setSalesSettings } from '#contract/accounts/plans.ts'
import { login } from '#contract/identity/auth.ts'
import { createUser, findRealm } from '#server/modules/accounts/accounts/index.ts'
import { handleEvent } from '#server/modules/accounts/payments/index.ts'
import { grantIssuedCredits } from '#server/modules/accounts/wallet/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from './factories.ts'
import { type FakeStripe, STRIPE_SECRETS, startFakeStripe } from './fake-stripe.ts'
import { type TestApp, testApp } from './test-app.ts'

export const HOST = 'leads.fox.example'
type Event = FakeStripe['events'][number]

/** A reseller with a brand and a connected account at a fake Stripe; events are handled when the test says so. */
export async function paymentStory(clock: Clock, options: Parameters<typeof testApp>[0] = {}) {
  const stripe = await startFakeStripe(clock)
  const t = await testApp({
    roles: ['web'],
    clock,
    stripe: {
      secretKey: 'sk_test_1',
      clientId: 'ca_1',
      webhookSecret: `whsec_old, ${STRIPE_SECRETS.account}`,
      connectWebhookSecret: STRIPE_SECRETS.connect,
      baseUrl: stripe.url,
    },
    ...options,
  })
  const seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const pool = { accountId: seller.accountId, amount: 1_000_000, reason: 'Opening order', userId: null }
  await transaction(t.app.database.db, () => grantIssuedCredits(t.app.ctx, pool))
  const brand = await createSite(t.app.ctx, {
    account_id: seller.accountId,
    realm_id: await findRealm(t.app.ctx, seller.accountId, 'Fox'),
    name: 'Fox Leads',
  })
  await addTrustedDomain(t.app.ctx, brand.id, HOST)
  const story = storyOf(t, stripe, seller)
  return { t, stripe, seller, ...story, ...buyersOf({ t, stripe, story }) }
}

async function leaveCredits(t: TestApp, accountId: number, amount: number): Promise<void> {
  const { available } = await t.app.database.db
    .selectFrom('wallet')
    .select('available')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const more = amount - available
  const given = { accountId, amount: more, reason: 'test', userId: null }
  if (more > 0) await transaction(t.app.ctx.db, () => grantIssuedCredits(t.app.ctx, given))
  const body = { amount: -more, reason: 'test' }
  if (more < 0) await t.call(takeBackCredits, { params: { id: accountId }, body }, await t.admin())
}

function storyOf(t: TestApp, stripe: FakeStripe, seller: TestUser) {
  const rows = async (text: string) =>
    (await sql.raw<Record<string, any>>(text).execute(t.app.database.db)).rows

  /** Sends an event as Stripe would. */
  async function deliver(
    event: Event,
    path = event.account ? '/webhooks/stripe/connect' : '/webhooks/stripe',
  ) {
    const secret = path.endsWith('connect') ? STRIPE_SECRETS.connect : STRIPE_SECRETS.account
    const { payload, header } = stripe.sign(event, secret)
    return t.app.http.inject({
      method: 'POST',
      url: path,
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
      payload,
    })
  }

  return {
    rows,
    deliver,

    async connect(code = 'ac_fox', as = seller) {
      const { url } = (await t.call(authorizeStripe, {}, as)).body.data
      const state = new URL(url).searchParams.get('state') ?? ''
      return t.call(connectStripe, { body: { code, state } }, as)
    },

    /** A package for sale on the brand's page. */
    async sell(more: { offers?: object; [term: string]: unknown } = {}) {
      const { offers, ...terms } = more
      const body = {
        name: 'Pro',
        credits: 500,
        modules: ['leads' as const],
        period: 'month' as const,
        price_minor: 4900,
        currency: 'USD' as const,
        ...terms,
      }
      const { id } = (await t.call(createPackage, { body }, seller)).body.data
      if (offers) {
        const set = { params: { id }, body: { coupons: [], add_ons: [], ...offers } }
        const { status, error } = await t.call(setPackageOffers, set, seller)
        expect(status, JSON.stringify(error)).toBe(200)
      }
      await t.call(setSalesSettings, { params: { id }, body: { is_public: true } }, seller)
      return id
    },

    /** Leaves the seller this many credits. */
    leaveCredits: (amount: number) => leaveCredits(t, seller.accountId, amount),

    /** Opens the checkout page for someone without an account. @returns the session */
    async goToPay(
      id: number,
      body: { coupon?: string; add_ons?: string[]; email?: string } = {},
      from = '127.0.0.1',
    ) {
      const options = { headers: { host: HOST }, from }
      const asked = { email: 'visitor@people.example', ...body }
      const answer = await t.call(buyPackage, { params: { id }, body: asked }, null, options)
      expect(answer.status, JSON.stringify(answer.error)).toBe(200)
      return answer.body.data.url.split('/').at(-1) as string
    },

    /** Handles all waiting events, until none is left or `rounds` is reached. */
    async work(rounds = 4) {
      for (let round = 0; round < rounds; round++) {
        const waiting = await rows(
          `select vendor, event_id from payment_event where outcome = 'received' order by received_at, event_id`,
        )
        if (waiting.length === 0) return
        for (const { event_id } of waiting) await handleEvent(t.app.ctx, 'stripe', event_id).catch(() => {})
      }
    },

    async send(...events: Event[]) {
      for (const event of events) expect((await deliver(event)).statusCode).toBe(200)
      await this.work()
    },

    accountOf: async (email: string): Promise<number> =>
      (await rows(`select account_id from account_contact where email = '${email}'`))[0]?.account_id,

    /** An account's records without generated ids and times. */
    async booksOf(accountId: number) {
      const of = (text: string) => rows(text.replaceAll('$', String(accountId)))
      return {
        payments: await of(
          'select kind, name, amount_minor, balance_minor, tax_minor, fee_minor, currency, credits, refunded_minor, withheld, taken_back, owed, settled, state from payment where account_id = $ order by id',
        ),
        subscription: await of(
          'select state, is_current, billed_by, plan_version_id, period_start, period_end, past_due_since, cancel_at from subscription where account_id = $ order by id',
        ),
        periods: await of(
          'select period_start, period_end, credits from subscription_period where account_id = $ order by period_start',
        ),
        grants: await of(
          'select kind, amount, remaining, lost, expires_at, trim_scale(unit_cost)::text as unit_cost from credit_grant where account_id = $ order by id',
        ),
        wallet: await of(
          'select available, reserved, spent, expired, taken_back from wallet where account_id = $',
        ),
        access: await of('select access, modules from account where id = $'),
        vendor: await of('select state from payment_subscription where account_id = $'),
        method: await of('select last4, fingerprint from payment_customer where account_id = $'),
      }
    },

    close: async () => {
      await t.close()
      await stripe.close()
    },
  }
}

const PASSWORD = 'correct horse battery'
let buyers = 0

/** New customers of the story's seller. */
function buyersOf({
  t,
  stripe,
  story,
}: {
  t: TestApp
  stripe: FakeStripe
  story: ReturnType<typeof storyOf>
}) {
  /** A new customer who bought a package, with all events handled. */
  async function bought(packageId: number) {
    buyers += 1
    const email = `buyer${buyers}@people.example`
    // Purchases from one address are limited.
    const session = await story.goToPay(packageId, { email }, `10.1.0.${buyers}`)
    await story.send(...stripe.completeCheckout(session, { email }))
    const accountId = await story.accountOf(email)
    const { subscription } = stripe.objects.get(session) as { subscription: string }
    const user = await createUser(t.app.ctx, accountId, {
      email,
      password: PASSWORD,
      confirmed: true,
      accessToWallet: true,
    })
    return { email, accountId, subscription, session, user }
  }

  /** Signs the owner of a purchase in on the brand's domain. */
  async function signIn(email: string, accountId: number, subscription: string) {
    const body = { email, password: PASSWORD }
    const answer = await t.call(login, { body }, null, { headers: { host: HOST } })
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
    const { token } = answer.body.data.authorisation
    const [user] = await story.rows(
      `select id from member where account_id = ${accountId} and email = '${email}'`,
    )
    return { id: user?.id as number, accountId, email, password: PASSWORD, token, subscription }
  }

  return {
    bought,
    signIn,

    /** The same, with its owner signed in on the brand's domain. */
    async signedIn(packageId: number): Promise<TestUser & { subscription: string }> {
      const { email, accountId, subscription } = await bought(packageId)
      return signIn(email, accountId, subscription)
    },

    asCustomer: ((endpoint, input, as) =>
      t.call(endpoint, input, as, { headers: { host: HOST } })) as typeof t.call,
  }
}

/**
 * Purchases of a package whose events arrive in a different order each time, duplicated and at both endpoints.
 * @returns each buyer's final state, which must be the same
 */
export async function shuffledPurchases(story: PaymentStory, packageId: number, rounds: number) {
  const { stripe, deliver, work } = story
  const seen: Awaited<ReturnType<PaymentStory['booksOf']>>[] = []
  for (let round = 0; round < rounds; round++) {
    const email = `shuffle${round}@people.example`
    // Purchases from one address are limited.
    const session = await story.goToPay(packageId, { email }, `10.0.0.${round}`)
    const events = stripe.completeCheckout(session, { email })
    const all = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })
    const [shuffled = []] = fc.sample(all, { numRuns: 1, seed: round })
    for (const [index, event] of shuffled.entries()) {
      expect((await deliver(event, index % 2 ? '/webhooks/stripe' : undefined)).statusCode).toBe(200)
      if (index % 3 === round % 3) await work(1)
    }
    await work()
    seen.push(await story.booksOf(await story.accountOf(email)))
  }
  return seen
}

export type PaymentStory = Awaited<ReturnType<typeof paymentStory>>
