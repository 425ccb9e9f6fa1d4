import { afterAll, beforeAll, expect, it } from 'vitest'
import { editLead, undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
})
afterAll(() => t.close())

type Type = 'people' | 'single'
const factsIn = async (type: Type, id: number) =>
  (await t.call(leads, { params: { type, id }, body: {} }, user)).body.data.map(({ values }) => [
    values.seniority ?? null,
    values.department ?? null,
  ])

it.each<Type>(['people', 'single'])('new leads of %s have what their position states', async (type) => {
  const { id } = await seedList(t, user, {
    type,
    leads: [
      { values: { name: 'Ann Lee', email: 'a@a.example', position: 'Head of Marketing' } },
      { values: { name: 'Bo Oz', email: 'b@a.example', position: 'Vertriebsleiter', seniority: 'vp' } },
      { values: { name: 'Cy Ek', email: 'c@a.example', position: 'Gardener' } },
      { values: { name: 'Di Orr', email: 'd@a.example' } },
    ],
  })
  expect((await factsIn(type, id)).toSorted()).toEqual(
    [
      ['head', 'Marketing'],
      ['vp', 'Sales'],
      [null, null],
      [null, null],
    ].toSorted(),
  )
})

it('they follow a new position, unless they were changed, and its undo', async () => {
  const { id, leadIds } = await seedList(t, user, {
    type: 'people',
    leads: [{ values: { name: 'Ann Lee', email: 'a@b.example', position: 'Sales Manager' } }],
  })
  const params = { type: 'people' as const, id, resultId: leadIds[0] as number }
  const edit = (values: Record<string, string | null>) => t.call(editLead, { params, body: { values } }, user)
  expect(await factsIn('people', id)).toEqual([['manager', 'Sales']])
  const { body } = await edit({ position: 'CFO' })
  expect(await factsIn('people', id)).toEqual([['c_level', 'Finance']])
  await t.call(undoChange, { params, body: { undo_token: body.undo_token as number } }, user)
  expect(await factsIn('people', id)).toEqual([['manager', 'Sales']])
  await edit({ department: 'Field team' })
  await edit({ position: 'Gardener' })
  expect(await factsIn('people', id)).toEqual([[null, 'Field team']])
})
