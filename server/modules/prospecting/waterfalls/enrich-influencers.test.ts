import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads as leadPage, showLead } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { quoteWaterfall, startWaterfall } from '#contract/prospecting/waterfalls.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher } from '#server/testing/fake-enricher.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const directory = createFakeEnricher({ id: 'directory', enriches: ['details'] }, ({ handle }) =>
  handle === 'unknown'
    ? null
    : { values: { email: `${handle}@creators.example`, followers: 1200, engagement_rate: 0.031 } },
)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [directory.source] })
})
afterAll(() => t?.close())

const ALL = { selection: { filters: {} } }

async function enrich(user: TestUser, id: number) {
  const started = await t.call(
    startWaterfall,
    { params: { type: 'influencer', id }, body: { want: 'details', ...ALL } },
    user,
  )
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  return t.finished(started.body.data.run.id, user)
}

const valuesOf = async (user: TestUser, id: number) =>
  (await t.call(leadPage, { params: { type: 'influencer', id }, body: {} }, user)).body.data.map(
    ({ values }) => values,
  )

const creator = (handle: string, more = {}) => ({
  values: { name: handle, platform: 'tiktok', handle, ...more },
})

describe('enriching influencers', () => {
  it('costs 5 credits for each one a source finds, once, and nothing for a miss', async () => {
    const user = await t.account()
    const { id } = await seedList(t, user, {
      type: 'influencer',
      leads: [
        creator('ann', { email: 'own@ann.example', followers: 900 }),
        creator('bob'),
        creator('unknown'),
      ],
    })
    const quote = await t.call(
      quoteWaterfall,
      { body: { want: 'details', type: 'influencer', list_id: id, ...ALL } },
      user,
    )
    expect(quote.body.data).toMatchObject({ eligible: 3, unit_cost: 5, credits: { max: 15 } })

    const run = await enrich(user, id)
    expect(run).toMatchObject({ cost: 10, counts: { found: 2, not_found: 1 } })
    // Existing contacts are kept; figures are replaced by newer ones.
    const byHandle = new Map((await valuesOf(user, id)).map((values) => [values.handle, values]))
    expect(byHandle.get('ann')).toMatchObject({
      email: 'own@ann.example',
      followers: 1200,
      engagement_rate: 0.031,
    })
    expect(byHandle.get('bob')).toMatchObject({ email: 'bob@creators.example', followers: 1200 })
    expect(byHandle.get('unknown')).not.toHaveProperty('followers', 1200)

    expect(await enrich(user, id)).toMatchObject({ cost: 0 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('gives sample leads free sample details, and queries no other source', async () => {
    const user = await t.account()
    const search = { source: 'sample', platform: ['instagram'] }
    const made = await t.call(
      createList,
      { body: { name: 'Samples', type: 'influencer', search, limit: 4 } },
      user,
    )
    await t.finished(made.body.data.run!.id, user)
    const before = directory.requested.length
    const run = await enrich(user, made.body.data.id)
    expect(run).toMatchObject({ cost: 0, counts: { found: 4 } })
    expect(directory.requested.length).toBe(before)
    for (const values of await valuesOf(user, made.body.data.id)) {
      expect(values).toMatchObject({ email: expect.any(String), followers: expect.any(Number) })
      // Its history is not a column.
      expect(values).not.toHaveProperty('stats_history')
    }
    const params = { type: 'influencer' as const, id: made.body.data.id }
    const [lead] = (await t.call(leadPage, { params, body: {} }, user)).body.data
    const shown = (await t.call(showLead, { params: { ...params, resultId: lead!.id } }, user)).body.data
    expect(shown.stats_history).toHaveLength(12)
    expect(shown.stats_history?.at(-1)).toMatchObject({ followers: lead!.values.followers })
    expect(shown.provenance.stats_history).toMatchObject({ source: 'sample' })
  })

  it('is not offered for other list types', async () => {
    const user = await t.account()
    const { id } = await seedList(t, user, { type: 'people', leads: [{ values: { name: 'Ann' } }] })
    const refused = await t.call(
      startWaterfall,
      { params: { type: 'people', id }, body: { want: 'details', ...ALL } },
      user,
    )
    expect(refused.status).toBe(409)
  })
})
