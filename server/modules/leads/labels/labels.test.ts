import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changeLabel,
  createLabel,
  deleteLabel,
  labelLeads,
  labels,
  mergeLabels,
  restoreLabel,
  runLabelRule,
  tryLabelRule,
} from '#contract/leads/labels.ts'
import { editLead, moveLeads, undoChange } from '#contract/leads/lead-edits.ts'
import { LeadFilters, leadFacets, leads, showLead } from '#contract/leads/leads.ts'
import { listDetails } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.account()
  list = await seedList(t, user, {
    leads: [
      { values: { name: 'Acorn', website: 'https://acorn.example' } },
      { values: { name: 'Birch' } },
      { values: { name: 'Cedar' } },
    ],
  })
})

const at = (id = list.id) => ({ type: 'local' as const, id })
const make = async (name: string, rule?: object) =>
  (await t.call(createLabel, { body: { name, rule } as never }, user)).body.data
const put = (ids: number[], change: { add?: number[]; remove?: number[] }, id = list.id) =>
  t.call(
    labelLeads,
    { params: at(id), body: { selection: { resultIds: ids }, add: [], remove: [], ...change } },
    user,
  )
const undo = (undo_token: number, id = list.id) =>
  t.call(undoChange, { params: at(id), body: { undo_token } }, user)
/** Labels by name of lead. */
const shown = async (id = list.id) =>
  Object.fromEntries(
    (await t.call(leads, { params: at(id), body: {} }, user)).body.data.map(({ values }) => [
      values.name,
      values.labels,
    ]),
  )
const found = async (operator: string, value?: unknown) => {
  const custom_search = [{ field: 'labels', operator, ...(value === undefined ? {} : { value }) }]
  const { body } = await t.call(leads, { params: at(), body: { custom_search } as never }, user)
  return body.data.map(({ values }) => values.name)
}
const uses = async () =>
  Object.fromEntries((await t.call(labels, {}, user)).body.data.map((item) => [item.name, item.leads]))

describe('labels on leads', () => {
  it('are added and removed, filtered, counted, exported by name, and undone as one', async () => {
    const [hot, cold] = [await make('Hot'), await make('Cold')]
    const [a, b, c] = list.leadIds as [number, number, number]
    expect((await put([a, b], { add: [hot.id] })).body).toMatchObject({ count: 2, skipped: 0 })
    const second = (await put([b, c], { add: [cold.id], remove: [hot.id] })).body
    expect(second).toMatchObject({ count: 2 })
    expect(await shown()).toEqual({ Acorn: 'Hot', Birch: 'Cold', Cedar: 'Cold' })
    await put([b], { add: [hot.id] })
    expect(await shown()).toEqual({ Acorn: 'Hot', Birch: 'Cold; Hot', Cedar: 'Cold' })
    expect(await found('like', 'hot')).toEqual(['Acorn', 'Birch'])
    expect(await found('like', [String(cold.id), 'nothing'])).toEqual(['Birch', 'Cedar'])
    expect(await found('not like', 'Cold')).toEqual(['Acorn'])
    expect(await found('empty')).toEqual([])
    expect(await uses()).toEqual({ Cold: 2, Hot: 2 })
    const facets = (await t.call(leadFacets, { params: at(), body: {} }, user)).body.data
    expect(facets.labels).toEqual([
      { value: String(cold.id), label: 'Cold', count: 2 },
      { value: String(hot.id), label: 'Hot', count: 2 },
    ])
    expect((await undo(second.undo_token as number)).body).toMatchObject({ count: 2, left: 0 })
    expect(await shown()).toEqual({ Acorn: 'Hot', Birch: 'Hot' })
    const lead = (await t.call(showLead, { params: { ...at(), resultId: b } }, user)).body.data
    expect([lead.values.labels, lead.history.map(({ event }) => event)]).toEqual([
      'Hot',
      expect.arrayContaining(['leads.labelled', 'lead.added']),
    ])
  })

  it('change nothing without a difference, and refuse invalid requests', async () => {
    const hot = await make('Hot')
    await put(list.leadIds, { add: [hot.id] })
    expect((await put(list.leadIds, { add: [hot.id] })).body.undo_token).toBeUndefined()
    expect((await put(list.leadIds, {})).status).toBe(422)
    expect((await put(list.leadIds, { add: [hot.id], remove: [hot.id] })).status).toBe(422)
    expect((await put(list.leadIds, { add: [999_999] })).status).toBe(404)
    const stranger = await t.account()
    const foreign = (await t.call(createLabel, { body: { name: 'Hot' } }, stranger)).body.data
    expect((await put(list.leadIds, { add: [foreign.id] })).status).toBe(404)
  })

  it('stay with leads that are moved or copied', async () => {
    const hot = await make('Hot')
    await put(list.leadIds, { add: [hot.id] })
    const move = async (id: number, name: string, copy: boolean) =>
      (
        await t.call(
          moveLeads,
          { params: at(), body: { selection: { resultIds: [id] }, to: { new_list: name }, copy } },
          user,
        )
      ).body.list.id
    const moved = await move(list.leadIds[0] as number, 'Moved', false)
    const copied = await move(list.leadIds[1] as number, 'Copied', true)
    expect([await shown(moved), await shown(copied)]).toEqual([{ Acorn: 'Hot' }, { Birch: 'Hot' }])
  })
})

describe('a label', () => {
  it('has one name whatever its case, and is renamed, deleted and restored with its leads', async () => {
    const hot = await make('Hot')
    expect((await t.call(createLabel, { body: { name: 'hOT' } }, user)).status).toBe(409)
    await put(list.leadIds, { add: [hot.id] })
    expect((await t.call(changeLabel, { params: { id: hot.id }, body: {} }, user)).body.data.name).toBe('Hot')
    await t.call(changeLabel, { params: { id: hot.id }, body: { name: 'Warm', color: 'red' } }, user)
    expect(await shown()).toMatchObject({ Acorn: 'Warm' })
    await t.call(deleteLabel, { params: { id: hot.id } }, user)
    expect([await shown(), await uses()]).toEqual([{}, {}])
    await make('Warm')
    expect((await t.call(restoreLabel, { params: { id: hot.id } }, user)).status).toBe(409)
  })

  it('is merged into another; restoring gives both their previous leads', async () => {
    const [hot, warm] = [await make('Hot'), await make('Warm')]
    const [a, b] = list.leadIds as [number, number]
    await put([a, b], { add: [hot.id] })
    await put([b], { add: [warm.id] })
    const { body } = await t.call(mergeLabels, { params: { id: hot.id }, body: { into: warm.id } }, user)
    expect([body.count, body.data.leads, await shown()]).toEqual([1, 2, { Acorn: 'Warm', Birch: 'Warm' }])
    await t.call(restoreLabel, { params: { id: hot.id } }, user)
    expect(await uses()).toEqual({ Hot: 2, Warm: 1 })
  })
})

describe('a rule', () => {
  const rule = (field: string, operator: string) => ({
    type: 'local',
    filters: LeadFilters.parse({ custom_search: [{ field, operator }] }),
  })

  it('is tested, run, and run again when leads have changed; manual labels stay', async () => {
    const label = await make('No website', rule('website', 'empty'))
    const params = { id: label.id }
    const other = await seedList(t, user, { leads: [{ values: { name: 'Dogwood' } }] })
    await seedList(t, user, { type: 'people', leads: [{ values: { name: 'Somebody' } }] })
    const tried = (await t.call(tryLabelRule, { params, body: {} }, user)).body.data
    expect(tried).toEqual({ adds: 3, removes: 0, lists: 2 })
    expect(await uses()).toEqual({ 'No website': 0 })
    expect((await t.call(runLabelRule, { params }, user)).body.data).toEqual(tried)
    expect([await shown(), await shown(other.id)]).toEqual([
      { Birch: 'No website', Cedar: 'No website' },
      { Dogwood: 'No website' },
    ])
    await put([list.leadIds[0] as number], { add: [label.id] })
    const values = { website: 'https://birch.example' }
    await t.call(
      editLead,
      { params: { ...at(), resultId: list.leadIds[1] as number }, body: { values } },
      user,
    )
    expect((await t.call(runLabelRule, { params }, user)).body.data).toEqual({
      adds: 0,
      removes: 1,
      lists: 1,
    })
    expect(await shown()).toEqual({ Acorn: 'No website', Cedar: 'No website' })
    expect((await t.call(tryLabelRule, { params, body: {} }, user)).body.data.lists).toBe(0)
  })

  it('that no list can evaluate is refused, and a label without one cannot be run', async () => {
    const bad = { name: 'Bad', rule: rule('nothing', 'empty') }
    const { status, error } = await t.call(createLabel, { body: bad as never }, user)
    expect([status, Object.keys(error.fields)]).toEqual([422, ['rule.filters.custom_search.0.field']])
    const plain = await make('Plain')
    expect((await t.call(runLabelRule, { params: { id: plain.id } }, user)).status).toBe(409)
  })
})

it('tags and source of a list are stored once each, and setting them again changes nothing', async () => {
  const set = (body: object) => t.call(listDetails, { body: { id: list.id, ...body } as never }, user)
  const { body } = await set({ tags: ['Spring', 'spring', ' Fair '], source: 'Trade fair' })
  expect(body.data).toMatchObject({ tags: ['Spring', 'Fair'], lead_source: 'Trade fair' })
  expect((await set({ source: '' })).body.data).toMatchObject({ tags: ['Spring', 'Fair'], lead_source: null })
  expect((await set({ tags: ['a,b'] })).status).toBe(422)
  expect((await set({ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) })).status).toBe(422)
  expect((await set({ tags: [] })).body.data.tags).toEqual([])
})
