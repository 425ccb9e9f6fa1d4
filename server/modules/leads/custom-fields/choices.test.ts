import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { me } from '#contract/identity/me.ts'
import { changeCustomField, createCustomField, customFields } from '#contract/leads/custom-fields.ts'
import { editLead } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const create = (body: object) => t.call(createCustomField, { body: body as never }, user)
const tier = async (choices?: string[]) =>
  (await create({ label: 'Tier', kind: 'choice', ...(choices && { choices }) })).body.data
const change = (id: number, body: object) =>
  t.call(changeCustomField, { params: { id }, body: body as never }, user)

it('a field of type Choice lists its choices, in their order', async () => {
  const field = await tier(['Gold', 'Silver'])
  expect(field.choices).toEqual(['Gold', 'Silver'])
  expect((await t.call(me, {}, user)).body.data.custom_fields).toContainEqual(field)
  const changed = await change(field.id, { choices: ['Platinum', 'Gold'] })
  expect(changed.body.data).toEqual({ ...field, choices: ['Platinum', 'Gold'] })
  // A change of the name alone leaves the choices alone.
  expect((await change(field.id, { label: 'Level' })).body.data).toMatchObject({
    label: 'Level',
    choices: ['Platinum', 'Gold'],
  })
  expect((await change(field.id, { choices: null })).body.data.choices).toBeNull()
  expect((await t.call(customFields, {}, user)).body.data).toMatchObject([{ label: 'Level', choices: null }])
})

it.each([
  ['none', { kind: 'choice', choices: [] }],
  ['one twice', { kind: 'choice', choices: ['Gold', 'gold'] }],
  ['an empty one', { kind: 'choice', choices: ['Gold', ' '] }],
  ['those of a text', { kind: 'text', choices: ['Gold'] }],
])('choices that cannot be used are refused: %s', async (_what, body) => {
  expect((await create({ label: 'Tier', ...body })).status).toBe(422)
})

it('only a field of type Choice gets choices later', async () => {
  const { data } = (await create({ label: 'Remark', kind: 'text' })).body
  const reply = await change(data.id, { choices: ['Gold'] })
  expect([reply.status, reply.error.fields]).toEqual([
    422,
    { choices: 'Only a field of type Choice has choices' },
  ])
})

it('a lead takes one of the choices and names any other value; values from before stay', async () => {
  const field = await tier()
  const list = await seedList(t, user, { leads: [{ values: { name: 'Acorn' } }] })
  const params = { type: 'local' as const, id: list.id, resultId: list.leadIds[0] as number }
  const edit = (value: string | null, more: object = {}) =>
    t.call(editLead, { params, body: { values: { [field.name]: value, ...more } } }, user)
  expect((await edit('Old')).status).toBe(200)
  await change(field.id, { choices: ['Gold', 'Silver'] })
  const refused = await edit('Bronze')
  expect([refused.status, refused.error.fields]).toEqual([
    422,
    { [`values.${field.name}`]: '“Bronze” isn’t a choice. The choices are Gold, Silver' },
  ])
  const { data } = (await t.call(leads, { params, body: {} }, user)).body
  expect(data[0]?.values[field.name]).toBe('Old')
  expect((await edit('SILVER')).body.data.values[field.name]).toBe('Silver')
  expect((await edit(null)).body.data.values[field.name]).toBeUndefined()
})

it('an import names cells that are no choice and leaves them empty', async () => {
  const field = await tier(['Gold', 'Silver'])
  const file = 'Name,Email,Tier\nAnn Lee,ann@acorn.example,gold\nBo Day,bo@birch.example,Bronze\n'
  const files = leadFiles(
    t,
    () => origin,
    () => user,
  )
  const mapping = { Name: { field: 'name' }, Email: { field: 'email' }, Tier: { field: field.name } }
  const { body } = await files.check(file, { mapping })
  expect(body.data).toMatchObject({ problem_cells: 1, ready: 2 })
  expect(body.data.problems).toMatchObject([
    { column: 'Tier', problem: '“Bronze” isn’t a choice. The choices are Gold, Silver' },
  ])
  const { listId } = await files.imported(file, { mapping })
  const { data } = (await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)).body
  expect(data.map(({ values }) => [values.name, values[field.name]]).toSorted()).toEqual([
    ['Ann Lee', 'Gold'],
    ['Bo Day', undefined],
  ])
})
