import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteLeads, leads, restoreLeads, showLead } from '#contract/leads/leads.ts'
import { createList, listHistory, showList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
})
afterAll(() => t.close())
beforeEach(async () => {
  const named = ['c', 'a', 'e', 'b', 'd'].map((name) => ({ values: { name } }))
  list = await seedList(t, user, { leads: named })
})

const at = () => ({ type: 'local', id: list.id }) as const
const namesIn = async (view: 'active' | 'bin' = 'active') =>
  (await t.call(leads, { params: at(), body: { view } }, user)).body.data
    .map((lead) => lead.values.name)
    .join('')
const remove = (body: object) => t.call(deleteLeads, { params: at(), body: body as never }, user)
const restore = (body: object) => t.call(restoreLeads, { params: at(), body: body as never }, user)
const totalOf = async () => (await t.call(showList, { params: { id: list.id } }, user)).body.data.total

describe('one lead', () => {
  it('shows its values, their sources and its history', async () => {
    const observed_at = '2026-01-02T03:04:05.000Z'
    const base = {
      source: 'register',
      method: 'import',
      confidence: 0.8,
      observed_at,
      licence: 'CC0',
      record: 'r-1',
    }
    const phone = { source: 'website', url: 'https://x.example/contact', method: 'read', confidence: 0.9 }
    const { id, leadIds } = await seedList(t, user, {
      leads: [
        {
          values: { name: 'X', country: 'DE', category: 'craft/brewery', phone: '+491', first_name: 'Ann' },
          provenance: { default: base, fields: { phone } },
          source: 'register',
          isSample: true,
        },
      ],
    })
    const params = { type: 'industry', id, resultId: leadIds[0] as number } as const
    const lead = (await t.call(showLead, { params }, user)).body.data
    const origin = { ...base, url: null }
    expect(lead).toMatchObject({
      id: leadIds[0],
      list_id: id,
      type: 'local',
      values: { name: 'X', country: 'DE', phone: '+491', first_name: 'Ann', source: 'register' },
      labels: { country: 'Germany', category: 'Craft Brewery' },
      is_sample: true,
      email_state: null,
      sent_at: null,
      deleted_at: null,
      run_id: null,
      history: [{ event: 'lead.added', detail: { source: 'register' } }],
    })
    expect(lead.provenance).toEqual({
      name: origin,
      country: origin,
      category: origin,
      first_name: origin,
      phone: { ...phone, observed_at: null, licence: null, record: null },
    })
  })

  it('of a search names its run and its source', async () => {
    const body = { name: 'S', type: 'single', search: { source: 'sample' }, limit: 1 } as const
    const { id, run } = (await t.call(createList, { body }, user)).body.data
    await t.finished(run.id, user)
    const [first] = (await t.call(leads, { params: { type: 'single', id }, body: {} }, user)).body.data
    const params = { type: 'single', id, resultId: first?.id as number } as const
    const lead = (await t.call(showLead, { params }, user)).body.data
    expect(lead).toMatchObject({ run_id: run.id, is_sample: true })
    expect(Object.keys(lead.provenance).sort()).toEqual(
      Object.keys(lead.values)
        .filter((name) => !['added_at', 'source', 'lead_status'].includes(name))
        .sort(),
    )
  })

  it('is not found by an id of another list, an unknown or malformed one', async () => {
    const other = await seedList(t, user, { leads: [{}] })
    const ids = [other.leadIds[0] as number, 999_999_999, 'x', 0, -1, 1.5, '1e3000']
    for (const resultId of ids) {
      const { status } = await t.call(showLead, { params: { ...at(), resultId } as never }, user)
      expect([resultId, status]).toEqual([resultId, 404])
    }
  })

  it('is still shown in the trash, with its deletion', async () => {
    const [id] = list.leadIds as [number]
    await remove({ resultIds: [id] })
    const lead = (await t.call(showLead, { params: { ...at(), resultId: id } }, user)).body.data
    expect(lead.deleted_at).toEqual(expect.any(String))
    expect(lead.history).toMatchObject([
      { event: 'leads.deleted', detail: { count: 1 }, user: user.email },
      { event: 'lead.added' },
    ])
  })
})

describe('the history of a lead', () => {
  it('shows its deletion and restoration, and by whom', async () => {
    const [id] = list.leadIds as [number]
    const { body } = await remove({ resultIds: [id] })
    const undo = { params: at(), body: { undo_token: body.undo_token as number } }
    await t.call(restoreLeads, undo, user)
    const { history } = (await t.call(showLead, { params: { ...at(), resultId: id } }, user)).body.data
    expect(history.map(({ event, user: member }) => [event, member])).toEqual([
      ['leads.restored', user.email],
      ['leads.deleted', user.email],
      ['lead.added', null],
    ])
  })
})

describe('deleting', () => {
  it('by ids counts each existing lead once', async () => {
    const [c, a] = list.leadIds as [number, number]
    const { body } = await remove({ resultIds: [c, a, a, 999_999_999] })
    expect(body).toEqual({
      success: true,
      count: 2,
      undo_token: expect.any(Number),
      message: '2 leads deleted',
    })
    expect([await namesIn(), await namesIn('bin'), await totalOf()]).toEqual(['ebd', 'ca', 3])
  })

  it('again changes and logs nothing', async () => {
    const [c] = list.leadIds as [number]
    await remove({ resultIds: [c] })
    expect((await remove({ resultIds: [c] })).body).toEqual({
      success: true,
      count: 0,
      message: '0 leads deleted',
    })
    const history = await t.call(listHistory, { params: { id: list.id }, body: {} }, user)
    expect(history.body.data.map((entry) => entry.event)).toEqual(['leads.deleted', 'list.created'])
  })

  it('by filters deletes all matches, not only the page', async () => {
    const filters = {
      custom_search: [{ field: 'name', operator: 'not like', value: 'e' }],
      limit: 1,
      page: 3,
    }
    expect((await remove({ filters })).body.count).toBe(4)
    expect([await namesIn(), await totalOf()]).toEqual(['e', 1])
  })

  it.each([
    [{ sort: 'name' }, 2, 'ced'],
    [{ sort: '-name' }, 2, 'cab'],
    [{}, 2, 'ebd'],
    [{}, 99, ''],
  ])('the first matches follows the order of %j, %i', async (filters, first, left) => {
    await remove({ filters, first })
    expect(await namesIn()).toBe(left)
  })

  it.each([
    [{}],
    [{ resultIds: [] }],
    [{ resultIds: [1], filters: {} }],
    [{ resultIds: 'all' }],
    [{ filters: {}, first: 0 }],
    [{ filters: { limit: 0 } }],
    [null],
  ])('is refused for %j', async (body) => {
    expect((await remove(body as object)).status).toBe(422)
    expect(await namesIn()).toBe('caebd')
  })

  it('twice at once deletes each lead once', async () => {
    const counts = await Promise.all([1, 2, 3].map(async () => (await remove({ filters: {} })).body.count))
    expect(counts.toSorted()).toEqual([0, 0, 5])
    expect(await totalOf()).toBe(0)
  })
})

describe('restoring', () => {
  it('undoes one deletion by its token and no other', async () => {
    const [c, a, e] = list.leadIds as [number, number, number]
    const first = await remove({ resultIds: [c, a] })
    await remove({ resultIds: [e] })
    const undo_token = first.body.undo_token as number
    expect((await restore({ undo_token })).body).toEqual({
      success: true,
      count: 2,
      message: '2 leads restored',
    })
    expect([await namesIn(), await namesIn('bin'), await totalOf()]).toEqual(['cabd', 'e', 4])
    expect((await restore({ undo_token })).body.count).toBe(0)
  })

  it('restores chosen leads from the trash', async () => {
    const [c, a] = list.leadIds as [number, number]
    await remove({ filters: {} })
    expect((await restore({ resultIds: [c, c, 999_999_999] })).body.count).toBe(1)
    expect((await restore({ resultIds: [a] })).body.message).toBe('1 lead restored')
    expect([await namesIn(), await totalOf()]).toEqual(['ca', 2])
  })

  it('rejects the token of another list', async () => {
    const other = await seedList(t, user, { leads: [{}] })
    const { body } = await t.call(
      deleteLeads,
      { params: { type: 'local', id: other.id }, body: { resultIds: other.leadIds } },
      user,
    )
    expect((await restore({ undo_token: body.undo_token })).body.count).toBe(0)
  })
})
