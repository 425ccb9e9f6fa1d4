import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download, exportList } from '#contract/core/files.ts'
import { type FilterGroup, LeadFilters, leads } from '#contract/leads/leads.ts'
import * as api from '#contract/leads/services.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
})
afterAll(() => t?.close())

const list = async (type: 'local' | 'single', values: SeedLead['values'][]) =>
  (await seedList(t, user, { type, leads: values.map((one) => ({ values: one })) })).id

async function makeService(signals: api.ServiceSignal[], name = `Service ${crypto.randomUUID()}`) {
  const made = await t.call(api.createService, { body: { name, signals } }, user)
  return made.status === 201 ? made.body.data : made.status
}

/** Reason, a value that it applies to, and values that it doesn’t: each differs in just what it asks. */
const CASES: [api.ServiceSignal, string | number, (string | number)[]][] = [
  [{ signal: 'broken_links', at_least: 3 }, 3, [2, 0]],
  [{ signal: 'opened', within_days: 90 }, daysAgo(88), [daysAgo(92)]],
  [{ signal: 'last_post', older_than_days: 365 }, daysAgo(367), [daysAgo(363)]],
  [{ signal: 'languages', lacks: 'en' }, 'de; fr', ['de; en']],
  [{ signal: 'languages', is: 'EN' }, 'de; en', ['de; fr']],
  [{ signal: 'dead_reason', is: 'error' }, 'error', ['no address']],
  [{ signal: 'no_booking', is: 'yes' }, 'yes', ['no']],
]

describe.each(CASES)('a reason %j', (reason, fits, others) => {
  it('decides alike in the order, the filter, the column and the file', async () => {
    const known = [fits, ...others].map((value, at) => ({ name: `Lead ${at}`, [reason.signal]: value }))
    // Unknown is not no.
    const id = await list('local', [...known, { name: 'Unknown' }])
    const service = (await makeService([reason])) as api.Service
    expect(service.signals).toEqual([reason])
    const params = { type: 'local' as const, id }
    const read = async (body: object) =>
      (await t.call(leads, { params, query: { service: service.id }, body }, user)).body.data
    const sorted = await read({ sort: `-why:${service.id}` })
    expect(sorted.map(({ values, why }) => [values.name, why?.count])).toEqual([
      ['Lead 0', 1],
      ...others.map((_value, at) => [`Lead ${at + 1}`, 0]),
      ['Unknown', 0],
    ])
    expect(sorted[0]?.why?.reasons).toEqual([expect.objectContaining(reason)])
    const filter = api.needsService(service, 'local') as FilterGroup
    expect((await read({ filter })).map(({ values }) => values.name)).toEqual(['Lead 0'])
    const filters = LeadFilters.parse({ sort: `-why:${service.id}` })
    const body = { list_id: id, columns: ['name', 'why'], filters }
    const ticket = (await t.call(exportList, { body }, user)).body.data.url.split('/').at(-1) as string
    const rows = String((await t.call(download, { params: { ticket } })).body)
      .trim()
      .split('\r\n')
    expect(rows.slice(1).map((row) => row.replaceAll('"', '').split(',', 2)[1] !== '')).toEqual([
      true,
      ...others.map(() => false),
      false,
    ])
  })
})

describe('a reason', () => {
  it.each([
    { signal: 'broken_links', is: 'yes' },
    { signal: 'broken_links', at_least: 0 },
    { signal: 'opened', at_least: 3 },
    { signal: 'opened', within_days: 90, older_than_days: 30 },
    { signal: 'opened' },
    { signal: 'dead_reason', is: 'tired' },
    { signal: 'no_booking', lacks: 'yes' },
    { signal: 'no_booking', is: 'maybe' },
    { signal: 'last_update', is: '2020' },
    // Its days lie ahead.
    { signal: 'certificate_expires', within_days: 30 },
  ] as api.ServiceSignal[])('is refused: %j', async (reason) => {
    expect(await makeService([reason])).toBe(422)
  })

  it('can be there once', async () => {
    const twice: api.ServiceSignal[] = [
      { signal: 'languages', lacks: 'en' },
      { signal: 'languages', lacks: 'EN' },
    ]
    expect(await makeService(twice)).toBe(422)
    expect(
      await makeService([twice[0] as api.ServiceSignal, { signal: 'languages', is: 'en' }]),
    ).toMatchObject({ signals: { length: 2 } })
  })
})

describe('leads of company websites', () => {
  it('show why, are ordered by it and found by what their type has', async () => {
    const id = await list('single', [
      { name: 'Fine', no_booking: 'no' },
      { name: 'Books', no_booking: 'yes' },
    ])
    const service = (await makeService([
      { signal: 'no_website', is: 'yes' },
      { signal: 'no_booking', is: 'yes' },
    ])) as api.Service
    const params = { type: 'single' as const, id }
    const read = async (body: object) =>
      (await t.call(leads, { params, query: { service: service.id }, body }, user)).body.data.map(
        ({ values, why }) => [values.name, why?.count],
      )
    expect(await read({ sort: `-why:${service.id}` })).toEqual([
      ['Books', 1],
      ['Fine', 0],
    ])
    const filter = api.needsService(service, 'single') as FilterGroup
    expect(filter.or).toHaveLength(1)
    expect(await read({ filter })).toEqual([['Books', 1]])
    expect(api.needsService({ signals: [{ signal: 'opened', within_days: 9 }] }, 'single')).toBeNull()
  })
})

it('a filter takes a day that moves, and refuses what is none', async () => {
  const id = await list('local', [
    { name: 'New', opened: daysAgo(10) },
    { name: 'Old', opened: daysAgo(400) },
  ])
  const params = { type: 'local' as const, id }
  const find = (value: string) => {
    const custom_search = [{ field: 'opened', operator: 'greater' as const, value }]
    return t.call(leads, { params, body: { custom_search } }, user)
  }
  expect((await find('90 days ago')).body.data.map(({ values }) => values.name)).toEqual(['New'])
  const refused = await find('90 moons ago')
  expect([refused.status, refused.error.fields['custom_search.0.value']]).toEqual([
    422,
    'Enter a date as YYYY-MM-DD, or such as 90 days ago',
  ])
})
