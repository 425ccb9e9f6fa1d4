import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeArea } from '#contract/leads/area.ts'
import { deleteLeads, LeadFilters, leadFacets, leadPoints, leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { matchesFilters } from '#server/testing/lead-oracle.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { findLeadScope } from './lead-lookups.ts'
import { pointsOfLeads } from './lead-points.ts'

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }

/** Portland, both sides of the date line, both poles, and two leads without coordinates. */
const SPOTS: [name: string, lat: number | null, lon: number | null][] = [
  ['Portland', 45.523064, -122.676483],
  ['Two km north', 45.541, -122.676],
  ['Salem', 44.94, -123.035],
  ['Fiji, west', -17, 179.9],
  ['Fiji, east', -17, -179.9],
  ['North pole', 90, 0],
  ['Near the pole', 89.5, 170],
  ['Across the pole', 89.5, -10],
  ['Mc Murdo', -77.85, 166.67],
  ['Nowhere', null, null],
  ['Half', 45, null],
]

beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  list = await seedList(t, user, {
    leads: SPOTS.map(([name, lat, lon]) => ({ values: { name, lat, lon, city: name.slice(0, 4) } })),
  })
})
afterAll(() => t.close())

const at = () => ({ type: 'local', id: list.id }) as const
const points = async (body: object = {}, as = user) =>
  (await t.call(leadPoints, { params: at(), body: body as never }, as)).body.data
const inArea = (value: unknown, field = 'lat') => ({ custom_search: [{ field, operator: 'area', value }] })

describe('the map points of a list', () => {
  it('are those of all matches, as columns, with the number that has no position', async () => {
    expect(await points({ limit: 2, page: 3, sort: '-name' })).toEqual({
      ids: list.leadIds.slice(0, 9),
      lats: [45.52306, 45.541, 44.94, -17, -17, 90, 89.5, 89.5, -77.85],
      lons: [-122.67648, -122.676, -123.035, 179.9, -179.9, 0, 170, -10, 166.67],
      total: 11,
      without_coordinates: 2,
      truncated: false,
    })
  })

  it('respect search and trash', async () => {
    const params = at()
    await t.call(deleteLeads, { params, body: { resultIds: [list.leadIds[8] as number] } }, user)
    expect(await points({ search: 'Murdo' })).toMatchObject({ ids: [], total: 0, without_coordinates: 0 })
    expect((await points({ view: 'bin' })).ids).toEqual([list.leadIds[8]])
  })

  it('are limited in number, and say so', async () => {
    const actor = await getActor(t, user)
    const scope = await findLeadScope(t.app.ctx, actor, list.id, 'local')
    const requested = LeadFilters.parse({})
    const few = await pointsOfLeads(t.app.database.db, scope, requested, 3)
    expect([few.ids.length, few.total, few.truncated]).toEqual([3, 10, true])
    expect((await pointsOfLeads(t.app.database.db, scope, requested, 8)).truncated).toBe(false)
  })

  it('are not visible to another account', async () => {
    const other = await t.account()
    const { status } = await t.call(leadPoints, { params: at(), body: {} }, other)
    expect(status).toBe(404)
  })
})

describe('an area', () => {
  it.each([
    ['a circle in a city', 'circle:45.52,-122.68,3', ['Portland', 'Two km north']],
    ['a smaller one', 'circle:45.523064,-122.676483,0.5', ['Portland']],
    ['a circle over the date line', 'circle:-17,180,50', ['Fiji, west', 'Fiji, east']],
    ['one that begins beyond it', 'circle:-17,-179.9,30', ['Fiji, west', 'Fiji, east']],
    ['a circle around the pole', 'circle:90,33,60', ['North pole', 'Near the pole', 'Across the pole']],
    ['one that reaches over it', 'circle:89.6,170,150', ['North pole', 'Near the pole', 'Across the pole']],
    ['a box', 'box:-123.1,44.9,-122.67,45.53', ['Portland', 'Salem']],
    ['a box over the date line', 'box:179,-20,-179,-10', ['Fiji, west', 'Fiji, east']],
    ['a box west of it', 'box:179,-20,180,-10', ['Fiji, west']],
    ['a box of the pole', 'box:-180,89.4,180,90', ['North pole', 'Near the pole', 'Across the pole']],
    ['a place without leads', 'circle:0,0,1', []],
  ])('contains the points in it: %s', async (_name, value, expected) => {
    const { data } = (await t.call(leads, { params: at(), body: inArea(value) as never }, user)).body
    expect(data.map((lead) => lead.values.name)).toEqual(expected)
    expect((await points(inArea(value, 'lon'))).ids).toEqual(data.map(({ id }) => id))
  })

  it('matches a second implementation, worldwide', async () => {
    const all = (await t.call(leads, { params: at(), body: { limit: 200 } }, user)).body.data
    for (let n = 0; n < 60; n += 1) {
      const [lat, lon] = [90 - ((n * 37) % 181), ((n * 71) % 361) - 180]
      const value = writeArea({ kind: 'circle', lat, lon, km: 100 + n * 300 })
      const requested = LeadFilters.parse({ ...inArea(value), limit: 200 })
      const expected = all.filter((lead) => matchesFilters(lead, 'local', requested)).map(({ id }) => id)
      expect([value, (await points(requested)).ids]).toEqual([value, expected])
    }
  })

  it('narrows counts like any other filter', async () => {
    const body = inArea('circle:45.52,-122.68,3') as never
    const { data } = (await t.call(leadFacets, { params: at(), body }, user)).body
    expect(data.city?.map(({ value }) => value)).toEqual(['Port', 'Two '])
  })

  it.each([
    ['no area', 'Portland'],
    ['a number', 7],
    ['several', ['circle:1,1,1']],
  ])('is refused by name: %s', async (_name, value) => {
    const { status, body } = await t.call(leads, { params: at(), body: inArea(value) as never }, user)
    expect([status, body]).toMatchObject([
      422,
      { fields: { 'custom_search.0.value': expect.stringContaining('circle:LAT,LON,KM') } },
    ])
  })

  it('is accepted by no other field', async () => {
    const { status } = await t.call(
      leads,
      { params: at(), body: inArea('circle:1,1,1', 'name') as never },
      user,
    )
    expect(status).toBe(422)
  })
})
