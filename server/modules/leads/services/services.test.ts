import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import * as api from '#contract/leads/services.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { removeOldServices } from './services-store.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.account()
})

type New = CallInput<typeof api.createService>['body']
const create = (body: New, as = owner) => t.call(api.createService, { body }, as)
const set = (services: New[], as = owner) => t.call(api.setServices, { body: { services } }, as)
const seen = async (as = owner) => (await t.call(api.services, {}, as)).body
const names = async (as = owner) => (await seen(as)).data.map(({ name }) => name)
const audited = async () => {
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where account_id = ${owner.accountId} and action like 'service%' order by seq`.execute(t.app.database.db)
  return rows.map(({ action }) => action)
}

describe('templates', () => {
  it.each(api.SERVICE_TEMPLATE_IDS)('%s names signals that exist, each once, with valid values', (id) => {
    const signals = api.templateSignals(id)
    expect(signals.length).toBeGreaterThan(0)
    for (const reason of signals) {
      expect(SIGNAL_IDS).toContain(reason.signal)
      expect(api.ServiceSignal.safeParse(reason).success).toBe(true)
      expect(api.describeReason(reason)).not.toBe('')
    }
    expect(new Set(signals.map(({ signal }) => signal)).size).toBe(signals.length)
  })
})

describe('a service', () => {
  it('is made from a template or from reasons of its own, changed, deleted and restored', async () => {
    const made = await create({ name: ' Websites ', template: 'web_design' })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect(made.body.data).toEqual({
      id,
      name: 'Websites',
      template: 'web_design',
      signals: api.templateSignals('web_design'),
    })
    const signals = [
      { signal: 'technology' as const, is: 'Wix' },
      { signal: 'no_booking' as const, is: 'no' },
    ]
    const changed = await t.call(api.changeService, { params: { id }, body: { signals } }, owner)
    expect(changed.body.data).toMatchObject({ name: 'Websites', signals })
    await t.call(api.changeService, { params: { id }, body: { name: 'Websites' } }, owner)
    expect((await t.call(api.deleteService, { params: { id } }, owner)).status).toBe(200)
    expect((await seen()).data).toEqual([])
    const back = await t.call(api.restoreService, { params: { id } }, owner)
    expect(back.body.data).toEqual(changed.body.data)
    expect((await t.call(api.restoreService, { params: { id } }, owner)).status).toBe(404)
    expect(await audited()).toEqual([
      'service.created',
      'service.changed',
      'service.deleted',
      'service.restored',
    ])
  })

  it('is gone 30 days after it was deleted', async () => {
    const { id } = (await create({ name: 'Old', template: 'booking' })).body.data
    await t.call(api.deleteService, { params: { id } }, owner)
    const { db } = t.app.database
    const back = () => t.call(api.restoreService, { params: { id } }, owner)
    await removeOldServices(db)
    expect((await back()).status).toBe(200)
    await t.call(api.deleteService, { params: { id } }, owner)
    await sql`update service set deleted_at = now() - interval '31 days' where id = ${id}`.execute(db)
    await removeOldServices(db)
    expect((await back()).status).toBe(404)
  })

  it.each<[string, New, string]>([
    ['no reason', { name: 'A' }, 'signals'],
    ['an empty list of reasons', { name: 'A', signals: [] }, 'signals'],
    ['a signal that is a year', { name: 'A', signals: [{ signal: 'last_update', is: 'yes' }] }, 'signals.0'],
    [
      'a value that is neither yes nor no',
      { name: 'A', signals: [{ signal: 'no_https', is: 'Yes' }] },
      'signals.0',
    ],
    [
      'one reason twice',
      {
        name: 'A',
        signals: [
          { signal: 'technology', is: 'Wix' },
          { signal: 'technology', is: 'wix' },
        ],
      },
      'signals',
    ],
    ['no name', { name: '  ', template: 'booking' }, 'name'],
  ])('cannot have %s', async (_what, body, field) => {
    const { status, error } = await create(body)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })

  it('has a name of its own, in any case, and there are at most 30', async () => {
    await create({ name: 'Booking', template: 'booking' })
    const clash = await create({ name: 'BOOKING', template: 'booking' })
    expect([clash.status, clash.error.fields]).toEqual([
      409,
      { name: 'There is already a service called “BOOKING”' },
    ])
    const more = Array.from({ length: api.MAX_SERVICES }, (_, at) => ({
      name: `Service ${at}`,
      template: 'booking' as const,
    }))
    expect((await set(more)).status).toBe(200)
    expect((await create({ name: 'One more', template: 'booking' })).status).toBe(409)
    expect((await set([...more, { name: 'One more', template: 'booking' }])).status).toBe(422)
  })
})

describe('setting all services', () => {
  it('keeps those with the same name, and changes nothing the second time', async () => {
    const kept = (await create({ name: 'Booking', template: 'booking' })).body.data
    await create({ name: 'Gone', template: 'recruiting' })
    const wanted: New[] = [
      { name: 'booking', signals: [{ signal: 'no_phone_link', is: 'yes' }] },
      { name: 'Ads', template: 'local_ads' },
    ]
    const first = (await set(wanted)).body.data
    expect(first).toMatchObject([
      { name: 'Ads', template: 'local_ads' },
      { id: kept.id, name: 'booking', template: null, signals: [{ signal: 'no_phone_link', is: 'yes' }] },
    ])
    expect((await set(wanted)).body.data).toEqual(first)
    expect((await audited()).filter((action) => action === 'services.set')).toHaveLength(1)
  })

  it('refuses one name twice', async () => {
    const { status, error } = await set([
      { name: 'Ads', template: 'local_ads' },
      { name: 'ads', template: 'booking' },
    ])
    expect([status, Object.keys(error.fields)]).toEqual([422, ['services']])
  })
})

describe('services of the seller', () => {
  it('count for its customers until they have their own', async () => {
    const reseller = await t.account()
    const customer = await t.account({ parent: reseller })
    const other = await t.account()
    await set([{ name: 'Preset', template: 'web_design' }], reseller)
    expect(await seen(reseller)).toMatchObject({ is_own: true, seller: null })
    expect(await seen(customer)).toMatchObject({
      data: [{ name: 'Preset' }],
      is_own: false,
      seller: expect.any(String),
    })
    expect((await seen(other)).data).toEqual([])
    const [preset] = (await seen(customer)).data
    const params = { id: preset?.id as number }
    expect((await t.call(api.changeService, { params, body: { name: 'Mine' } }, customer)).status).toBe(404)
    expect((await t.call(api.deleteService, { params }, customer)).status).toBe(404)

    await create({ name: 'Own', template: 'booking' }, customer)
    expect(await seen(customer)).toMatchObject({ data: [{ name: 'Own' }], is_own: true, seller: null })
    expect(await names(reseller)).toEqual(['Preset'])
    await set([], customer)
    expect(await names(customer)).toEqual(['Preset'])
  })
})
