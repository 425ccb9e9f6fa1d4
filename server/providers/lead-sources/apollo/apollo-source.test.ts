import { describe, expect, it } from 'vitest'
import { startFakeApollo } from '#server/testing/fake-vendors/apollo.ts'
import { inventedPerson } from '#server/testing/fake-vendors/invented-people.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import { isPromised } from '../lead-source.ts'
import { BulkMatch, CreditUsage, Match, NoResult, PeopleSearch, WebhookResult } from './apollo-replies.ts'
import { createApolloSource } from './apollo-source.ts'

const bench = vendorBench(() => startFakeApollo(), createApolloSource)
const narrow = vendorBench(() => startFakeApollo({ maySeeCredits: false }), createApolloSource)
const people = (search: Record<string, unknown>) => ({ type: 'people' as const, search })
const ofCompany = people({ company_domain: 'https://company-0.example' })

testLeadSource('Apollo', () => ({
  source: bench.source(),
  queries: [
    ofCompany,
    people({ position: 'Sales manager', exact_title: true, company_size: ['11-50', '10001+'] }),
    people({ seniority: ['c_level'], place: 'Germany', has: ['email'] }),
  ],
  context: bench.context(),
  previewHides: true,
}))

bench.testFaults('Apollo', (source, context) => source.quote(ofCompany, { ...context, keys: 0 }))

it('reports a key without permission, and an invalid request', async () => {
  const codeOf = (status: number, body: object) => {
    const source = bench.source()
    return bench
      .fake()
      .answering({ status, body: JSON.stringify(body) }, () =>
        source.quote(ofCompany, { ...bench.context(), keys: 0 }).catch((error) => [error.code, error.detail]),
      )
  }
  expect(await codeOf(403, { error: 'words', error_code: 'API_INACCESSIBLE' })).toEqual([
    'unauthorized',
    'the key is not allowed to use this endpoint',
  ])
  expect(await codeOf(422, { error: 'Invalid parameters' })).toEqual(['bad_response', 'status 422'])
})

describe('a search', () => {
  it('refuses unsupported filters, and says what to do', () => {
    const { normalise } = bench.source()
    expect(() => normalise?.({ company: 'Acme', industry: 'Software' })).toThrow(/Enter a position/)
    expect(() => normalise?.({ position: 'Owner', has: ['phone'] })).toThrow(/afterwards/)
    expect(normalise?.({ position: 'Owner' })).toEqual({ position: 'Owner' })
  })

  it('counts and previews free of charge, without a surname', async () => {
    const before = bench.fake().charged()
    const quote = await bench.source().quote(ofCompany, { ...bench.context(), keys: 0 })
    expect(quote).toMatchObject({ matched: 25, isEstimate: true })
    const [first] = (await bench.source().preview?.(ofCompany, bench.context(), 5)) ?? []
    expect(first?.values).toMatchObject({ name: 'Ada Sa***a', company: 'Sample Company 0' })
    expect(bench.fake().charged()).toBe(before)
  })

  it('unlocks only people that can be delivered, at most ten at a time', async () => {
    const before = bench.fake().charged()
    let remaining = 12
    const search = bench.source().search?.(ofCompany, bench.context({ remaining: () => remaining })) ?? []
    for await (const { leads } of search) {
      remaining -= leads.length
      if (remaining === 0) break
    }
    expect(bench.fake().charged() - before).toBe(12)
    expect(bench.fake().log.slice(-2)).toEqual([
      { path: '/people/bulk_match', charged: 10 },
      { path: '/people/bulk_match', charged: 2 },
    ])
  })

  it('maps a person, and ignores a locked address', async () => {
    const leads = (await bench.search({ company_domain: 'company-0.example' })).flatMap(
      (batch) => batch.leads,
    )
    expect(leads[0]).toMatchObject({
      key: 'linkedin:ada-samplea',
      values: {
        name: 'Ada Samplea',
        seniority: 'c_level',
        domain: 'company-0.example',
        country: 'US',
        email: 'ada.samplea@company-0.example',
        email_state: 'valid',
        linkedin_url: 'https://www.linkedin.com/in/ada-samplea',
      },
      origin: { record: 'p000000', confidence: 0.95 },
    })
    expect(leads[1]?.values.email_state).toBe('unknown')
    expect(leads.filter(({ values }) => String(values.email).includes('not_unlocked'))).toEqual([])
  })

  it('skips people without LinkedIn where it is required', async () => {
    const leads = (await bench.search({ company_domain: 'company-0.example', has: ['linkedin'] })).flatMap(
      (batch) => batch.leads,
    )
    expect(leads.length).toBeGreaterThan(15)
    expect(leads.filter(({ values }) => !values.linkedin_url)).toEqual([])
  })

  it('charges nothing for someone without contacts', async () => {
    const leads = (await bench.search({ keywords: 'Sample Company 1' })).flatMap((batch) => batch.leads)
    for (const { free, values } of leads)
      expect(Boolean(free)).toBe(!values.email && !values.phone && !values.linkedin_url)
    expect(leads.some(({ free }) => free)).toBe(true)
  })
})

it('finds email and profile at once, and only what is wanted', async () => {
  const { linkedin, email } = inventedPerson(0)
  expect((await bench.enrich(['email'], { linkedin_url: linkedin }))?.answers[0]?.values).toMatchObject({
    email: { value: email },
    email_state: { value: 'valid' },
  })
  const profile = await bench.enrich(['profile'], { email })
  expect(Object.keys(profile?.answers[0]?.values ?? {})).toEqual(['linkedin_url'])
  expect((await bench.enrich(['email'], { name: 'Nobody', company: 'Nowhere' }))?.answers[0]?.values).toEqual(
    {},
  )
})

describe('phone numbers', () => {
  const { linkedin, phone } = inventedPerson(3)
  const hook = { url: 'http://127.0.0.1:9/hooks/secret' }

  it('are not requested without a webhook URL', async () => {
    const before = bench.fake().requests.length
    const found = await bench.enrich(['phone'], { linkedin_url: linkedin })
    expect(found).toMatchObject({
      answers: [{ leadId: 1, values: {} }],
      problem: expect.stringContaining('PUBLIC_URL'),
    })
    expect(bench.fake().requests).toHaveLength(before)
  })

  it('are pending, polled until delivered, and recognized at the webhook', async () => {
    const found = await bench.enrich(['phone'], { linkedin_url: linkedin }, { hook })
    const [answer] = found?.answers ?? []
    const reference = answer?.pending?.reference ?? ''
    expect(answer?.values).toEqual({})
    // No digit of the 64 bits is lost.
    expect(reference).toMatch(/^p000003\/-\d{19}$/)
    const source = bench.source()
    expect(await source.pending?.(reference, bench.context())).toEqual({
      state: 'pending',
      pollAfterSeconds: 10,
    })
    await bench.fake().phonesArrive({ byHook: false })
    expect(await source.pending?.(reference, bench.context())).toMatchObject({
      state: 'arrived',
      values: { phone: { value: phone } },
    })
    expect(await source.pending?.('p000003/17', bench.context())).toEqual({ state: 'lost' })

    const people = [{ id: 'p000003', phone_numbers: [{ sanitized_number: phone }] }]
    const [sent] = source.readHook?.({ status: 'success', people }) ?? []
    expect(sent?.values.phone?.value).toBe(phone)
    expect(isPromised(reference, sent?.reference ?? '')).toBe(true)
    const [whole] = source.readHook?.({ people, request_id: reference.split('/')[1] }) ?? []
    expect(whole?.reference).toBe(reference)
    expect(() => source.readHook?.({ people: 'none' })).toThrow(/unreadable response/)
  })
})

it('reports what is left of a key, or only that it is accepted', async () => {
  expect((await bench.source().test?.(bench.context()))?.left).toBeGreaterThan(0)
  expect(await narrow.source().test?.(narrow.context())).toEqual({ plan: null, left: null })
})

interface Operation {
  responses: Record<string, { content: Record<string, { examples: Record<string, { value: unknown }> }> }>
}
const contract = vendorContract('apollo/apollo-subset.openapi.json') as {
  paths: Record<string, Record<string, Operation>>
} | null

it.skipIf(!contract)('reads the recorded examples (skipped where the contracts are not there)', () => {
  const examplesOf = (path: string, method: string, status: number) =>
    Object.values(
      contract?.paths[path]?.[method]?.responses[status]?.content['application/json']?.examples ?? {},
    ).map(({ value }) => (typeof value === 'string' ? JSON.parse(value) : value))
  const read = [
    [PeopleSearch, '/mixed_people/api_search', 'post', 200],
    [Match, '/people/match', 'post', 200],
    [BulkMatch, '/people/bulk_match', 'post', 200],
    [WebhookResult, '/webhook_result/{request_id}', 'get', 200],
    [NoResult, '/webhook_result/{request_id}', 'get', 404],
    [NoResult, '/webhook_result/{request_id}', 'get', 410],
    [CreditUsage, '/usage_stats/credit_usage_stats', 'post', 200],
  ] as const
  for (const [schema, path, method, status] of read) {
    const examples = examplesOf(path, method, status)
    expect(examples.length, path).toBeGreaterThan(0)
    for (const example of examples) expect(schema.safeParse(example).error, path).toBeUndefined()
  }
})
