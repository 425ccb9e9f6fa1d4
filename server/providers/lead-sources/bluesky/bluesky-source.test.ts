import { describe, expect, it } from 'vitest'
import { blueskyHandle, startFakeBluesky } from '#server/testing/fake-vendors/bluesky.ts'
import { inventedPerson } from '#server/testing/fake-vendors/invented-people.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench } from '#server/testing/vendor-bench.ts'
import { countActivity } from './bluesky-leads.ts'
import { createBlueskySource } from './bluesky-source.ts'

const bench = vendorBench(() => startFakeBluesky(), createBlueskySource)
const query = (search: Record<string, unknown>) => ({ type: 'influencer' as const, search })
const everybody = query({ keywords: 'sample' })

testLeadSource('Bluesky', () => ({
  source: bench.source(),
  queries: [everybody, query({ keywords: 'sample', followers_min: 20_000, lastposted: 30 })],
  context: bench.context(),
}))

bench.testFaults('Bluesky', async (source, context) => {
  for await (const batch of source.search?.(everybody, context) ?? []) return batch
  return null
})

async function found(search: Record<string, unknown>) {
  const leads = []
  for await (const batch of bench
    .source()
    .search?.(query({ keywords: 'sample', ...search }), bench.context()) ?? [])
    leads.push(...batch.leads)
  return leads
}

describe('a search', () => {
  it('needs keywords, and covers only its own network', () => {
    const { normalise } = bench.source()
    expect(() => normalise?.({ keywords: ' ' })).toThrow(/searches by keyword/)
    expect(() => normalise?.({ keywords: 'a', platform: ['tiktok'] })).toThrow(/doesn’t cover TikTok/)
  })

  it('filters by followers, and by figures of their posts', async () => {
    const before = bench.fake().requests.length
    const many = await found({ followers_min: 3000, followers_max: 5000 })
    expect(many.map(({ values }) => values.followers)).toEqual([3000, 4000, 5000])
    // Posts are not read for this filter: two pages and their profiles.
    expect(
      bench
        .fake()
        .requests.slice(before)
        .filter((path) => path.includes('getAuthorFeed')),
    ).toEqual([])

    // A mean of (50 + 10) / 2 per 1,000 and 2,000 followers; the third posted as recently but engages less.
    const engaged = await found({ engagementRate: 0.015, engagements_min: 30, engagements_max: 30 })
    expect(
      engaged.map(({ values }) => [values.engagement_rate, values.engagements, values.last_post_at]),
    ).toEqual([
      [0.03, 30, '2026-11-01'],
      [0.015, 30, '2026-10-31'],
    ])
    expect(await found({ lastposted: 30 })).toHaveLength(31)
  })
})

it('reports the growth of likes where posts cover two months', () => {
  const now = new Date('2026-11-01T00:00:00Z')
  const post = (days: number, likeCount: number) => ({
    author: { did: 'did:a' },
    record: { createdAt: new Date(now.getTime() - days * 86_400_000).toISOString() },
    likeCount,
  })
  const profile = { did: 'did:a', handle: 'a.example', followersCount: 100 }
  const posts = [post(1, 30), post(2, 30), post(3, 30), post(31, 20), post(40, 20), post(50, 20)]
  expect(countActivity(profile, posts, now)?.likes_growth_rate).toBe(0.5)
  expect(countActivity(profile, posts.slice(0, 5), now)?.likes_growth_rate).toBeNull()
})

it('gives current values of a lead, but none of other networks', async () => {
  const person = inventedPerson(1)
  const lead = { platform: 'bluesky', handle: blueskyHandle(person) }
  const answer = await bench.enrich(['details'], lead)
  expect(answer?.answers[0]?.values).toMatchObject({
    followers: { value: 2000, origin: { source: 'bluesky', observed_at: '2026-11-01T00:00:00.000Z' } },
    engagement_rate: { value: 0.015 },
  })
  const other = await bench.enrich(['details'], { ...lead, platform: 'tiktok' })
  expect(other?.answers[0]?.values).toEqual({})
})
