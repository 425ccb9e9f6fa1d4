import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FilterOperator } from '#contract/core/constants.ts'
import { download, exportList } from '#contract/core/files.ts'
import { connectCrm, crmMapping } from '#contract/leads/crm.ts'
import { createLabel, runLabelRule } from '#contract/leads/labels.ts'
import { LeadFilters, leadFacets, leads } from '#contract/leads/leads.ts'
import { createLeadView, leadViews } from '#contract/leads/views.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const origin = { source: 'website', method: 'signal', confidence: 1 }
const LEADS: Record<string, string | number>[] = [
  { name: 'Anna', no_booking: 'yes', hiring: 'no', last_update: 2019, technology: 'WordPress 6.4, jQuery' },
  { name: 'Berta', no_booking: 'no', hiring: 'yes', last_update: 2026, technology: 'Wix' },
  { name: 'Cara', no_booking: 'yes', last_update: 2024 },
  { name: 'Dora' },
]
let t: TestApp
let ghl: FakeCrm
let user: TestUser
let params: { type: 'local'; id: number }
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({ crms: { ghl: { baseUrl: ghl.url } } })
  user = await t.account()
  const fields = { no_booking: { ...origin, url: 'https://anna.example/', text: '=No booking on 3 pages' } }
  const { id } = await seedList(t, user, {
    type: 'local',
    leads: LEADS.map((values, at) => ({
      values,
      ...(at === 0 && { provenance: { default: origin, fields } }),
    })),
  })
  params = { type: 'local', id }
})
afterAll(async () => {
  await t?.close()
  await ghl?.close()
})

const named = async (body: object) => {
  const answer = await t.call(leads, { params, body: { sort: 'name', ...body } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data.map(({ values }) => values.name)
}
type Value = string | number | string[]
const rule = (field: string, operator: FilterOperator, value?: Value) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
})

it.each<[string, FilterOperator, Value | undefined, string[]]>([
  ['no_booking', 'like', ['yes'], ['Anna', 'Cara']],
  ['no_booking', 'not like', ['yes'], ['Berta', 'Dora']],
  ['no_booking', 'empty', undefined, ['Dora']],
  ['no_booking', 'not empty', undefined, ['Anna', 'Berta', 'Cara']],
  ['last_update', 'lower', 2024, ['Anna']],
  ['last_update', 'greater', 2024, ['Berta']],
  ['technology', 'like', 'WordPress', ['Anna']],
])('filters signals: %s %s %j', async (field, operator, value, expected) => {
  expect(await named({ custom_search: [rule(field, operator, value)] })).toEqual(expected)
})

it('filters signals in groups, and sorts by them', async () => {
  const either = {
    or: [
      rule('hiring', 'like', ['yes']),
      { and: [rule('no_booking', 'like', ['yes']), rule('last_update', 'lower', 2020)] },
    ],
  }
  expect(await named({ filter: either })).toEqual(['Anna', 'Berta'])
  expect(await named({ sort: '-last_update' })).toEqual(['Berta', 'Cara', 'Anna', 'Dora'])
})

it('keeps them in views and labels leads by them', async () => {
  const filters = LeadFilters.parse({ custom_search: [rule('no_booking', 'like', ['yes'])] })
  const { limit: _limit, page: _page, sort: _sort, view: _view, ...kept } = filters
  const shown = [{ field: 'name', pinned: true }, { field: 'no_booking' }]
  const view = {
    type: 'local' as const,
    name: 'No booking',
    filters: kept,
    sort: '-last_update',
    columns: { shown },
  }
  expect((await t.call(createLeadView, { body: view }, user)).status).toBe(201)
  expect((await t.call(leadViews, { query: { type: 'local' } }, user)).body.data).toMatchObject([
    { name: 'No booking' },
  ])
  const label = (
    await t.call(createLabel, { body: { name: 'Call', rule: { type: 'local', filters } } }, user)
  ).body.data
  await t.call(runLabelRule, { params: { id: label.id } }, user)
  expect(await named({ custom_search: [rule('labels', 'like', ['Call'])] })).toEqual(['Anna', 'Cara'])
})

it('offers them as fields for a CRM', async () => {
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const { id } = (await t.call(connectCrm, { body: access }, user)).body.data
  const mapping = (await t.call(crmMapping, { params: { id, type: 'local' } }, user)).body.data
  expect(mapping.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['no_booking', 'technology', 'last_update']),
  )
})

it('writes the evidence of chosen signals beside them when that is asked for', async () => {
  const file = async (choices: object) => {
    const body = { list_id: params.id, columns: ['name', 'no_booking'], ...choices }
    const ticket = (await t.call(exportList, { body }, user)).body.data.url.split('/').at(-1) as string
    return String((await t.call(download, { params: { ticket } })).body)
      .split('\n')
      .slice(0, 3)
      .map((line) => line.trim())
  }
  expect(await file({})).toEqual(['Name,No online booking', 'Anna,yes', 'Berta,no'])
  expect(await file({ evidence: true })).toEqual([
    'Name,No online booking,No online booking page,No online booking evidence',
    "Anna,yes,https://anna.example/,'=No booking on 3 pages",
    'Berta,no,,',
  ])
  // Other fields have no evidence.
  expect((await file({ columns: ['name'], evidence: true }))[0]).toBe('Name')
})

it('counts one signal when somebody looks at it, and none otherwise', async () => {
  const count = async (body: object) => (await t.call(leadFacets, { params, body }, user)).body.data
  expect(Object.keys(await count({}))).not.toContain('no_booking')
  expect(await count({ field: 'no_booking', custom_search: [rule('no_booking', 'like', ['yes'])] })).toEqual({
    no_booking: [
      { value: 'yes', label: 'yes', count: 2 },
      { value: 'no', label: 'no', count: 1 },
      { value: null, label: 'None', count: 1 },
    ],
  })
  expect(
    (await count({ field: 'no_booking', custom_search: [rule('hiring', 'like', ['yes'])] })).no_booking,
  ).toMatchObject([{ value: 'no', count: 1 }])
  const refused = await t.call(leadFacets, { params, body: { field: 'name' } }, user)
  expect(refused.error?.fields).toHaveProperty('field')
})
