import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { setLeadValue, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, leads, showLead } from '#contract/leads/leads.ts'
import { listHistory, showList } from '#contract/leads/lists.ts'
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
      { values: { name: 'Birch', city: 'Lisbon' } },
      { values: { name: 'Cedar' } },
    ],
  })
})

const at = () => ({ type: 'local' as const, id: list.id })
const ALL = { filters: {} as never }
const set = (field: string, value: string | number | null, selection: object = ALL) =>
  t.call(setLeadValue, { params: at(), body: { selection: selection as never, field, value } }, user)
const undo = (undo_token: number) => t.call(undoChange, { params: at(), body: { undo_token } }, user)
const valuesOf = async (field: string) =>
  (await t.call(leads, { params: at(), body: { sort: 'name' } as never }, user)).body.data.map(
    ({ values }) => values[field],
  )
const first = () => list.leadIds[0] as number

it('a field of many leads is set as one change, with its source, and undone as one', async () => {
  const { body } = await set('city', '  São   Paulo ')
  expect(body).toMatchObject({ count: 3, skipped: 0, message: '3 leads changed' })
  expect(await valuesOf('city')).toEqual(['São Paulo', 'São Paulo', 'São Paulo'])
  const lead = (await t.call(showLead, { params: { ...at(), resultId: first() } }, user)).body.data
  expect(lead.provenance.city).toMatchObject({ source: 'manual', method: 'typed' })
  expect(lead.history[0]).toMatchObject({ event: 'leads.edited', user: user.email })
  const { data } = (await t.call(listHistory, { params: { id: list.id } }, user)).body
  expect(data[0]).toMatchObject({
    event: 'leads.edited',
    can_undo: true,
    detail: { field: 'City', count: 3 },
  })
  expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 3, left: 0 })
  expect(await valuesOf('city')).toEqual(['Porto', 'Lisbon', undefined])
  expect((await undo(body.undo_token as number)).status).toBe(409)
})

it('only the selected leads outside the trash change, and those that have the value already are skipped', async () => {
  await t.call(deleteLeads, { params: at(), body: { resultIds: [list.leadIds[2] as number] } }, user)
  const { body } = await set('city', 'Porto', { resultIds: list.leadIds })
  expect(body).toMatchObject({ count: 1, skipped: 2 })
  const again = await set('city', 'Porto')
  expect(again.body).toMatchObject({ count: 0, skipped: 2 })
  expect(again.body.undo_token).toBeUndefined()
})

it('null clears a field, and emails are counted again', async () => {
  const emails = async () => (await t.call(showList, { params: { id: list.id } }, user)).body.data.emails
  const { body } = await set('email', null)
  expect([body.count, await emails()]).toEqual([1, 0])
  await undo(body.undo_token as number)
  expect([await valuesOf('email'), await emails()]).toEqual([['a@acorn.example', undefined, undefined], 1])
})

it('a status is set like any field', async () => {
  const { body } = await set('lead_status', 'Won', { resultIds: [first()] })
  expect(body.count).toBe(1)
  expect(await valuesOf('lead_status')).toEqual(['won', 'new', 'new'])
  await undo(body.undo_token as number)
  expect(await valuesOf('lead_status')).toEqual(['new', 'new', 'new'])
})

it.each([
  ['nothing', 'x', 'field'],
  ['source', 'x', 'field'],
  ['website', 'nowhere', 'value'],
  ['lat', 91, 'value'],
  ['phone', '030 123456', 'value'],
  ['lead_status', 'maybe', 'value'],
])('%s cannot become %j', async (name, value, field) => {
  const reply = await set(name, value)
  expect([reply.status, Object.keys(reply.error.fields)]).toEqual([422, [field]])
})

it('a suppressed value is refused', async () => {
  await t.call(addSuppressions, { body: { values: ['gone@acorn.example'] } }, user)
  expect((await set('email', 'gone@acorn.example')).status).toBe(409)
  expect(await valuesOf('email')).toEqual(['a@acorn.example', undefined, undefined])
})

it('a choice is stored as its field spells it', async () => {
  const body = { label: 'Tier', kind: 'choice' as const, choices: ['Gold', 'Silver'] }
  const { name } = (await t.call(createCustomField, { body }, user)).body.data
  const refused = await set(name, 'Bronze')
  expect(refused.error.fields).toEqual({ value: '“Bronze” isn’t a choice. The choices are Gold, Silver' })
  await set(name, 'gold')
  expect(await valuesOf(name)).toEqual(['Gold', 'Gold', 'Gold'])
})
