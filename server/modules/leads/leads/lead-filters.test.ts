import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { deleteLeads, type LeadFilters, leadFacets, leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Filters = Partial<z.input<typeof LeadFilters>>

let t: TestApp
let user: TestUser
let listId: number

const LEADS: SeedLead[] = [
  {
    values: {
      name: 'Alpha Bräu',
      category: 'craft/brewery',
      city: 'München',
      country: 'DE',
      email: 'info@alpha.example',
      email_state: 'valid',
      phone: '+4989123456',
      website: 'https://alpha.example/a_b?x=100%',
      lat: 48.1,
      lon: 11.5,
      business_status: 'open',
      distance_km: 3,
      first_name: 'Änne',
    },
    sentAt: '2026-05-01T00:00:00Z',
  },
  {
    values: {
      name: 'alphabet "Soup"',
      category: 'amenity/cafe',
      city: 'Berlin',
      country: 'DE',
      email: 'x@soup.example',
      email_state: 'catch_all',
      lat: -33.9,
      lon: 151.2,
      distance_km: 10.5,
    },
  },
  {
    values: {
      name: "O'Neil 100%_\\ Bar",
      city: 'New York',
      country: 'US',
      email: 'o@neil.example',
      email_state: 'no_mx',
    },
  },
  { values: { name: 'ΟΔΟΣ ÉCOLE', city: 'Αθήνα', country: 'GR', email: 'odos@x.example' }, source: 'other' },
  { values: { city: '', phone: '' } },
]
/** Names used by the expectations. */
const NAMES = ['A', 'B', 'C', 'D', 'E']

beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  listId = (await seedList(t, user, { leads: LEADS })).id
})
afterAll(() => t.close())

const at = () => ({ type: 'local', id: listId }) as const
const request = (body: Filters) => t.call(leads, { params: at(), body }, user)
let ids: number[] | undefined
/** The letters of the leads that match a filter, in order. */
async function found(body: Filters): Promise<string> {
  ids ??= (await request({})).body.data.map((lead) => lead.id)
  const answer = await request(body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  expect(answer.body.total).toBe(answer.body.data.length)
  return answer.body.data.map((lead) => NAMES[(ids as number[]).indexOf(lead.id)]).join('')
}
const where = (field: string, operator: string, value?: unknown): Filters =>
  ({ custom_search: [{ field, operator, ...(value !== undefined && { value }) }] }) as Filters

describe('custom_search', () => {
  it.each([
    // text: contains, whatever the case
    ['name', 'like', 'ALPHA', 'AB'],
    ['name', 'like', 'école', 'D'],
    ['name', 'like', 'οδος', ''],
    ['name', 'like', 'ΟΔΟΣ', 'D'],
    ['name', 'like', 'BRÄU', 'A'],
    ['name', 'like', '%', 'C'],
    ['name', 'like', '_', 'C'],
    ['name', 'like', '\\', 'C'],
    ['name', 'like', `'`, 'C'],
    ['name', 'like', '"soup"', 'B'],
    ['name', 'like', 'a%b', ''],
    ['name', 'not like', 'alpha', 'CDE'],
    ['name', 'empty', undefined, 'E'],
    ['name', 'not empty', undefined, 'ABCD'],
    // several values: any of them, whole
    ['city', 'like', ['BERLIN', 'münchen', 'x'], 'AB'],
    ['city', 'not like', ['Berlin', 'München'], 'CDE'],
    ['city', 'like', ['Ber'], ''],
    ['city', 'empty', undefined, 'E'],
    // url, email, phone
    ['website', 'like', 'a_b?x=100%', 'A'],
    ['website', 'empty', undefined, 'BCDE'],
    ['email', 'like', '.EXAMPLE', 'ABCD'],
    ['email', 'not like', 'example', 'E'],
    ['email', 'is_verified', undefined, 'A'],
    ['email', 'empty', undefined, 'E'],
    ['phone', 'like', '+4989', 'A'],
    ['phone', 'empty', undefined, 'BCDE'],
    // coded values: is, not contains
    ['category', 'like', 'craft/brewery', 'A'],
    ['category', 'like', 'craft', ''],
    ['category', 'not like', 'craft/brewery', 'BCDE'],
    ['country', 'like', 'de', 'AB'],
    ['country', 'like', ['us', 'gr'], 'CD'],
    ['country', 'not like', 'DE', 'CDE'],
    ['country', 'empty', undefined, 'E'],
    ['business_status', 'like', 'open', 'A'],
    ['email_state', 'like', ['valid', 'no_mx'], 'AC'],
    ['source', 'like', 'OTHER', 'D'],
    // numbers
    ['lat', 'lower', 0, 'B'],
    ['lat', 'greater', '48', 'A'],
    ['lat', 'greater', 48.1, ''],
    ['lat', 'empty', undefined, 'CDE'],
    ['distance_km', 'lower', 10.5, 'A'],
    ['distance_km', 'greater', '3.0', 'B'],
    ['distance_km', 'not empty', undefined, 'AB'],
    // fields that are not columns
    ['first_name', 'like', 'änn', 'A'],
    ['first_name', 'empty', undefined, 'BCDE'],
    ['first_name', 'not like', 'zzz', 'ABCDE'],
  ])('%s %s %j finds %s', async (field, operator, value, expected) => {
    expect(await found(where(field, operator, value))).toBe(expected)
  })

  it('matches all of its rules', async () => {
    const custom_search = [
      { field: 'country', operator: 'like', value: 'DE' },
      { field: 'name', operator: 'like', value: 'soup' },
    ] as const
    expect(await found({ custom_search: [...custom_search] })).toBe('B')
  })

  it.each([
    ['a field there is not', { field: 'nope', operator: 'like', value: 'x' }, 'field'],
    ['a field of another type', { field: 'company', operator: 'like', value: 'x' }, 'field'],
    ['SQL for a field', { field: 'name) or (1=1', operator: 'like', value: 'x' }, 'field'],
    ['a field of the prototype', { field: '__proto__', operator: 'empty' }, 'field'],
    ['another operator', { field: 'name', operator: 'greater', value: 1 }, 'operator'],
    ['an operator there is not', { field: 'name', operator: 'regex', value: 'x' }, 'operator'],
    ['is_verified of a phone', { field: 'phone', operator: 'is_verified' }, 'operator'],
    ['no value', { field: 'name', operator: 'like' }, 'value'],
    ['an empty value', { field: 'name', operator: 'not like', value: '' }, 'value'],
    ['no values', { field: 'name', operator: 'like', value: [] }, 'value'],
    ['words for a number', { field: 'lat', operator: 'lower', value: 'north' }, 'value'],
    ['a space for a number', { field: 'lat', operator: 'lower', value: ' ' }, 'value'],
    ['infinity', { field: 'lat', operator: 'lower', value: 'Infinity' }, 'value'],
    ['several numbers', { field: 'lat', operator: 'lower', value: ['1', '2'] }, 'value'],
    ['no day', { field: 'added_at', operator: 'lower', value: 'today' }, 'value'],
    ['a day there is not', { field: 'added_at', operator: 'lower', value: '2026-02-30' }, 'value'],
    ['the year 0', { field: 'added_at', operator: 'greater', value: '0000-01-01' }, 'value'],
    ['an object for a value', { field: 'name', operator: 'like', value: {} }, 'value'],
    ['a long value', { field: 'name', operator: 'like', value: 'x'.repeat(501) }, 'value'],
  ])('refuses %s by name', async (_what, rule, part) => {
    const { status, error } = await request({
      custom_search: [{ field: 'name', operator: 'empty' }, rule] as never,
    })
    expect([status, error.code, Object.keys(error.fields)]).toEqual([
      422,
      'validation_failed',
      [`custom_search.1.${part}`],
    ])
  })

  it('names the field where the filters are part of the body', async () => {
    const filters = where('nope', 'empty') as never
    const { error } = await t.call(deleteLeads, { params: at(), body: { filters } }, user)
    expect(Object.keys(error.fields)).toEqual(['filters.custom_search.0.field'])
  })
})

describe('nested groups', () => {
  const name = (value: string) => ({ field: 'name', operator: 'like', value }) as const
  const country = (value: string) => ({ field: 'country', operator: 'like', value }) as const
  const nest = (depth: number): object => (depth === 0 ? name('alpha') : { and: [nest(depth - 1)] })

  it.each([
    [{ or: [name('soup'), name('neil')] }, 'BC'],
    [{ and: [country('DE'), { or: [name('soup'), name('neil')] }] }, 'B'],
    [{ or: [{ and: [country('DE'), name('bräu')] }, { and: [country('US')] }] }, 'AC'],
    [{ and: [country('DE')], or: [name('bräu'), name('neil')] }, 'A'],
    [{}, 'ABCDE'],
    [{ or: [] }, 'ABCDE'],
    [null, 'ABCDE'],
    [nest(5), 'AB'],
  ])('%j finds the leads “%s”', async (filter, expected) => {
    expect(await found({ filter: filter as never })).toBe(expected)
  })

  it('combine with custom_search', async () => {
    expect(
      await found({ ...where('country', 'like', 'DE'), filter: { or: [name('soup'), name('neil')] } }),
    ).toBe('B')
  })

  it.each([
    [
      'a wrong field deep inside',
      { and: [{ or: [name('x'), { field: 'nope', operator: 'empty' }] }] },
      'filter.and.0.or.1.field',
    ],
    ['six levels', nest(6), 'filter.and.0.and.0.and.0.and.0.and.0'],
    ['neither rule nor group', { and: [5] }, 'filter.and.0'],
    ['a rule with more than it knows', { and: [{ ...name('x'), more: 1 }] }, 'filter.and.0'],
  ])('refuse %s', async (_what, filter, path) => {
    const { status, error } = await request({ filter: filter as never })
    expect([status, Object.keys(error.fields)]).toEqual([422, [path]])
  })

  it('allow at most 100 rules', async () => {
    const or = Array.from({ length: 99 }, () => name('alpha'))
    expect(await found({ filter: { or } })).toBe('AB')
    const { status, error } = await request({ filter: { or: [...or, name('x')] } })
    expect([status, error.fields]).toEqual([422, { 'filter.or.99': 'A filter can have at most 100 rules' }])
  })
})

describe('the text search', () => {
  it.each([
    ['contain', 'alpha', 'AB'],
    ['contain', '  ALPHA   bräu ', 'A'],
    ['contain', 'neil.example', 'C'],
    ['contain', '4989', 'A'],
    ['contain', '100%_\\', 'C'],
    ['contain', '%', 'C'],
    ['contain', '_', 'C'],
    ['contain', '\\', 'C'],
    ['contain', `'`, 'C'],
    ['contain', '"', 'B'],
    ['contain', 'ΟΔΟΣ', 'D'],
    ['contain', 'école', 'D'],
    ['contain', 'bräu\nmünchen', ''],
    ['contain', '   ', 'ABCDE'],
    ['contain', '', 'ABCDE'],
    ['contain', null, 'ABCDE'],
    ['start', 'alpha', 'AB'],
    ['start', 'soup', ''],
    ['start', 'info@', 'A'],
    ['start', 'new', 'C'],
    ['exact', 'alpha bräu', 'A'],
    ['exact', 'alpha', ''],
    ['exact', 'BERLIN', 'B'],
    ['exact', '%', ''],
  ] as const)('%s %j finds %s', async (search_type, search, expected) => {
    expect(await found({ search, search_type })).toBe(expected)
  })

  it.each([
    [{ search_type: 'regex' }, 'search_type'],
    [{ search: 'x'.repeat(301) }, 'search'],
    [{ search: 5 }, 'search'],
  ])('is refused as %j', async (body, field) => {
    const { status, error } = await request(body as never)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })
})

describe('sent and withEmail', () => {
  it.each([
    [{ sent: 0 }, 'ABCDE'],
    [{ sent: 1 }, 'A'],
    [{ sent: 2 }, 'BCDE'],
    [{ withEmail: -1 }, 'ABCDE'],
    [{ withEmail: 1 }, 'A'],
    [{ withEmail: 2 }, 'BD'],
    [{ withEmail: 0 }, 'CE'],
    [{ withEmail: 1, sent: 2 }, ''],
  ] as const)('%j finds the leads “%s”', async (filters, expected) => {
    expect(await found(filters)).toBe(expected)
  })

  it.each([[{ sent: 3 }], [{ sent: '1' }], [{ withEmail: -2 }], [{ withEmail: true }]])(
    'refuse %j',
    async (body) => {
      const { status, error } = await request(body as never)
      expect([status, Object.keys(error.fields)]).toEqual([422, Object.keys(body)])
    },
  )
})

describe('order and pages', () => {
  it.each([
    ['name', 'ABCDE'],
    ['-name', 'DCBAE'],
    ['lat', 'BACDE'],
    ['-lat', 'ABCDE'],
    ['country', 'ABDCE'],
    ['email', 'ACDBE'],
    ['-email', 'BDCAE'],
    ['city', 'BACDE'],
    ['added_at', 'ABCDE'],
    ['source', 'DABCE'],
  ])('sort by %s with missing values last', async (sort, expected) => {
    expect(await found({ sort })).toBe(expected)
  })

  it.each(['nope', '-', 'first_name', 'company', 'name;', '--name'])('cannot sort by %s', async (sort) => {
    const { status, error } = await request({ sort })
    expect([status, Object.keys(error.fields)]).toEqual([422, ['sort']])
  })

  it('start with page 1 of 20 and continue without gaps', async () => {
    const many = await seedList(t, user, {
      leads: Array.from({ length: 45 }, () => ({ values: { name: 'same' } })),
    })
    const params = { type: 'local', id: many.id } as const
    const first = await t.call(leads, { params }, user)
    expect(first.body).toMatchObject({ currentPage: 1, pageSize: 20, total: 45 })
    const seen: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await t.call(leads, { params, body: { sort: '-name', page } }, user)
      seen.push(...body.data.map((lead) => lead.id))
    }
    expect(seen).toEqual(many.leadIds)
  })

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: 1_000_001 }, 'page'],
  ])('refuse %j', async (body, field) => {
    const { status, error } = await request(body)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })
})

describe('facets', () => {
  const facetsOf = async (body: Filters) => (await t.call(leadFacets, { params: at(), body }, user)).body.data
  const counts = (values: { value: string | null; count: number }[] | undefined) =>
    Object.fromEntries((values ?? []).map(({ value, count }) => [String(value), count]))

  it('count each value, with labels for codes and for empty values', async () => {
    const facets = await facetsOf({})
    expect(facets.country).toEqual([
      { value: 'DE', label: 'Germany', count: 2 },
      { value: 'GR', label: 'Greece', count: 1 },
      { value: 'US', label: 'United States', count: 1 },
      { value: null, label: 'None', count: 1 },
    ])
    expect(counts(facets.city)).toEqual({ Berlin: 1, München: 1, 'New York': 1, Αθήνα: 1, null: 1 })
  })

  it('count unchecked emails apart from leads without one, and filter by either', async () => {
    const { email_state: states } = await facetsOf({})
    expect(counts(states)).toEqual({ valid: 1, catch_all: 1, no_mx: 1, not_checked: 1, no_email: 1 })
    const isIn = (value: unknown, operator = 'like') => found(where('email_state', operator, value))
    expect([await isIn(['not_checked']), await isIn('no_email'), await isIn(['valid', 'no_email'])]).toEqual([
      'D',
      'E',
      'AE',
    ])
    expect(await isIn(['not_checked', 'no_email'], 'not like')).toBe('ABC')
  })

  it('leave out only the conditions on the counted field itself', async () => {
    const facets = await facetsOf({
      custom_search: [
        { field: 'country', operator: 'like', value: ['DE'] },
        { field: 'city', operator: 'not like', value: ['Berlin'] },
      ],
      withEmail: -1,
    })
    expect(counts(facets.country)).toEqual({ DE: 1, GR: 1, US: 1, null: 1 })
    expect(counts(facets.city)).toEqual({ Berlin: 1, München: 1 })
    expect(counts(facets.category)).toEqual({ 'craft/brewery': 1 })
  })

  it('keep other conditions on the counted field', async () => {
    expect(counts((await facetsOf(where('country', 'not empty'))).country)).toEqual({ DE: 2, GR: 1, US: 1 })
  })
})
