import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { LeadFilters, leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let listId: number
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  listId = (
    await seedList(t, user, { leads: [{ values: { name: 'Acorn' } }, { values: { name: 'Beech' } }] })
  ).id
  // A count that no list has, to see where a number comes from.
  await sql`update list set lead_count = 700 where id = ${listId}`.execute(t.app.database.db)
})

const totalOf = async (filters: Partial<LeadFilters>) => {
  const params = { type: 'local' as const, id: listId }
  return (await t.call(leads, { params, body: LeadFilters.parse(filters) }, user)).body.total
}

it('is the list’s own where nothing is filtered, so that a million leads are not counted for each page', async () => {
  expect(await totalOf({})).toBe(700)
  expect(await totalOf({ sort: '-name', search: '  ' })).toBe(700)
})

it.each<[string, Partial<LeadFilters>, number]>([
  ['a search', { search: 'acorn' }, 1],
  ['emails', { withEmail: 1 }, 0],
  ['what was sent', { sent: 2 }, 2],
  ['a first day', { startDate: '2020-01-01' }, 2],
  ['a last day', { endDate: '2999-01-01' }, 2],
  ['a condition', { custom_search: [{ field: 'name', operator: 'like', value: 'beech' }] }, 1],
  ['the trash', { view: 'bin' }, 0],
])('is counted with %s', async (_filter, filters, total) => {
  expect(await totalOf(filters)).toBe(total)
})
