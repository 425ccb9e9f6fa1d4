import { describe, expect, it } from 'vitest'
import { startFakeHunter } from '#server/testing/fake-vendors/hunter.ts'
import { inventedPerson, PEOPLE_PER_COMPANY } from '#server/testing/fake-vendors/invented-people.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import { DomainSearch, EmailFinder, EmailVerifier } from './hunter-replies.ts'
import { createHunterSource } from './hunter-source.ts'

const bench = vendorBench(
  () =>
    startFakeHunter({
      checks: { 'broken@x.example': 'failed', 'all@x.example': 'accept_all' },
      workingOn: 0,
    }),
  createHunterSource,
)
const DOMAIN = 'company-0.example'
const people = (search: Record<string, unknown>) => ({ type: 'people' as const, search })
const ofCompany = people({ company_domain: DOMAIN })

testLeadSource('Hunter', () => ({
  source: bench.source(),
  queries: [
    ofCompany,
    people({ company: 'Sample Company 1', has: ['linkedin'] }),
    { type: 'single', search: { domains: [DOMAIN, 'company-1.example'], max_emails: 7 } },
  ],
  context: bench.context(),
}))

bench.testFaults('Hunter', (source, context) => source.quote(ofCompany, { ...context, keys: 0 }))

const refusalOf = async (status: number, details: string, headers = {}) => {
  const body = JSON.stringify({ errors: [{ id: 'too_many_requests', code: status, details }] })
  const source = bench.source()
  const requested = bench
    .fake()
    .answering({ status, body, headers }, () => source.quote(ofCompany, { ...bench.context(), keys: 0 }))
  return requested.then(
    () => 'no refusal',
    ({ code }) => code,
  )
}

describe('errors of Hunter', () => {
  it.each([
    [403, 'You have reached the rate limit', 'rate_limited'],
    [403, 'You have reached your usage limit', 'quota_exhausted'],
    [403, 'Forbidden', 'unauthorized'],
    [429, 'You have reached your usage limit', 'quota_exhausted'],
    [429, 'Slow down', 'rate_limited'],
    [451, 'The person asked us not to process their data', 'blocked_by_law'],
  ])('%i "%s" means %s', async (status, details, code) => {
    expect(await refusalOf(status, details)).toBe(code)
  })
})

describe('a search of people', () => {
  it('needs a company, and says what to do', () => {
    const { normalise } = bench.source()
    expect(() => normalise?.({ seniority: ['owner'] })).toThrow(/Enter its domain, or its name/)
    expect(() => normalise?.({ company_domain: 'no domain' })).toThrow(/not a domain/)
    expect(() => normalise?.({ company: 'Acme', department: ['product'] })).toThrow(/no department Product/)
    expect(normalise?.({ company_domain: 'https://www.Company-0.example/team' })).toMatchObject({
      company_domain: DOMAIN,
    })
  })

  it('counts without a key and without cost, by level and department', async () => {
    const before = bench.fake().charged()
    const quote = await bench
      .source()
      .quote(people({ company_domain: DOMAIN, seniority: ['owner', 'head'] }), {
        ...bench.context(),
        keys: 0,
      })
    expect(quote).toMatchObject({ isEstimate: true, keys: [], ceiling: null })
    expect(quote.matched).toBeGreaterThan(0)
    expect(quote.matched).toBeLessThan(PEOPLE_PER_COMPANY)
    expect(bench.fake().charged()).toBe(before)
  })

  it('requests no more than can be delivered, and maps the results', async () => {
    const before = bench.fake().charged()
    for await (const { leads } of bench.source().search?.(ofCompany, bench.context({ remaining: () => 3 })) ??
      []) {
      expect(leads).toHaveLength(3)
      expect(leads[0]).toMatchObject({
        key: 'linkedin:ada-samplea',
        values: {
          name: 'Ada Samplea',
          email: 'ada.samplea@company-0.example',
          email_state: 'valid',
          email_kind: 'person',
          company: 'Sample Company 0',
          domain: DOMAIN,
          phone: '+15035550000',
        },
        origin: { url: 'https://company-0.example/team', method: 'page', confidence: 0.6 },
      })
      expect(leads.map(({ values }) => values.email_state)).toEqual(['valid', 'catch_all', 'unknown'])
      break
    }
    expect(bench.fake().charged() - before).toBe(1)
    expect(bench.fake().requests.join()).not.toContain('fake-key')
  })
})

it("finds a person's address, and sends no request when too little is known", async () => {
  const { first, last, email, domain } = inventedPerson(2)
  const found = await bench.enrich(['email'], { name: `${first} ${last}`, domain })
  expect(found?.answers[0]).toMatchObject({
    vendorCost: 1,
    values: { email: { value: email }, email_state: { value: 'unknown' }, email_kind: { value: 'person' } },
  })
  expect((await bench.enrich(['email'], { name: 'Nobody Known', domain }))?.answers[0]).toEqual({
    leadId: 1,
    values: {},
    vendorCost: 0,
  })
  const before = bench.fake().requests.length
  expect((await bench.enrich(['email'], { name: 'Ada' }))?.answers[0]?.values).toEqual({})
  expect(bench.fake().requests).toHaveLength(before)
})

it('checks an address, waits for a pending result, and handles an unknown one', async () => {
  const verify = async (address: string) => bench.source().verify?.(address, bench.context())
  expect(await verify('ada@x.example')).toEqual({ state: 'valid', reason: 'valid' })
  expect(await verify('all@x.example')).toEqual({ state: 'catch_all', reason: 'accept_all' })
  expect(await verify('broken@x.example')).toMatchObject({ state: 'unknown' })
  bench.fake().failOnce({ status: 202, body: '' }, { status: 202, body: '' })
  expect(await verify('ada@x.example')).toEqual({ state: 'valid', reason: 'valid' })
  const busy = await bench.fake().answering({ status: 202, body: '' }, () => verify('ada@x.example'))
  expect(busy?.state).toBe('unknown')
})

it('shows the plan of a key', async () => {
  expect(await bench.source().test?.(bench.context())).toMatchObject({ plan: 'Starter' })
})

describe('the published examples', () => {
  const fixture = vendorContract('hunter/domain-search-fresh.json')
  const derived = vendorContract('hunter/hunter-v2.derived.openapi.json') as {
    paths: Record<
      string,
      { get: { responses: { 200: { content: { 'application/json': { example: unknown } } } } } }
    >
  } | null

  it.skipIf(!fixture)('are parsed: domain search (skipped where the contracts are not there)', () => {
    const { data, meta } = DomainSearch.parse(fixture)
    expect([data.emails.length, meta.results]).toEqual([3, 3])
    expect(data.emails.map(({ verification }) => verification?.status)).toEqual(['valid', null, null])
  })

  it.skipIf(!derived)('are parsed: finder and verifier (skipped where the contracts are not there)', () => {
    const exampleOf = (path: string) =>
      derived?.paths[path]?.get.responses[200].content['application/json'].example
    expect(EmailFinder.parse(exampleOf('/email-finder')).data.email).toContain('@')
    expect(EmailVerifier.parse(exampleOf('/email-verifier')).data.status).toBe('valid')
  })
})
