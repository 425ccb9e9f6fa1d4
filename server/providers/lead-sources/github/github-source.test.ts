import { describe, expect, it } from 'vitest'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeGithub } from '#server/testing/fake-vendors/github.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import { User, UserSearch } from './github-replies.ts'
import { createGithubSource, searchWords } from './github-source.ts'

const NOW = Date.parse('2026-11-01T00:00:00Z') / 1000
const token = { id: 1, level: 'account' as const, open: () => ({ token: FAKE_KEY }) }
const bench = vendorBench(
  () => startFakeGithub({ keys: { [FAKE_KEY]: 1_000_000, '': 60 }, reset: NOW + 1800 }),
  createGithubSource,
)
const people = (search: Record<string, unknown>) => ({ type: 'people' as const, search })

testLeadSource('GitHub', () => ({
  source: bench.source(),
  queries: [people({ keywords: 'Sample Company 0' }), people({ place: 'Berlin', has: ['email'] })],
  context: bench.context({ credential: token }),
}))

bench.testFaults('GitHub', (source, context) =>
  source.quote(people({ keywords: 'x' }), { ...context, credential: token, keys: 0 }),
)

it('escapes keywords, so that no operator reaches the query', () => {
  expect(searchWords({ keywords: 'rust -go followers:>1 OR "x"', place: 'Berlin" type:org' })).toBe(
    'rust go followers >1 x location:"Berlin type org" type:user',
  )
})

it('refuses queries that match everyone or nobody, and says what to do', () => {
  const { normalise } = bench.source()
  expect(() => normalise?.({ company: 'Acme' })).toThrow(/Enter keywords/)
  expect(() => normalise?.({ keywords: 'rust', has: ['phone'] })).toThrow(/Remove Phone/)
})

it('maps a profile for free; without a name the login is used', async () => {
  const batches = await bench.search({ keywords: 'Sample Company 0' }, { credential: token })
  const leads = batches.flatMap((batch) => batch.leads)
  expect(leads[0]).toMatchObject({
    key: 'email:ada.samplea@company-0.example',
    values: {
      name: 'Ada Samplea',
      company: 'Sample Company 0',
      website: 'https://company-0.example',
      email: 'ada.samplea@company-0.example',
      email_state: 'unknown',
      city: 'Portland',
      country: 'US',
      github_url: 'https://github.com/ada-samplea',
      x_url: 'https://x.com/ada_samplea',
    },
    origin: { url: 'https://github.com/ada-samplea' },
  })
  expect(leads[1]).toMatchObject({
    key: 'linkedin:bruno-sampleb',
    values: { linkedin_url: 'https://www.linkedin.com/in/bruno-sampleb' },
  })
  expect(leads[3]?.values.name).toBe('dario-sampled')
  expect(bench.source().declaration.price).toBe('free')
})

describe('without a token', () => {
  it('reads the remaining results after a rate limit, and says when to retry', async () => {
    const pauses: number[] = []
    const context = bench.context({
      credential: null,
      pauseFor: async (seconds) => void pauses.push(seconds),
    })
    const seen: string[] = []
    const read = async () => {
      for await (const { leads } of bench.source().search?.(people({ place: 'Portland' }), context) ?? [])
        seen.push(...leads.map(({ key }) => key))
    }
    bench.fake().keys.set('', 15)
    await expect(read()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1800 })
    expect(seen).toHaveLength(10)
    expect(pauses).toEqual([1800])
  })

  it('does not mistake a refusal for a rate limit', async () => {
    const requested = bench
      .fake()
      .answering(
        { status: 403 },
        () => bench.source().test?.(bench.context({ credential: null })) as Promise<unknown>,
      )
    await expect(requested).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

it('skips profiles deleted since the search', async () => {
  const fake = bench.fake()
  const items = [{ login: 'nobody-any-more' }, { login: 'ada-samplea' }]
  fake.failOnce({ status: 200, body: JSON.stringify({ total_count: 2, items }) })
  const [batch] = await bench.search({ keywords: 'ada' }, { credential: token })
  expect(batch?.leads.map(({ values }) => values.name)).toEqual(['Ada Samplea'])
})

it('reports how many profiles are left', async () => {
  expect((await bench.source().test?.(bench.context({ credential: token })))?.left).toBeGreaterThan(900_000)
})

const contract = vendorContract('github/github-users-subset.openapi.json') as {
  components: { examples: Record<string, { value: unknown }> }
} | null

it.skipIf(!contract)('reads the published examples (skipped where the contracts are not there)', () => {
  const { examples } = contract?.components ?? { examples: {} }
  const read = [
    [UserSearch, 'user-search-result-item-paginated'],
    [User, 'public-user-default-response'],
  ] as const
  for (const [schema, name] of read) {
    expect(examples[name], name).toBeDefined()
    expect(schema.safeParse(examples[name]?.value).error, name).toBeUndefined()
  }
})
