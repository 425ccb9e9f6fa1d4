import { describe, expect, it } from 'vitest'
import { readStatsHistory } from '#contract/leads/stats-history.ts'
import { inventedPerson } from '#server/testing/fake-vendors/invented-people.ts'
import { startFakeModash } from '#server/testing/fake-vendors/modash.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import { searchBody } from './modash-query.ts'
import { Report, Search } from './modash-replies.ts'
import { createModashSource } from './modash-source.ts'

const bench = vendorBench(() => startFakeModash(), createModashSource)
const query = (search: Record<string, unknown>) => ({ type: 'influencer' as const, search })
const onInstagram = query({ platform: ['instagram'] })

testLeadSource('Modash', () => ({
  source: bench.source(),
  queries: [onInstagram, query({ platform: ['tiktok', 'youtube'], followers_min: 900_000 })],
  context: bench.context(),
}))

bench.testFaults('Modash', (source, context) => source.quote(onInstagram, { ...context, keys: 0 }))

describe('a search', () => {
  it.each([
    [{ platform: ['bluesky'] }, 'platform', /doesn’t cover Bluesky/],
    [{ platform: ['instagram', 'tiktok'], saves_min: 1 }, 'saves_min', /on TikTok only/],
    [{ saves_min: 1, audience: { credibility: 0.5 } }, 'audience', /on Instagram only/],
    [{ age_min: 20 }, 'age_min', /ages 18, 25/],
  ])('%j is rejected at its field', (search, field, message) => {
    const { normalise } = bench.source()
    expect(() => normalise?.(search)).toThrow(message)
    expect(() => normalise?.(search)).toThrow(expect.objectContaining({ field }))
  })

  it('without a network queries all that can answer it', () => {
    const { normalise } = bench.source()
    expect(normalise?.({ views_min: 5 })?.platform).toEqual(['tiktok', 'youtube'])
    expect(normalise?.({})?.platform).toEqual(['instagram', 'tiktok', 'youtube'])
  })

  it('drops results outside of bounds that Modash rounds', async () => {
    const { filter } = searchBody({ followers_min: 901_234, followers_max: 1_000_001 }, 0)
    expect(filter.influencer).toMatchObject({ followers: { min: 900_000, max: 1_005_000 } })
    const found = bench
      .source()
      .search?.(
        query({ platform: ['instagram'], followers_min: 1_113_395, followers_max: 1_148_037 }),
        bench.context(),
      )
    const followers: unknown[] = []
    for await (const { leads } of found ?? []) followers.push(...leads.map(({ values }) => values.followers))
    expect(followers).toEqual([1_148_037, 1_130_716, 1_113_395])
  })
})

it('reads contacts, audience and growth from a report, and finds nobody for another handle', async () => {
  const { first, last, email } = inventedPerson(0)
  const lead = { platform: 'instagram', handle: `${first}.${last}`.toLowerCase() }
  const found = await bench.enrich(['details'], lead)
  const values = Object.fromEntries(
    Object.entries(found?.answers[0]?.values ?? {}).map(([name, { value }]) => [name, value]),
  )
  expect(values).toMatchObject({
    email,
    followers: 1_200_000,
    audience_credibility: 0.75,
    reels_plays: 5727,
    country: 'US',
    followers_growth_rate: 0.1,
  })
  expect(readStatsHistory(values.stats_history)).toEqual([
    { month: '2026-08', followers: 1000, likes: 80, views: null },
    { month: '2026-09', followers: 1100, likes: 90, views: null },
  ])
  const before = bench.fake().charged()
  const other = await bench.enrich(['details'], { platform: 'instagram', handle: 'nobody' })
  expect([other?.answers[0]?.values, bench.fake().charged() - before]).toEqual([{}, 0])
})

describe('the vendor’s contract', () => {
  interface Operation {
    responses: { 200: { content: { 'application/json': { example: unknown } } } }
  }
  const contract = vendorContract('modash/modash-discovery.derived.openapi.json') as {
    paths: Record<string, { get: Operation; post: Operation }>
  } | null
  const exampleOf = ({ responses }: Operation) => responses[200].content['application/json'].example

  it.skipIf(!contract)('examples are parsed (skipped where the contracts are not there)', () => {
    const found = Search.parse(exampleOf(contract!.paths['/instagram/search']!.post))
    expect(found.lookalikes[0]?.profile.followers).toBeGreaterThan(0)
    const report = Report.parse(exampleOf(contract!.paths['/instagram/profile/{userId}/report']!.get))
    expect(report.profile.contacts?.[0]?.type).toBe('email')
    expect(report.profile.statHistory?.[0]).toMatchObject({ month: '2019-05', avgLikes: 1000 })
  })
})
