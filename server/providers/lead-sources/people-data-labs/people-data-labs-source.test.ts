import { describe, expect, it } from 'vitest'
import { inventedPerson } from '#server/testing/fake-vendors/invented-people.ts'
import { startFakePeopleDataLabs } from '#server/testing/fake-vendors/people-data-labs.ts'
import { testLeadSource } from '#server/testing/lead-source-contract.ts'
import { vendorBench, vendorContract } from '#server/testing/vendor-bench.ts'
import { makeLead } from './people-data-labs-person.ts'
import { searchQuery } from './people-data-labs-query.ts'
import { Person } from './people-data-labs-replies.ts'
import { createPeopleDataLabsSource } from './people-data-labs-source.ts'

const bench = vendorBench(() => startFakePeopleDataLabs(), createPeopleDataLabsSource)
const shy = vendorBench(() => startFakePeopleDataLabs({ hidesContacts: true }), createPeopleDataLabsSource)
const people = (search: Record<string, unknown>) => ({ type: 'people' as const, search })

testLeadSource('People Data Labs', () => ({
  source: bench.source(),
  queries: [
    people({ company_domain: 'https://www.company-0.example/' }),
    people({ seniority: ['head', 'c_level'], place: 'Deutschland', has: ['linkedin'] }),
    people({
      position: 'sales manager',
      keywords: 'planning',
      department: ['sales'],
      company_size: ['11-50'],
    }),
  ],
  context: bench.context(),
}))

// 404 means no match, not an error.
bench.testFaults(
  'People Data Labs',
  async (source, context) => {
    for await (const _ of source.search?.(people({ position: 'owner' }), context) ?? []);
  },
  [404],
)

it('passes typed text into the query as a value, whatever it is', () => {
  const evil = `x' OR '1'='1"}}]}`
  const query = JSON.stringify(
    searchQuery({ position: evil, company: evil, place: evil, keywords: evil, has: [] }),
  )
  expect(JSON.parse(query).query.bool.must).toHaveLength(4)
  expect(JSON.parse(query).query.bool.must[0]).toEqual({
    match: { job_title: { query: evil.toLowerCase(), operator: 'and' } },
  })
})

it('requests no more than can be delivered', async () => {
  const before = bench.fake().charged()
  for await (const { leads } of bench
    .source()
    .search?.(people({ company: 'Sample Company 1' }), bench.context({ remaining: () => 4 })) ?? []) {
    expect(leads).toHaveLength(4)
    break
  }
  expect(bench.fake().charged() - before).toBe(4)
})

it('reports that it cannot count, without a request', async () => {
  const before = bench.fake().requests.length
  const quote = await bench.source().quote(people({ position: 'owner' }), { ...bench.context(), keys: 0 })
  expect(quote).toMatchObject({ isEstimate: true, isUncounted: true })
  expect(bench.fake().requests).toHaveLength(before)
})

it('a record of People Data Labs becomes a lead with its fields', async () => {
  const [batch] = await bench.search({ company_domain: 'company-0.example' }, { batchSize: 100 })
  expect(batch?.leads[0]).toMatchObject({
    key: 'linkedin:ada-samplea',
    values: {
      name: 'Ada Samplea',
      position: 'chief executive officer',
      seniority: 'c_level',
      company: 'Sample Company 0',
      domain: 'company-0.example',
      website: 'https://company-0.example',
      email: 'ada.samplea@company-0.example',
      email_state: 'unknown',
      phone: '+15035550000',
      city: 'Portland',
      country: 'US',
      linkedin_url: 'https://www.linkedin.com/in/ada-samplea',
    },
    origin: { source: 'people-data-labs', record: 'p000000' },
  })
})

describe('contacts that the plan hides', () => {
  it('are not values, and nobody pays for a person with nothing else', async () => {
    const batches = await shy.search({ company_domain: 'company-0.example' })
    const leads = batches.flatMap((batch) => batch.leads)
    for (const { values, free } of leads) {
      expect([values.email, values.phone, values.email_state]).toEqual([undefined, undefined, undefined])
      expect(Boolean(free)).toBe(values.linkedin_url === undefined)
    }
    expect(leads.filter(({ free }) => free).length).toBeGreaterThan(0)
  })

  it('count as not found in a lookup', async () => {
    const { linkedin } = inventedPerson(0)
    const found = await shy.enrich(['email'], { linkedin_url: linkedin })
    expect(found?.answers[0]).toEqual({ leadId: 1, values: {}, vendorCost: 1 })
  })
})

it('finds only what is wanted, and reports its cost', async () => {
  const { linkedin, email, phone } = inventedPerson(0)
  const found = await bench.enrich(['phone'], { linkedin_url: linkedin })
  expect(found?.answers[0]).toMatchObject({ vendorCost: 1, values: { phone: { value: phone } } })
  expect(Object.keys(found?.answers[0]?.values ?? {})).toEqual(['phone'])
  const both = await bench.enrich(['email', 'profile'], { email })
  expect(both?.answers[0]?.values).toMatchObject({
    email: { value: email, origin: { confidence: 0.9 } },
    linkedin_url: { value: linkedin },
  })
  expect((await bench.enrich(['email'], { name: 'Nobody', company: 'Nowhere' }))?.answers[0]).toEqual({
    leadId: 1,
    values: {},
    vendorCost: 0,
  })
  const before = bench.fake().requests.length
  await bench.enrich(['email'], { name: 'Only a name' })
  expect(bench.fake().requests).toHaveLength(before)
})

it('tests a key for free and reports what is left', async () => {
  const before = bench.fake().charged()
  expect(await bench.source().test?.(bench.context())).toEqual({ plan: null, left: 1_000_000 - before })
  expect(bench.fake().charged()).toBe(before)
})

const contract = vendorContract('pdl/pdl-specs.patched.openapi.json') as {
  components: { schemas: { Person: { properties: Record<string, { example?: unknown }> } } }
} | null

it.skipIf(!contract)(
  'reads the published fields of a person (skipped where the contracts are not there)',
  () => {
    const { properties } = contract?.components.schemas.Person ?? { properties: {} }
    const known = Object.keys(properties)
    const read = [
      'full_name',
      'linkedin_url',
      'work_email',
      'mobile_phone',
      'job_title',
      'job_company_website',
    ]
    expect(read.filter((field) => !known.includes(field))).toEqual([])
    const examples = Object.fromEntries(
      Object.entries(properties).flatMap(([name, { example }]) =>
        example === undefined ? [] : [[name, example]],
      ),
    )
    expect(makeLead(Person.parse(examples), '0').key).not.toBe('')
  },
)
