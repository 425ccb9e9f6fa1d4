import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { addLeadNote, editLead, leadNotes, undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import { listDuplicates, mergeListDuplicates } from '#contract/leads/list-duplicates.ts'
import { showList } from '#contract/leads/lists.ts'
import type { LeadFacts } from '#server/modules/leads/leads/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { groupDuplicates } from './group-duplicates.ts'

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
      { values: { name: 'Acorn Bakery', phone: '+4930123456', city: 'Berlin' } },
      {
        values: {
          name: 'Acorn Bakery GmbH',
          phone: '+4930123456',
          email: 'a@acorn.example',
          email_state: 'valid',
          street: '1 Long Street',
        },
      },
      { values: { name: 'Birch', domain: 'birch.example' } },
      { values: { name: 'Cedar Law', domain: 'birch.example' } },
      { values: { name: 'Dogwood' } },
    ],
  })
})

const at = () => ({ type: 'local' as const, id: list.id })
const found = async () => (await t.call(listDuplicates, { params: at() }, user)).body
const merge = (body: object) => t.call(mergeListDuplicates, { params: at(), body: body as never }, user)
const names = async () =>
  (await t.call(leads, { params: at(), body: {} }, user)).body.data.map(({ values }) => values.name)
const totals = async () => {
  const { total, emails } = (await t.call(showList, { params: { id: list.id } }, user)).body.data
  return { total, emails }
}

describe('duplicates of a list', () => {
  it('are found with reasons; a domain under two names is only possible', async () => {
    const { data, total, sure } = await found()
    expect([total, sure]).toEqual([2, 1])
    expect(data.map(({ reasons, sure, leads }) => [reasons, sure, leads.map(({ id }) => id)])).toEqual([
      [['phone'], true, [list.leadIds[1], list.leadIds[0]]],
      [['domain'], false, [list.leadIds[2], list.leadIds[3]]],
    ])
  })

  it("of people are never grouped by the company's domain or switchboard", async () => {
    const user = await t.account()
    const phone = '+12025550100'
    const names = ['Ann Lee', 'Ben Roy', 'Cleo Day', 'Ann Lee']
    const list = await seedList(t, user, {
      type: 'people',
      leads: names.map((name) => ({ values: { name, company: 'Acme', domain: 'acme.example', phone } })),
    })
    const params = { type: 'people' as const, id: list.id }
    const { data } = (await t.call(listDuplicates, { params }, user)).body
    expect(data.map((group) => group.leads.map(({ id }) => id))).toEqual([[list.leadIds[0], list.leadIds[3]]])
  })

  it('are merged with the values of all, and one undo separates them', async () => {
    const [a, b] = list.leadIds as [number, number]
    const label = (await t.call(createLabel, { body: { name: 'Hot' } }, user)).body.data
    const selection = { resultIds: [b] }
    await t.call(labelLeads, { params: at(), body: { selection, add: [label.id], remove: [] } }, user)
    await t.call(addLeadNote, { params: { ...at(), resultId: b }, body: { body: 'Called' } }, user)
    const done = (await merge({ groups: [{ keep: a, merge: [b], values: { name: b } }] })).body
    expect(done).toMatchObject({ count: 1, message: '1 lead merged in 1 group' })
    const [survivor] = (await t.call(leads, { params: at(), body: {} }, user)).body.data
    expect(survivor).toMatchObject({
      id: a,
      email_state: 'valid',
      values: { name: 'Acorn Bakery GmbH', city: 'Berlin', email: 'a@acorn.example', labels: 'Hot' },
    })
    expect((await t.call(leadNotes, { params: { ...at(), resultId: a } }, user)).body.total).toBe(1)
    expect(await totals()).toEqual({ total: 4, emails: 1 })
    const undone = (
      await t.call(undoChange, { params: at(), body: { undo_token: done.undo_token as number } }, user)
    ).body
    expect(undone.left).toBe(0)
    expect(await names()).toEqual(['Acorn Bakery', 'Acorn Bakery GmbH', 'Birch', 'Cedar Law', 'Dogwood'])
    expect(await totals()).toEqual({ total: 5, emails: 1 })
  })

  it('are merged once, with a conflict for the second caller; an undo keeps later edits', async () => {
    const [a, b] = list.leadIds as [number, number]
    const [one, two] = await Promise.all([
      merge({ groups: [{ keep: a, merge: [b] }] }),
      merge({ groups: [{ keep: b, merge: [a] }] }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const survivor = one.status === 200 ? a : b
    const won = one.status === 200 ? one : two
    await t.call(
      editLead,
      { params: { ...at(), resultId: survivor }, body: { values: { email: null } } },
      user,
    )
    const undone = (
      await t.call(undoChange, { params: at(), body: { undo_token: won.body.undo_token as number } }, user)
    ).body
    expect(undone.count).toBeGreaterThan(0)
    expect(await names()).toHaveLength(5)
  })

  it('that are certain are merged all at once, and possible ones are not', async () => {
    expect((await merge({ sure: true })).body.count).toBe(1)
    expect(await names()).toEqual(['Acorn Bakery GmbH', 'Birch', 'Cedar Law', 'Dogwood'])
    expect((await merge({ sure: true })).body.count).toBe(0)
  })

  it.each([
    ['a lead twice', (ids: number[]) => [{ keep: ids[0], merge: [ids[0]] }], 422],
    ['a lead of another list', (ids: number[]) => [{ keep: ids[0], merge: [999_999] }], 409],
    [
      'a value of a stranger',
      (ids: number[]) => [{ keep: ids[0], merge: [ids[1]], values: { name: ids[4] } }],
      422,
    ],
  ])('%s is refused', async (_name, groups, status) => {
    expect((await merge({ groups: groups(list.leadIds) })).status).toBe(status)
    expect(await names()).toHaveLength(5)
  })
})

it.each([
  ['a chain in one city', { phone: null }, { street: '9 Other Street' }, 0, 0],
  ['branches with one phone', {}, { street: '9 Other Street' }, 1, 0],
  [
    'one door, told by coordinates',
    { lat: 52.5, lon: 13.4 },
    { lat: 52.5005, lon: 13.4, street: '9 Other St' },
    1,
    1,
  ],
  ['two doors, told by coordinates', { lat: 52.5, lon: 13.4 }, { lat: 52.6, lon: 13.4 }, 1, 0],
  ['one door under one name', { phone: null }, {}, 1, 1],
])('two leads of a list are compared: %s', async (_name, both, second, groups, sure) => {
  const base = {
    id: 1,
    name: 'Acorn',
    email: null,
    phone: '+491',
    domain: null,
    city: 'Berlin',
    street: '1 Long Street',
    lat: null,
    lon: null,
    filled: 3,
  }
  const found = await groupDuplicates([
    { ...base, ...both },
    { ...base, ...both, id: 2, ...second },
  ])
  expect([found.length, found.filter((group) => group.sure).length]).toEqual([groups, sure])
})

it('groups never share a lead, and leads that share an email are always in one group', async () => {
  const few = <T>(...values: T[]) => fc.constantFrom(null, ...values)
  const facts = fc
    .array(
      fc.record({
        name: few('Acorn', 'Birch', 'Acorn Bakery', 'Cedar'),
        email: few('a@a.example', 'A@a.example', 'b@b.example'),
        phone: few('+491', '+492'),
        domain: few('a.example', 'b.example'),
        city: few('Berlin', 'Porto'),
        street: few('1 Long Street', '2 Short Street'),
        lat: few(52.5),
        lon: few(13.4, 13.5),
      }),
      { maxLength: 20 },
    )
    .map((rows): LeadFacts[] => rows.map((row, at) => ({ ...row, id: at + 1, filled: at % 3 })))
  await fc.assert(
    fc.asyncProperty(facts, async (rows) => {
      const groups = await groupDuplicates(rows)
      const ids = groups.flatMap((group) => group.ids)
      expect(new Set(ids).size).toBe(ids.length)
      expect(groups.every((group) => group.ids.length > 1)).toBe(true)
      for (const one of rows)
        for (const other of rows) {
          if (one.id >= other.id || !one.email || one.email.toLowerCase() !== other.email?.toLowerCase())
            continue
          expect(groups.some((group) => group.ids.includes(one.id) && group.ids.includes(other.id))).toBe(
            true,
          )
        }
    }),
  )
})
