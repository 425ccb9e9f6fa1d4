import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { createPackage } from '#contract/accounts/plans.ts'
import { handleEvent } from '#server/modules/accounts/payments/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { FAKE_API_KEY, signIpn, startFakePayKickstart } from './fake-paykickstart.ts'
import { testApp } from './test-app.ts'

const DAY_MS = 86_400_000
const SECRET = 'secret of campaign 215'

interface Purchase {
  invoice: string
  email: string
  tx: string
}

/** A sale, its first rebill, a refund of a part and the cancellation. */
function noticesOf({ invoice, email, tx }: Purchase, now: Date): URLSearchParams[] {
  const notice = (event: string, at: Date, more: Record<string, string> = {}) =>
    new URLSearchParams({
      event,
      mode: 'live',
      amount: '49.00',
      campaign_id: '215',
      product_id: 'pro',
      transaction_id: tx,
      invoice_id: invoice,
      transaction_time: String(Math.floor(at.getTime() / 1000)),
      buyer_email: email,
      buyer_first_name: 'Bea',
      buyer_last_name: 'Łuk',
      ...more,
    })
  return [
    notice('sales', new Date(now.getTime() - 10 * DAY_MS)),
    notice('subscription-payment', now, { transaction_id: `${tx}-2` }),
    notice('refund', now, { amount: '9.80' }),
    notice('subscription-cancelled', now),
  ]
}

/**
 * Purchases at PayKickstart whose notifications arrive in another order each time, twice each, and are handled by
 * several workers at once.
 * @returns each buyer's rows, which must be the same. Payments as sums: a refund that comes before its payment counts
 * for another one of the purchase.
 */
export async function shuffledNotices(purchases: number): Promise<unknown[]> {
  const clock = fixedClock(new Date(Math.floor(Date.now() / 60_000) * 60_000))
  const fake = await startFakePayKickstart()
  const t = await testApp({ payKickstartUrl: `${fake.url}/api`, clock, roles: ['web'] })
  try {
    const seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 1_000_000 })
    const terms = { credits: 100, price_minor: 4900, currency: 'USD' as const, period: 'month' as const }
    const pack = { name: 'Pro', modules: ['leads' as const], ...terms }
    const { id } = (await t.call(createPackage, { body: pack }, seller)).body.data
    const body = {
      api_key: FAKE_API_KEY,
      portal_id: null,
      campaigns: [{ id: '215', secret: SECRET }],
      products: [{ campaign_id: '215', product_id: 'pro', package_id: id }],
    }
    expect((await t.call(savePayKickstart, { body }, seller)).status).toBe(200)

    const send = async (form: URLSearchParams) => {
      const { statusCode } = await t.app.http.inject({
        method: 'POST',
        url: '/webhooks/paykickstart',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: signIpn(new URLSearchParams(form), SECRET).toString(),
      })
      expect(statusCode).toBe(200)
    }
    /** Handles every waiting notification by two workers at once. */
    async function work(): Promise<void> {
      const { rows } = await sql<{ event_id: string }>`
        select event_id from payment_event where outcome = 'received' order by received_at, event_id`.execute(
        t.app.database.db,
      )
      for (const { event_id } of rows)
        await Promise.all([1, 2].map(() => handleEvent(t.app.ctx, 'paykickstart', event_id).catch(() => {})))
    }

    const seen: unknown[] = []
    for (let round = 0; round < purchases; round += 1) {
      const of = { invoice: `PK-INV${round}`, email: `buyer${round}@people.example`, tx: `PK-TN${round}` }
      const notices = noticesOf(of, clock.now())
      const twice = [...notices, ...notices]
      const all = fc.shuffledSubarray(twice, { minLength: twice.length })
      const [shuffled = []] = fc.sample(all, { numRuns: 1, seed: round })
      for (const [index, notice] of shuffled.entries()) {
        await send(notice)
        if (index % 3 === round % 3) await work()
      }
      // What came before its sale is tried again.
      for (let again = 0; again < 4; again += 1) await work()
      const { rows } = await sql`
        select s.state, s.period_start, s.period_end, s.cancel_at, w.available,
          (select json_build_array(count(*), sum(p.amount_minor), sum(p.refunded_minor), sum(p.taken_back))
            from payment p where p.account_id = s.account_id) as payments,
          (select count(*) from subscription_period x where x.account_id = s.account_id) as periods
        from subscription s join wallet w using (account_id) join account_contact c using (account_id)
        where c.email = ${of.email} and s.is_current`.execute(t.app.database.db)
      seen.push(rows)
    }
    return seen
  } finally {
    await t.close()
    await fake.close()
  }
}
