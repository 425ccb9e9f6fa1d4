import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { createList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { setMemberCap } from '#server/modules/accounts/wallet/index.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectBalancedBooks, expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const FOUND = 30
const EXPECTED = 6

let t: TestApp
let bus: LiveBus
beforeAll(async () => {
  const source = createFakeSource({ find: keyList, expects: () => EXPECTED })
  // No worker: the test checks the reservation before any work is done.
  t = await testApp({ roles: ['web'], sources: [source] })
  bus = createLiveBus(t.databaseUrl, silentLog())
})
afterAll(async () => {
  await bus.close()
  await t.close()
})

const request = { name: 'Held', type: 'local' as const, search: { keywords: `0..${FOUND}` } }
const start = (user: TestUser, more: { max_cost?: number } = {}) =>
  t.call(createList, { body: { ...request, ...more } }, user)
const limits = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data

/** Completes the run and returns it. */
async function ended(user: TestUser, id: number) {
  const { db } = t.app.database
  await expectBalancedBooks(db, user.accountId)
  const worker = createRunWorker({ ...t.app.ctx, bus })
  await worker.execute(user.accountId, id)
  await expectSettledBooks(db, user.accountId)
  return t.finished(id, user)
}

describe('a search that cannot be counted beforehand', () => {
  it('holds the expected cost, and holds more in steps when it finds more', async () => {
    const user = await t.account({ credits: 100 })
    const { search, type } = request
    const quote = await t.call(createQuote, { body: { search, type } }, user)
    expect(quote.body.data.credits).toEqual({ min: 0, expected: EXPECTED, max: FOUND })
    const { id } = (await start(user)).body.data.run
    expect(await limits(user)).toMatchObject({ available: 94, reserved: EXPECTED })
    const run = await ended(user, id)
    expect(run).toMatchObject({ state: 'succeeded', cost: FOUND, counts: { delivered: FOUND } })
    expect(run.counts.unpaid).toBeUndefined()
    expect(await limits(user)).toMatchObject({ available: 70, reserved: 0, spent: FOUND })
    const lines = (await t.call(ledger, { query: { limit: 200 } }, user)).body.data
    const held = lines.filter(({ credit }) => credit === 'reserved').map(({ amount }) => amount)
    expect(held.length).toBeGreaterThan(2)
    expect(held.length).toBeLessThan(FOUND / 4)
    expect(held.reduce((sum, amount) => sum + amount, 0)).toBe(FOUND)
  })

  it('ends clearly when the wallet is empty, and says what it left out', async () => {
    const user = await t.account({ credits: 10 })
    const run = await ended(user, (await start(user)).body.data.run.id)
    expect(run).toMatchObject({
      state: 'succeeded',
      cost: 10,
      counts: { delivered: 10, charged: 10, unpaid: 5 },
    })
    expect(await limits(user)).toMatchObject({ available: 0, reserved: 0, spent: 10 })
  })

  it('never costs more than a member may spend', async () => {
    const main = await t.account({ credits: 100 })
    const member = await t.member(main)
    await transaction(t.app.database.db, () => setMemberCap(t.app.ctx, main.accountId, member.id, 8))
    const run = await ended(member, (await start(member)).body.data.run.id)
    expect(run).toMatchObject({ state: 'succeeded', cost: 8, counts: { delivered: 8, unpaid: 2 } })
    expect(await limits(main)).toMatchObject({ available: 92, reserved: 0 })
  })

  it('never costs or holds more than its maximum', async () => {
    const user = await t.account({ credits: 100 })
    const { id } = (await start(user, { max_cost: 4 })).body.data.run
    expect(await limits(user)).toMatchObject({ available: 96, reserved: 4 })
    expect(await ended(user, id)).toMatchObject({ state: 'succeeded', cost: 4 })
    const more = (await start(user, { max_cost: 9 })).body.data.run
    expect(await ended(user, more.id)).toMatchObject({ state: 'succeeded', cost: 9 })
  })

  it('is refused when even the expected cost cannot be held', async () => {
    const { status, error } = await start(await t.account({ credits: 5 }))
    expect([status, error.code, error.details]).toEqual([
      402,
      'insufficient_credits',
      { needed: EXPECTED, available: 5, affordable: 5 },
    ])
  })
})
