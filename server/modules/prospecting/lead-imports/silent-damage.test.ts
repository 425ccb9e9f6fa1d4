import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCustomField, customFields } from '#contract/leads/custom-fields.ts'
import { leads } from '#contract/leads/leads.ts'
import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { chooseLeadView, leadViews } from '#contract/leads/views.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let user: TestUser
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => user,
  )
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const valuesIn = async (id: number, type: ListTypeId = 'people', search = '') =>
  (await t.call(leads, { params: { type, id }, body: { sort: 'added_at', search } as never }, user)).body.data
    .toSorted((a, b) => a.id - b.id)
    .map(({ values: { added_at: _a, ...values } }) => values)

describe('an address of several people', () => {
  const SHARED = `First Name,Last Name,Company,Email
Nina,Oak,Oak Joinery,info@oak.example
Pete,Rush,Oak Joinery,info@oak.example
Carla,Lunt,Lunt Bakery,lunt@lunt.example
Emil,Lunt,Lunt Bakery,lunt@lunt.example
,,,other@oak.example
`
  it('leaves them apart, also when the file comes again', async () => {
    const { counts, listId } = await files().imported(SHARED)
    expect(counts).toEqual({ imported: 5, merged: 0, rejected: 0 })
    expect((await files().imported(SHARED, { into: listId })).counts).toEqual({
      imported: 0,
      merged: 5,
      rejected: 0,
    })
    expect((await valuesIn(listId)).map(({ name }) => name)).toEqual([
      'Nina Oak',
      'Pete Rush',
      'Carla Lunt',
      'Emil Lunt',
      undefined,
    ])
  })

  it('gives a lead known by its own address alone its name', async () => {
    const file = 'Name,Email\n,ann.lee@acorn.example\nAnn B. Lee,ann.lee@acorn.example\n'
    const { listId } = await files().imported(file)
    expect(await valuesIn(listId)).toMatchObject([{ name: 'Ann B. Lee', email: 'ann.lee@acorn.example' }])
  })

  it('leaves people of one handle agency apart', async () => {
    const file = 'Handle,Platform,Email\nfinch,TikTok,book@agency.example\nheron,TikTok,book@agency.example\n'
    expect((await files().imported(file, { type: 'influencer' })).counts.imported).toBe(2)
  })

  it('is only a possible duplicate, which “merge all sure” leaves alone', async () => {
    const email = 'info@oak.example'
    const list = await seedList(t, user, {
      type: 'people',
      leads: ['Nina Oak', 'Pete Rush', ''].map((name) => ({ values: { ...(name && { name }), email } })),
    })
    const params = { type: 'people' as const, id: list.id }
    const { data } = (await t.call(listDuplicates, { params }, user)).body
    expect(data.map(({ sure, reasons }) => [sure, reasons])).toEqual([[false, ['email']]])
    await t.call(mergeListDuplicates, { params, body: { sure: true } }, user)
    expect(await valuesIn(list.id)).toHaveLength(3)
  })

  it('of one name is a sure duplicate', async () => {
    const lead = { values: { name: 'Nina Oak', email: 'n@oak.example' } }
    const list = await seedList(t, user, { type: 'people', leads: [lead, { ...lead }] })
    const { data } = (await t.call(listDuplicates, { params: { type: 'people', id: list.id } }, user)).body
    expect(data.map(({ sure }) => sure)).toEqual([true])
  })
})

describe('a business with the same name, email and domain', () => {
  it.each([
    ['without its city', 'Berlin,Weg 1', ',', 1],
    ['without its street', 'Berlin,Weg 1', 'Berlin,', 1],
    ['in two streets', 'Berlin,Weg 1', 'Berlin,Weg 2', 2],
    ['in two cities', 'Berlin,', 'Bonn,', 2],
  ])('is one lead or two: %s', async (_what, one, other, leads) => {
    const row = 'Acorn,hi@acorn.example,acorn.example'
    for (const [first, second] of [
      [one, other],
      [other, one],
    ]) {
      const file = `Name,Email,Domain,City,Street\n${row},${first}\n${row},${second}\n`
      expect((await files().imported(file, { type: 'local' })).counts.imported).toBe(leads)
    }
  })
})

describe('values of later rows', () => {
  const rows = (count: number, cell: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => `P${n},p${n}@acorn.example,${cell(n)}`).join('\n')

  it('keep their zeros and decimals: a field is a number only if every value is', async () => {
    const cell = (n: number) => (n < 250 ? `9${n},${n}.5,${n}` : '01067,1.50,7')
    const { listId } = await files().imported(`Name,Email,Zone,Rate,Count\n${rows(251, cell)}\n`)
    const last = { cf_zone: '01067', cf_rate: '1.50', cf_count: 7 }
    expect(await valuesIn(listId, 'people', 'p250@')).toMatchObject([last])
  })

  it('count for a column that is empty before', async () => {
    const { listId } = await files().imported(
      `Name,Email,Note\n${rows(251, (n) => (n === 250 ? 'late' : ''))}\n`,
    )
    expect(await valuesIn(listId, 'people', 'p250@')).toMatchObject([{ cf_note: 'late' }])
  })

  it('keep a time that a date would lose', async () => {
    const file = 'Name,Email,Consent\nAnn,a@acorn.example,2024-03-14 09:12:31\n'
    const { listId } = await files().imported(file)
    expect(await valuesIn(listId)).toMatchObject([{ cf_consent: '2024-03-14 09:12:31' }])
  })
})

describe('a column called like a custom field', () => {
  it.each([
    ['number', '5k to 10k'],
    ['number', '007'],
    ['date', 'in spring'],
  ] as const)('of kind %s shows in the check what the import can’t read: %s', async (kind, value) => {
    await t.call(createCustomField, { body: { label: 'Budget', kind } }, user)
    const file = `Name,Email,BUDGET\nAnn,a@acorn.example,${value}\n`
    const asText: ImportMapping = { BUDGET: { new_field: { label: 'BUDGET', kind: 'text' } } }
    for (const mapping of [{} as ImportMapping, asText]) {
      const { data } = (await files().check(file, { mapping })).body
      expect(data.problems).toMatchObject([{ column: 'BUDGET', field: 'cf_budget', value }])
      const { run } = await files().imported(file, { mapping })
      expect(run.counts).toMatchObject({ emptied: 1 })
    }
    expect((await t.call(customFields, {}, user)).body.data).toHaveLength(1)
  })

  it('is mapped to one field once, in the check as in the import', async () => {
    const file = 'Name,Email,Tag,TAG\nAnn,a@acorn.example,x,y\n'
    const mapping = {
      Tag: { new_field: { label: 'Tag', kind: 'text' as const } },
      TAG: { new_field: { label: 'TAG', kind: 'text' as const } },
    }
    expect([
      (await files().check(file, { mapping })).status,
      (await files().start(file, { mapping })).status,
    ]).toEqual([422, 422])
  })
})

it('a column that fills no field is named in the check, the start and the result', async () => {
  const file = 'Name,Email,Rest\nAnn,a@acorn.example,x\nBo,,y\n'
  const mapping = { Rest: null }
  expect((await files().check(file, { mapping })).body.data.not_imported).toEqual(['Rest'])
  expect((await files().start(file, { mapping })).body).toMatchObject({ data: { not_imported: ['Rest'] } })
  expect(await files().imported(file, { mapping })).toMatchObject({
    not_imported: ['Rest'],
    reasons: [{ reason: expect.stringMatching(/^A row needs a name/), rows: 1 }],
  })
})

it('columns without room for a custom field are named with the reason', async () => {
  const names = Array.from({ length: 102 }, (_, n) => `Own ${n}`)
  const file = `Name,Email,${names}\nAnn,a@acorn.example,${names.map(() => 'x')}\n`
  const { columns } = (await files().inspect(file)).body.data
  expect(columns.filter(({ target }) => !target)).toMatchObject([
    { name: 'Own 100', reason: expect.stringMatching(/no room/) },
    { name: 'Own 101' },
  ])
  expect((await files().imported(file, { new_fields: 'make' })).not_imported).toEqual(['Own 100', 'Own 101'])
})

describe('dates', () => {
  const file = (...days: string[]) =>
    `Name,Email,Contract end\n${days.map((day, n) => `P${n},p${n}@acorn.example,${day}`).join('\n')}\n`
  const read = async (text: string, options = {}) => {
    await t.call(createCustomField, { body: { label: 'Contract end', kind: 'date' } }, user)
    const { listId, run } = await files().imported(text, options)
    const found = (await valuesIn(listId)).map(({ cf_contract_end }) => cf_contract_end)
    return [found, run.counts.emptied ?? 0]
  }
  it.each([
    ['with dots', file('24.11.2025', '4.8.2025'), ['2025-11-24', '2025-08-04']],
    ['with the day first', file('31/12/2026', '03/04/2026'), ['2026-12-31', '2026-04-03']],
    ['with the month first', file('12/31/2026', '03/04/2026'), ['2026-12-31', '2026-03-04']],
  ])('%s are read by the file’s own evidence', async (_what, text, days) => {
    expect(await read(text)).toEqual([days, 0])
  })

  it('without evidence are asked for', async () => {
    const text = file('03/04/2026')
    const { data } = (await files().inspect(text)).body
    expect([data.date_order, data.open_dates]).toEqual([null, ['Contract end']])
    expect(await read(text)).toEqual([[undefined], 1])
    user = await t.account({ credits: 10 })
    expect(await read(text, { date_order: 'dmy' })).toEqual([['2026-04-03'], 0])
  })
})

it('numbers are read as people write them', async () => {
  const counts = ['12.5K', '"1,250"', '2.1M', '630k', '1.234.567']
  const file = `Username,Platform,Followers\n${counts.map((count, n) => `@own${n},tiktok,${count}`).join('\n')}\n`
  const { listId } = await files().imported(file, { type: 'influencer' })
  const rows = await valuesIn(listId, 'influencer')
  expect(rows.map(({ followers }) => followers)).toEqual([12_500, 1250, 2_100_000, 630_000, 1_234_567])
})

it('coordinates may have a decimal comma', async () => {
  const file = 'Firma;Ort;Lat;Lng\nAcorn;Berlin;52,5200;13,4050\nBirch;Wien;48,2082;16,3738\n'
  const { listId } = await files().imported(file, { type: 'local' })
  expect(await valuesIn(listId, 'local')).toMatchObject([{ lat: 52.52, lon: 13.405 }, { lat: 48.2082 }])
})

describe('a new custom field', () => {
  const FILE = 'Name,Company,Shoe size\nAnn Lee,Oak,38 narrow\n'
  const columns = async (of = user) => {
    const { body } = await t.call(leadViews, { query: { type: 'people' } }, of)
    return body.columns?.shown.map(({ field }) => field)
  }

  it('is a column of the grid at once, after the default ones or those of the person', async () => {
    await files().imported(FILE)
    const shown = await columns()
    expect([shown?.[0], shown?.at(-1)]).toEqual(['name', 'cf_shoe_size'])
    const own = { shown: [{ field: 'company' }, { field: 'name', pinned: true, width: 300 }] }
    await t.call(chooseLeadView, { body: { type: 'people', columns: own } }, user)
    // The field is no longer new.
    await files().imported(FILE)
    expect(await columns()).toEqual(['company', 'name'])
    await files().imported(FILE.replace('Shoe size', 'Hat size'))
    expect(await columns()).toEqual(['company', 'name', 'cf_hat_size'])
  })

  it('changes no columns of anyone else', async () => {
    const member = await t.member(user)
    await files().imported(FILE)
    expect(await columns(member)).toBeUndefined()
  })
})
