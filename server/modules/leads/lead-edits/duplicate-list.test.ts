import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { editLead, setLeadStatus } from '#contract/leads/lead-edits.ts'
import { deleteLeads, leads } from '#contract/leads/leads.ts'
import {
  bulkDeleteLists,
  duplicateList,
  listDetails,
  listHistory,
  lists,
  renameList,
  showList,
} from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
})
afterAll(() => t.close())

const at = (id: number) => ({ type: 'local' as const, id })
const leadsOf = async (id: number) => (await t.call(leads, { params: at(id), body: {} }, user)).body.data

async function seeded() {
  const list = await seedList(t, user, {
    name: 'Bakeries',
    leads: [
      {
        values: { name: 'Acorn', email: 'a@acorn.example', email_state: 'valid' },
        sentAt: '2026-01-02T00:00:00Z',
      },
      { values: { name: 'Birch' } },
      { values: { name: 'Gone' } },
    ],
  })
  const [first, , gone] = list.leadIds as [number, number, number]
  await t.call(deleteLeads, { params: at(list.id), body: { resultIds: [gone] } }, user)
  return { ...list, first }
}

it('copies a list with leads, labels, custom fields, status, tags and source, and leaves the list unchanged', async () => {
  const { id, first } = await seeded()
  const label = (await t.call(createLabel, { body: { name: 'Hot' } }, user)).body.data.id
  const field = (await t.call(createCustomField, { body: { label: 'Rank' } }, user)).body.data.name
  const selection = { resultIds: [first] }
  await t.call(labelLeads, { params: at(id), body: { selection, add: [label] } }, user)
  await t.call(setLeadStatus, { params: at(id), body: { selection, status: 'won' } }, user)
  await t.call(editLead, { params: { ...at(id), resultId: first }, body: { values: { [field]: 'A' } } }, user)
  await t.call(listDetails, { body: { id, tags: ['spring'], source: 'Fair' } }, user)
  const before = await leadsOf(id)

  const made = await t.call(duplicateList, { params: { id } }, user)
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Bakeries (copy)',
    type: 'local',
    total: 2,
    emails: 1,
    tags: ['spring'],
    lead_source: 'Fair',
  })
  const copies = await leadsOf(made.body.data.id)
  // A copy is as old as its list.
  const valuesOf = (all: typeof copies) => all.map(({ values: { added_at: _, ...values } }) => values)
  expect(valuesOf(copies)).toEqual(valuesOf(before))
  expect(copies[0]?.values).toMatchObject({ [field]: 'A', lead_status: 'won', labels: 'Hot' })
  expect(copies[0]?.sent_at).toBeNull()
  expect(copies.some((copy) => before.some((lead) => lead.id === copy.id))).toBe(false)
  expect(await leadsOf(id)).toEqual(before)
  const { body: history } = await t.call(listHistory, { params: { id: made.body.data.id } }, user)
  expect(history.data.map(({ event, can_undo }) => [event, can_undo])).toEqual([
    ['leads.copied', false],
    ['list.created', false],
  ])
})

it('copies once per key, however often it is sent, and completely for another', async () => {
  const { id } = await seeded()
  const once = () => t.call(duplicateList, { params: { id } }, user, { key: 'once' })
  const [one, same] = [await once(), await once()]
  expect(same.body).toEqual(one.body)
  expect((await t.call(duplicateList, { params: { id } }, user)).body.data.total).toBe(2)
})

it('names a copy within the maximum length, and undoing it moves it to the trash', async () => {
  const { id } = await seeded()
  await t.call(renameList, { params: { id }, body: { name: 'x'.repeat(200) } }, user)
  const { data } = (await t.call(duplicateList, { params: { id } }, user)).body
  expect(data.name).toBe(`${'x'.repeat(193)} (copy)`)
  await t.call(bulkDeleteLists, { body: { resultIds: [data.id] } }, user)
  expect((await t.call(showList, { params: { id: data.id } }, user)).status).toBe(404)
  expect((await t.call(duplicateList, { params: { id: data.id } }, user)).status).toBe(404)
  const { total } = (await t.call(lists, { query: { search: 'xxx' } }, user)).body
  expect(total).toBe(1)
})
