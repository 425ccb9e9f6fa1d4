import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { download, exportList } from '#contract/core/files.ts'
import { createList, deleteList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.places(
    'money',
    Array.from({ length: 30 }, (_, index) => ({ name: `Money ${index}`, lat: 10, lon: 10 + index / 1000 })),
  )
})
afterAll(() => t.close())

const near = { lat: 10, lon: 10 }
/** Finds `count` places, 1/1000 of a degree apart. */
const search = (count: number) => ({
  category: 'brewery',
  near,
  radius_km: (count - 0.5) * 0.1095,
})
const request = (count: number, more = {}) => ({
  name: 'Money',
  type: 'local' as const,
  search: search(count),
  ...more,
})

async function searched(body: ReturnType<typeof request>, user: TestUser) {
  const answer = await t.call(createList, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const run = await t.finished(answer.body.data.run.id, user)
  return { run, listId: answer.body.data.id }
}
const limits = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data
const settled = (user: TestUser) => expectSettledBooks(t.app.database.db, user.accountId)

describe('spending', () => {
  it('pays for exactly one lead when twenty concurrent calls want the last credit', async () => {
    const user = await t.account({ credits: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        t.call(createList, { body: request(1) }, user, { key: `last-credit-${index}` }),
      ),
    )
    const started = answers.filter((answer) => answer.status === 201)
    expect(answers.filter((answer) => answer.status !== 201 && answer.status !== 402)).toEqual([])
    // Later runs get the paid lead free of charge; no one else may hold a credit.
    for (const answer of started) await t.finished(answer.body.data.run.id, user)
    expect(await limits(user)).toMatchObject({ available: 0, reserved: 0, spent: 1 })
    const lines = await t.call(ledger, { query: { limit: 200 } }, user)
    expect(lines.body.data.filter((line) => line.credit === 'spent')).toHaveLength(1)
    await settled(user)
  })

  it('pays for one of twenty different leads with the last credit', async () => {
    const user = await t.account({ credits: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        t.call(
          createList,
          { body: request(1, { search: { keywords: `money ${index % 12}` }, limit: 1 }) },
          user,
        ),
      ),
    )
    for (const answer of answers)
      if (answer.status === 201) await t.finished(answer.body.data.run.id, user)
      else expect(answer.status).toBe(402)
    expect(await limits(user)).toMatchObject({ available: 0, reserved: 0, spent: 1 })
    await settled(user)
  })

  it('reports what the credits cover, and holds nothing', async () => {
    const user = await t.account({ credits: 7 })
    const answer = await t.call(createList, { body: request(20) }, user)
    expect(answer.status).toBe(402)
    expect(answer.error).toMatchObject({
      code: 'insufficient_credits',
      details: { needed: 20, available: 7, affordable: 7 },
    })
    const { run } = await searched(request(20, { max_cost: 7 }), user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 7, counts: { delivered: 7 } })
    expect(await limits(user)).toMatchObject({ available: 0, reserved: 0, spent: 7 })
    await settled(user)
  })

  it('charges a lead once, in any number of lists', async () => {
    const user = await t.account({ credits: 100 })
    await searched(request(10), user)
    const quote = await t.call(createQuote, { body: { type: 'local', search: search(15) } }, user)
    expect(quote.body.data).toMatchObject({ matched: 15, already_paid: 10, credits: { max: 5 } })
    const { run } = await searched(request(15), user)
    expect(run).toMatchObject({ cost: 5, counts: { delivered: 15, charged: 5 } })
    await settled(user)
  })

  it('skips what was exported before, also from a deleted list, and shows how much before payment', async () => {
    const user = await t.account({ credits: 100 })
    const { listId } = await searched(request(5), user)
    const { url } = (await t.call(exportList, { body: { list_id: listId } }, user)).body.data
    const file = await t.call(download, { params: { ticket: url.split('/').at(-1) as string } })
    expect(file.status).toBe(200)
    await t.call(deleteList, { params: { id: listId } }, user)
    const wanted = { type: 'local' as const, search: search(8) }
    const quote = await t.call(createQuote, { body: { ...wanted, only_new: true } }, user)
    expect(quote.body.data).toMatchObject({ already_in_lists: 0, already_exported: 5, leads: { max: 3 } })
    const all = await t.call(createQuote, { body: wanted }, user)
    expect(all.body.data).toMatchObject({ already_exported: 5, leads: { max: 8 } })
    const { run } = await searched(request(8, { only_new: true }), user)
    expect(run).toMatchObject({ cost: 3, counts: { delivered: 3, already_exported: 5 } })
    await settled(user)
  })

  it('delivers leads of a deleted list again as new ones, free of charge', async () => {
    const user = await t.account({ credits: 100 })
    const { listId } = await searched(request(5), user)
    const known = await searched(request(5, { only_new: true }), user)
    expect(known.run.counts).toMatchObject({ delivered: 0, already_in_list: 5 })
    await t.call(deleteList, { params: { id: listId } }, user)
    const second = await searched(request(5, { only_new: true }), user)
    expect(second.run).toMatchObject({ cost: 0, counts: { delivered: 5, charged: 0 } })
    await settled(user)
  })
})

describe('a quote', () => {
  const quoteFor = async (count: number, user: TestUser) =>
    (await t.call(createQuote, { body: { type: 'local', search: search(count) } }, user)).body.data

  it('is valid for its search and account only, for 15 minutes', async () => {
    const user = await t.account({ credits: 100 })
    const quote = await quoteFor(5, user)
    const other = await t.call(createList, { body: request(6, { quote_id: quote.id }) }, user)
    expect(other.error).toMatchObject({ code: 'quote_expired' })
    const stranger = await t.account({ credits: 100 })
    const foreign = await t.call(createList, { body: request(5, { quote_id: quote.id }) }, stranger)
    expect(foreign.error).toMatchObject({ code: 'quote_expired' })
    await sql`update quote set expires_at = now() - interval '1 second' where id = ${quote.id}`.execute(
      t.app.database.db,
    )
    const late = await t.call(createList, { body: request(5, { quote_id: quote.id }) }, user)
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({ code: 'quote_expired' })
    expect(await limits(user)).toMatchObject({ available: 100, reserved: 0 })
  })

  it('stays valid when the corpus grows before the run', async () => {
    const user = await t.account({ credits: 100 })
    const search = { category: 'brewery', near: { lat: -20, lon: 20 }, radius_km: 5 }
    const three = Array.from({ length: 3 }, () => ({ lat: -20, lon: 20 }))
    await t.places('growing', three)
    const quote = await t.call(createQuote, { body: { type: 'local', search } }, user)
    expect(quote.body.data).toMatchObject({ matched: 3, credits: { max: 3 } })
    await t.places('growing', three)
    const { run } = await searched({ ...request(1), search, quote_id: quote.body.data.id } as never, user)
    expect(run).toMatchObject({ state: 'succeeded', cost: 3, counts: { delivered: 3 } })
    await settled(user)
  })
})
