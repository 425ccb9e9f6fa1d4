import { afterAll, beforeAll, expect, it } from 'vitest'
import { finishTransfers, grantPurchase, showBalance } from '#server/modules/accounts/wallet/index.ts'
import { tidyClosedAccounts } from '#server/modules/privacy/account-closing/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

const clock = fixedClock(new Date())
let s: PaymentStory
let pro: number
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  pro = await s.sell()
})
afterAll(() => s.close())

/** A customer whose payment is disputed with 500 credits held, and whose account is then deleted. */
async function deletedWhileDisputed(email: string) {
  await s.send(...s.stripe.completeCheckout(await s.goToPay(pro, { email }), { email }))
  const accountId = await s.accountOf(email)
  const [payment] = await s.rows(`select external_id from payment where account_id = ${accountId}`)
  const { id, event } = s.stripe.dispute(payment?.external_id, 'needs_response')
  await s.send(event)
  await s.rows(
    `update account set closed_at = now() - interval '31 days', delete_at = now() - interval '1 day' where id = ${accountId}`,
  )
  await tidyClosedAccounts(s.t.app.ctx)
  expect(
    await s.rows(`select deleted_at is not null as deleted from account where id = ${accountId}`),
  ).toEqual([{ deleted: true }])
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 0, reserved: 500 }])
  const end = async (state: 'won' | 'lost') => {
    await s.send(s.stripe.dispute(payment?.external_id, state, id).event)
    await finishTransfers(s.t.app.ctx)
  }
  return { accountId, end }
}
const pool = async () => (await showBalance(s.t.app.ctx, s.seller.accountId)).available

it('a dispute won after the account was deleted returns its credits to the seller who paid for them', async () => {
  const { accountId, end } = await deletedWhileDisputed('won@people.example')
  const before = await pool()
  await end('won')
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 0, reserved: 0 }])
  expect(await pool()).toBe(before + 500)
  // A repeated event returns nothing more.
  await end('won')
  expect(await pool()).toBe(before + 500)
  await expectSettledBooks(s.t.app.database.db, s.seller.accountId)
})

it('a dispute lost after the account was deleted takes its credits back, and none is owed', async () => {
  const { accountId, end } = await deletedWhileDisputed('lost@people.example')
  const before = await pool()
  await end('lost')
  expect(await s.booksOf(accountId)).toMatchObject({
    wallet: [{ available: 0, reserved: 0 }],
    payments: [{ taken_back: 500, owed: 0, state: 'lost' }],
  })
  expect(await pool()).toBe(before + 500)
})

it('credits that reach a deleted account by any other way return as well', async () => {
  const { accountId } = await deletedWhileDisputed('late@people.example')
  const before = await pool()
  const credits = {
    accountId,
    amount: 40,
    sourceId: 'late',
    unitCost: '0',
    currency: 'USD',
    reason: 'Paid late',
  }
  await transaction(s.t.app.database.db, () => grantPurchase(s.t.app.ctx, credits))
  for (const _ of ['down', 'up']) await finishTransfers(s.t.app.ctx)
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 0, reserved: 500 }])
  expect(await pool()).toBe(before)
})
