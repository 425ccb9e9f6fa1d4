import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { me } from '#contract/identity/me.ts'
import {
  createCustomField,
  customFields,
  deleteCustomField,
  restoreCustomField,
} from '#contract/leads/custom-fields.ts'
import { editLead, moveLeads, setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, leadFacets, leads, restoreLeads, showLead } from '#contract/leads/leads.ts'
import { deleteList, listHistory, showList } from '#contract/leads/lists.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
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
  list = await seedList(t, user, {
    leads: [
      { values: { name: 'Acorn', email: 'a@acorn.example', email_state: 'valid', city: 'Porto' } },
      { values: { name: 'Birch' } },
      { values: { name: 'Cedar' } },
    ],
  })
})

const at = (id = list.id) => ({ type: 'local' as const, id })
const show = async (id: number, listId = list.id) =>
  (await t.call(showLead, { params: { ...at(listId), resultId: id } }, user)).body.data
const edit = (id: number, values: Record<string, string | number | null>) =>
  t.call(editLead, { params: { ...at(), resultId: id }, body: { values } }, user)
const undo = (undo_token: number, listId = list.id) =>
  t.call(undoChange, { params: at(listId), body: { undo_token } }, user)
const namesIn = async (listId: number) =>
  (await t.call(leads, { params: at(listId), body: {} }, user)).body.data.map(({ values }) => values.name)
const totals = async (id = list.id) => {
  const { total, emails } = (await t.call(showList, { params: { id } }, user)).body.data
  return { total, emails }
}
const first = () => list.leadIds[0] as number

describe('a deletion', () => {
  it('is undone once like any other change, except what was restored since', async () => {
    const deleted = await t.call(deleteLeads, { params: at(), body: { resultIds: list.leadIds } }, user)
    const token = deleted.body.undo_token as number
    await t.call(restoreLeads, { params: at(), body: { resultIds: [first()] } }, user)
    expect(await totals()).toEqual({ total: 1, emails: 1 })
    const { body } = await undo(token)
    expect(body).toMatchObject({ count: 2, left: 0, message: 'Undone for 2 leads' })
    expect(await totals()).toEqual({ total: 3, emails: 1 })
    expect((await undo(token)).status).toBe(409)
    // The undo is a separate change, not another deletion to undo.
    const { data } = (await t.call(listHistory, { params: { id: list.id } }, user)).body
    expect(data[0]).toMatchObject({ event: 'leads.undone', can_undo: false, detail: { count: 2 } })
  })
})

describe('a manual edit', () => {
  it('is normalized for its field, has a source, and the old value can be restored', async () => {
    const before = await show(first())
    const { body } = await edit(first(), {
      website: 'Acorn.example',
      country: 'Portugal',
      name: '  Acorn   Café ',
    })
    expect(body.data.values).toMatchObject({
      website: 'http://acorn.example',
      country: 'PT',
      name: 'Acorn Café',
      city: 'Porto',
    })
    expect(body.data.provenance.name).toMatchObject({ source: 'manual', method: 'typed' })
    const entry = body.data.history[0]!
    expect(entry).toMatchObject({ event: 'leads.edited', user: user.email })
    expect(entry.detail.changes).toContainEqual({ field: 'name', from: 'Acorn', to: 'Acorn Café' })
    expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 1, left: 0 })
    const after = await show(first())
    expect(after.values).toEqual(before.values)
    expect(after.provenance).toEqual(before.provenance)
    expect((await undo(body.undo_token as number)).status).toBe(409)
  })

  it("makes a new email unchecked, and updates the list's numbers", async () => {
    expect(await totals()).toEqual({ total: 3, emails: 1 })
    const { body } = await edit(first(), { email: 'New@Acorn.example' })
    expect(body.data.values.email).toBe('new@acorn.example')
    expect(body.data.email_state).toBeNull()
    const emptied = (await edit(first(), { email: null })).body
    expect(await totals()).toEqual({ total: 3, emails: 0 })
    await undo(emptied.undo_token as number)
    await undo(body.undo_token as number)
    expect((await show(first())).email_state).toBe('valid')
    expect(await totals()).toEqual({ total: 3, emails: 1 })
  })

  it.each([
    ['phone', '12', 'values.phone'],
    ['lat', 91, 'values.lat'],
    ['website', 'nowhere', 'values.website'],
    ['source', 'mine', 'values.source'],
    ['nothing', 'x', 'values.nothing'],
    ['lead_status', 'maybe', 'values.lead_status'],
  ])('%s cannot become %j', async (name, value, field) => {
    const reply = await edit(first(), { [name]: value })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.error.fields)).toEqual([field])
  })

  it('skips what someone changed since, and says so', async () => {
    const token = (await edit(first(), { name: 'One', city: 'Faro' })).body.undo_token as number
    await edit(first(), { name: 'Two' })
    const { body } = await undo(token)
    expect(body).toMatchObject({ count: 0, left: 1 })
    expect(body.message).toContain('skipped')
    expect((await show(first())).values).toMatchObject({ name: 'Two', city: 'Faro' })
  })

  it('to the same value changes nothing', async () => {
    const { body } = await edit(first(), { name: 'Acorn' })
    expect(body.undo_token).toBeUndefined()
    expect(
      (await t.call(listHistory, { params: { id: list.id } }, user)).body.data.map((e) => e.event),
    ).toEqual(['list.created'])
  })
})

it('an edit to a suppressed value is refused', async () => {
  await t.call(addSuppressions, { body: { values: ['gone@acorn.example'] } }, user)
  const reply = await edit(first(), { email: 'gone@acorn.example' })
  expect([reply.status, reply.error.message]).toEqual([409, expect.stringContaining('suppression list')])
  expect((await show(first())).values.email).toBe('a@acorn.example')
})

describe('a status', () => {
  it('is set for all, filtered, counted and undone as one', async () => {
    const body = { selection: { filters: {} as never }, status: 'contacted' as const }
    const done = (await t.call(setLeadStatus, { params: at(), body }, user)).body
    expect(done).toMatchObject({ count: 3, skipped: 0, message: '3 leads marked as Contacted' })
    await edit(first(), { lead_status: 'won' })
    const custom_search = [{ field: 'lead_status', operator: 'like' as const, value: 'contacted' }]
    const found = (await t.call(leads, { params: at(), body: { custom_search } as never }, user)).body
    expect(found.total).toBe(2)
    const facets = (await t.call(leadFacets, { params: at(), body: {} }, user)).body.data
    expect(facets.lead_status).toEqual([
      { value: 'contacted', label: 'contacted', count: 2 },
      { value: 'won', label: 'won', count: 1 },
    ])
    expect((await undo(done.undo_token as number)).body).toMatchObject({ count: 2, left: 1 })
    expect((await show(list.leadIds[1] as number)).values.lead_status).toBe('new')
    expect((await show(first())).values.lead_status).toBe('won')
  })
})

describe('moving', () => {
  const move = (resultIds: number[], to: object, copy = false) =>
    t.call(moveLeads, { params: at(), body: { selection: { resultIds }, to: to as never, copy } }, user)

  it('moves leads to a new list and back', async () => {
    const { body } = await move(list.leadIds.slice(0, 2), { new_list: 'Best' })
    expect(body).toMatchObject({ count: 2, skipped: 0, message: '2 leads moved to Best' })
    expect(await namesIn(list.id)).toEqual(['Cedar'])
    expect(await namesIn(body.list.id)).toEqual(['Acorn', 'Birch'])
    expect(await totals(body.list.id)).toEqual({ total: 2, emails: 1 })
    expect((await show(first(), body.list.id)).history.map(({ event }) => event)).toContain('leads.moved')
    expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 2, left: 0 })
    expect(await namesIn(list.id)).toEqual(['Acorn', 'Birch', 'Cedar'])
    expect(await totals()).toEqual({ total: 3, emails: 1 })
    expect(await totals(body.list.id)).toEqual({ total: 0, emails: 0 })
  })

  it('copies without duplicates, and undo removes the copies', async () => {
    const made = (await move([first()], { new_list: 'Copies' }, true)).body
    const second = (await move(list.leadIds, { list_id: made.list.id }, true)).body
    expect(second).toMatchObject({
      count: 2,
      skipped: 1,
      message: '2 leads copied to Copies; 1 already in the list',
    })
    expect(await namesIn(made.list.id)).toEqual(['Acorn', 'Birch', 'Cedar'])
    expect(await namesIn(list.id)).toHaveLength(3)
    expect((await undo(second.undo_token as number)).body.count).toBe(2)
    expect(await namesIn(made.list.id)).toEqual(['Acorn'])
    expect(await totals(made.list.id)).toEqual({ total: 1, emails: 1 })
  })

  it('refuses the same list, another type and one in the trash', async () => {
    const other = await seedList(t, user, { type: 'people' })
    expect((await move([first()], { list_id: list.id })).status).toBe(422)
    expect((await move([first()], { list_id: other.id })).status).toBe(422)
    expect((await move([first()], { list_id: 999_999 })).status).toBe(404)
    const trashed = await seedList(t, user)
    await t.call(deleteList, { params: { id: trashed.id } }, user)
    const refused = await move([first()], { list_id: trashed.id })
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'This list is in the trash. Restore it first',
    ])
    expect(await totals()).toEqual({ total: 3, emails: 1 })
  })

  it('leaves alone a lead that was deleted there since', async () => {
    const { body } = await move(list.leadIds.slice(0, 2), { new_list: 'Trash' })
    await t.call(deleteLeads, { params: at(body.list.id), body: { resultIds: [first()] } }, user)
    expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 1, left: 1 })
  })

  it.each([
    ['', false],
    [', even in its trash', true],
  ])('a lead stays there when its list has the business again%s', async (_where, isDeleted) => {
    const { body } = await move(list.leadIds.slice(0, 2), { new_list: 'Moved' })
    const { id } = body.list
    const selection = { resultIds: [first()] }
    const back = { selection, to: { list_id: list.id }, copy: true }
    expect((await t.call(moveLeads, { params: at(id), body: back }, user)).body.count).toBe(1)
    if (isDeleted) {
      const { data } = (await t.call(leads, { params: at(), body: {} }, user)).body
      const resultIds = data.filter(({ values }) => values.name === 'Acorn').map((lead) => lead.id)
      await t.call(deleteLeads, { params: at(), body: { resultIds } }, user)
    }
    expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 1, left: 1 })
    expect(await namesIn(id)).toEqual(['Acorn'])
    expect((await namesIn(list.id)).toSorted()).toEqual([...(isDeleted ? [] : ['Acorn']), 'Birch', 'Cedar'])
    expect(await totals(id)).toEqual({ total: 1, emails: 1 })
    expect(await totals()).toEqual(isDeleted ? { total: 2, emails: 0 } : { total: 3, emails: 1 })
  })
})

describe('a custom field', () => {
  it('is filtered, sorted, counted and restored with its values', async () => {
    const field = (
      await t.call(createCustomField, { body: { label: 'Industry code', kind: 'choice' } }, user)
    ).body.data
    expect(field.name).toBe('cf_industry_code')
    expect((await t.call(createCustomField, { body: { label: 'industry CODE' } }, user)).status).toBe(409)
    expect((await t.call(me, {}, user)).body.data.custom_fields).toContainEqual(field)
    for (const [index, value] of ['b', 'a'].entries())
      await edit(list.leadIds[index] as number, { [field.name]: value })
    const sorted = (await t.call(leads, { params: at(), body: { sort: `-${field.name}` } as never }, user))
      .body
    expect(sorted.data.map(({ values }) => values[field.name])).toEqual(['b', 'a', undefined])
    const custom_search = [{ field: field.name, operator: 'like' as const, value: 'a' }]
    expect((await t.call(leads, { params: at(), body: { custom_search } as never }, user)).body.total).toBe(1)
    const facets = (await t.call(leadFacets, { params: at(), body: {} }, user)).body.data
    expect(facets[field.name]).toHaveLength(3)
    expect((await t.call(customFields, {}, user)).body.data).toMatchObject([{ name: field.name, leads: 2 }])
    await t.call(deleteCustomField, { params: { id: field.id } }, user)
    expect((await t.call(leads, { params: at(), body: { custom_search } as never }, user)).status).toBe(422)
    await t.call(restoreCustomField, { params: { id: field.id } }, user)
    expect((await t.call(leads, { params: at(), body: { custom_search } as never }, user)).body.total).toBe(1)
  })

  it('has a type: a number is a number, a day a day', async () => {
    const make = async (label: string, kind: 'number' | 'date') =>
      (await t.call(createCustomField, { body: { label, kind } }, user)).body.data.name
    const [size, since] = [await make('Size', 'number'), await make('Since', 'date')]
    expect((await edit(first(), { [size]: 'many' })).status).toBe(422)
    expect((await edit(first(), { [since]: 'soon' })).status).toBe(422)
    await edit(first(), { [size]: '12', [since]: '2024-03-01' })
    const count = async (field: string, operator: 'greater' | 'lower', value: string | number) =>
      (
        await t.call(
          leads,
          { params: at(), body: { custom_search: [{ field, operator, value }] } as never },
          user,
        )
      ).body.total
    expect(await count(size, 'greater', 11)).toBe(1)
    expect(await count(since, 'lower', '2024-03-02')).toBe(1)
    expect(await count(since, 'lower', '2024-03-01')).toBe(0)
  })
})
