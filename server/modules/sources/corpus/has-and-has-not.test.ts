import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { PLACE_ASSETS, type PlaceAsset, SOCIAL_NETWORKS } from '#contract/leads/place-fields.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
/** The bits of a place’s number say which values it has. */
const ALL = 2 ** PLACE_ASSETS.length
const has = (number: number, asset: PlaceAsset) => ((number >> PLACE_ASSETS.indexOf(asset)) & 1) === 1

beforeAll(async () => {
  t = await testApp()
  user = await t.account()
  await t.places(
    'bits',
    Array.from({ length: ALL }, (_, number) => {
      const networks = SOCIAL_NETWORKS.filter((network) => has(number, network))
      return {
        name: `Bits ${number}`,
        website: has(number, 'website') ? 'https://bits.example' : null,
        phone: has(number, 'phone') ? `+1503555${String(number).padStart(4, '0')}` : null,
        email: has(number, 'email') ? 'hi@bits.example' : null,
        socials:
          networks.length > 0
            ? Object.fromEntries(networks.map((network) => [network, `https://${network}.example`]))
            : null,
      }
    }),
  )
})
afterAll(() => t.close())

const search = (wanted: { has?: PlaceAsset[]; has_not?: PlaceAsset[] }) => ({
  type: 'local' as const,
  search: { keywords: 'bits', ...wanted },
})

describe('required and excluded features of a place', () => {
  it.each(
    PLACE_ASSETS.map((asset, at) => [asset, PLACE_ASSETS[(at + 3) % PLACE_ASSETS.length] as PlaceAsset]),
  )('%s, and not %s', async (asset, other) => {
    const fitting = Array.from({ length: ALL }, (_, n) => n).filter((n) => has(n, asset) && !has(n, other))
    const body = search({ has: [asset], has_not: [other] })
    const { status, body: reply } = await t.call(countSearch, { body }, user)
    expect([status, reply.data.matched]).toEqual([200, fitting.length])
  })

  it('all at once match one place, and its profiles are delivered', async () => {
    const body = { name: 'All', ...search({ has: [...PLACE_ASSETS] }) }
    const made = await t.call(createList, { body }, user)
    await t.finished(made.body.data.run.id, user)
    const page = await t.call(leads, { params: { type: 'local', id: made.body.data.id }, body: {} }, user)
    expect(page.body.data.map(({ values }) => [values.name, values.x_url, values.tiktok_url])).toEqual([
      [`Bits ${ALL - 1}`, 'https://x.example', 'https://tiktok.example'],
    ])
  })

  it('cannot be the same', async () => {
    const { status, error } = await t.call(
      countSearch,
      { body: search({ has: ['email'], has_not: ['email'] }) },
      user,
    )
    expect([status, Object.keys(error.fields ?? {})]).toEqual([422, ['search.has_not']])
  })
})
