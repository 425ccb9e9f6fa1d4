import { describe, expect, it } from 'vitest'
import { inventedPerson } from '#server/testing/fake-vendors/invented-people.ts'
import { startFakeYoutube, youtubeHandle } from '#server/testing/fake-vendors/youtube.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import type { SourceLead } from '../lead-source.ts'
import { createYoutubeSource } from './youtube-source.ts'

const stored = new Map<string, unknown>()
const cache = {
  find: async (query: string) => stored.get(query) ?? null,
  store: async (query: string, answer: unknown) => void stored.set(query, answer),
}
const bench = vendorBench(
  () => startFakeYoutube(),
  (setup) => createYoutubeSource({ ...setup, cache }),
)
const query = (search: Record<string, unknown> = {}) => ({
  type: 'influencer' as const,
  search: { keywords: 'sample', ...search },
})

testLeadSource('YouTube', () => ({
  source: bench.source(),
  queries: [query(), query({ followers_min: 5000, engagementRate: 0.01, lastposted: 60 })],
  context: bench.context(),
}))

bench.testFaults('YouTube', async (source, context) => source.test?.(context))

async function all(search: Record<string, unknown> = {}) {
  const leads: SourceLead[] = []
  for await (const batch of bench.source().search?.(query(search), bench.context()) ?? [])
    leads.push(...batch.leads)
  return leads
}

describe('a search', () => {
  it('spends quota on the same pages only once a day', async () => {
    const before = bench.fake().charged()
    const first = await all({ keywords: 'manager' })
    const cost = bench.fake().charged() - before
    expect(cost).toBeGreaterThanOrEqual(100)
    expect(await all({ keywords: 'manager' })).toEqual(first)
    expect(bench.fake().charged() - before - cost).toBeLessThan(100)
  })

  it('computes views, engagement and last post from the newest videos', async () => {
    const leads = await all({ views_min: 9000, followers_max: 20_000, engagementRate: 0.02 })
    expect(leads[0]?.values).toMatchObject({ views: 10_000, engagements: 320, country: 'US' })
    for (const { values } of leads) {
      expect(Number(values.followers)).toBeLessThanOrEqual(16_000)
      expect(values.engagement_rate).toBeCloseTo(320 / Number(values.followers), 4)
    }
    expect(await all({ views_min: 10_001 })).toEqual([])
  })

  it.each([
    [{ platform: ['tiktok'] }, 'platform'],
    [{ keywords: ' ' }, 'keywords'],
  ])('%j is rejected at its field', (search, field) => {
    expect(() => bench.source().normalise?.(query(search).search)).toThrow(expect.objectContaining({ field }))
  })
})

it('distinguishes a used-up daily quota and a wrong key from other errors', async () => {
  const request = (body: object, status: number) =>
    bench
      .fake()
      .answering({ status, body: JSON.stringify(body) }, () =>
        Promise.resolve(bench.source().test?.(bench.context())).catch((error: unknown) => error),
      )
  expect(await request({ error: { errors: [{ reason: 'quotaExceeded' }] } }, 403)).toMatchObject({
    code: 'quota_exhausted',
  })
  expect(await request({ error: { errors: [{ reason: 'keyInvalid' }] } }, 400)).toMatchObject({
    code: 'unauthorized',
  })
})

it('finds channel details by handle, and nothing on another network', async () => {
  const person = inventedPerson(1)
  const found = await bench.enrich(['details'], { platform: 'youtube', handle: youtubeHandle(person) })
  expect(found?.answers[0]?.values).toMatchObject({
    followers: { value: 2000 },
    views: { value: 10_000 },
    email: { value: person.email },
    last_post_at: { value: '2026-10-31' },
  })
  const other = await bench.enrich(['details'], { platform: 'tiktok', handle: youtubeHandle(person) })
  expect(other?.answers[0]?.values).toEqual({})
})

describe('the vendor’s contract', () => {
  interface Contract {
    paths: Record<string, { get: { parameters: { name: string }[] } }>
  }
  const contract = vendorContract('youtube/youtube-v3.mock.openapi.json') as Contract | null

  it.skipIf(!contract)(
    'has every parameter that is sent (skipped where the contracts are not there)',
    async () => {
      stored.clear()
      const before = bench.fake().requests.length
      await all({ views_min: 1 })
      const requested = bench
        .fake()
        .requests.slice(before)
        .map((path) => new URL(path, 'http://youtube.example'))
      for (const url of requested) {
        const path = Object.keys(contract!.paths).find((key) => key.endsWith(url.pathname))
        const known = contract!.paths[path ?? '']?.get.parameters.map(({ name }) => name)
        expect(known, url.pathname).toEqual(expect.arrayContaining([...url.searchParams.keys()]))
      }
    },
  )
})
