import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, statement } from '#contract/accounts/wallet.ts'
import { createList } from '#contract/leads/lists.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [createFakeSource({ find: keyList, batch: 50 })] })
})
afterAll(() => t.close())

describe('the statement', () => {
  it('has one line per run however many leads it charged, and one per other transaction', async () => {
    const user = await t.account({ credits: 1000 })
    for (const keywords of ['0..130', '130..140', '140..141']) {
      const body = { name: keywords, type: 'local' as const, search: { keywords } }
      const made = await t.call(createList, { body }, user)
      await t.finished(made.body.data.run.id, user)
    }
    const { body } = await t.call(statement, { query: { limit: 2 } }, user)
    expect([body.total, body.data.length]).toEqual([4, 2])
    expect(body.data.map(({ run, spent }) => [run?.title, spent])).toEqual([
      ['140..141', 1],
      ['130..140', 10],
    ])
    const rest = (await t.call(statement, { query: { limit: 2, page: 2 } }, user)).body.data
    expect(
      rest.map(({ run, line, spent, movements }) => [run?.title, line?.amount, spent, movements]),
    ).toEqual([
      // Reserved, 130 charges, and the released rest, if any.
      ['0..130', undefined, 130, expect.any(Number)],
      [undefined, 1000, 0, 1],
    ])
    expect(rest[0]?.movements).toBeGreaterThanOrEqual(131)
  })

  it('expands a run into its leads with their names', async () => {
    const user = await t.account({ credits: 10 })
    const body = { name: 'Two', type: 'local' as const, search: { keywords: '0..2' } }
    const made = await t.call(createList, { body }, user)
    const run = await t.finished(made.body.data.run.id, user)
    const lines = (await t.call(ledger, { query: { run_id: run.id } }, user)).body.data
    const names = lines.filter(({ credit }) => credit === 'spent').map(({ lead }) => lead)
    expect(names.sort()).toEqual(['Place key:0', 'Place key:1'])
  })

  it('shows nothing of other accounts', async () => {
    const user = await t.account({ credits: 5 })
    expect((await t.call(statement, {}, user)).body.total).toBe(1)
  })
})
