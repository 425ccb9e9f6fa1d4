import { afterAll, beforeAll, expect, it } from 'vitest'
import { addLead } from '#contract/leads/manual-entry.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const MANY = 5000
let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const query = async (text: string) => (await t.app.database.pool.query(text)).rows

/** A list with many leads: number 7 has the website https://www.company7.example/ and the profile /in/person-7. */
async function longList(type: 'local' | 'people') {
  user = await t.account()
  const list = await seedList(t, user, { type, leads: [{ values: { name: 'First' } }] })
  await query(`with e as (insert into entity (account_id, list_type, entity_key)
      select ${user.accountId}, '${type}', '${type}' || n from generate_series(1, ${MANY}) n returning id, entity_key)
    insert into lead (account_id, list_id, entity_id, name, website, email, source, fields, provenance)
    select ${user.accountId}, ${list.id}, id, 'Company ' || n, 'https://www.company' || n || '.example/',
      'P' || n || '@people.example', 'sample', jsonb_build_object('linkedin_url', 'https://www.linkedin.com/in/person-' || n),
      (select provenance from lead where account_id = ${user.accountId} limit 1)
    from e, lateral (select substr(entity_key, length('${type}') + 1) as n) numbered`)
  await query('analyze lead')
  return { type, id: list.id }
}
async function add(params: { type: 'local' | 'people'; id: number }, values: Record<string, string>) {
  const { body, status } = await t.call(addLead, { params, body: { values } }, user)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}

/** How often an index was searched, and how many leads were read through it. */
async function readsOf(index: string): Promise<{ searched: number; read: number }> {
  const [row] = await query(`select idx_scan as searched, idx_tup_read as read from pg_stat_user_indexes
    where indexrelname = '${index}'`)
  return row
}

it.each([
  ['a website', 'local', 'lead_website', { name: 'Company 7', website: 'company7.example' }],
  ['an email', 'people', 'lead_email', { email: 'p7@people.example' }],
] as const)('finds the lead with %s without reading the whole list', async (_what, type, index, values) => {
  const list = await longList(type)
  const [before, byKey] = [await readsOf(index), await readsOf('lead_pkey')]
  expect((await add(list, values)).is_new).toBe(false)
  // A connection reports what it has read some time after.
  await expect.poll(async () => (await readsOf(index)).searched).toBeGreaterThan(before.searched)
  expect((await readsOf('lead_pkey')).read - byKey.read).toBeLessThan(MANY / 10)
})

it('finds the lead with a profile, also when two people add the same at once', async () => {
  const list = await longList('people')
  const known = { linkedin_url: 'linkedin.com/in/person-7', email: 'new7@people.example' }
  expect((await add(list, known)).is_new).toBe(false)
  const added = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      add(list, { linkedin_url: 'linkedin.com/in/elm', email: `elm${n}@people.example` }),
    ),
  )
  expect(added.map(({ is_new }) => is_new).sort()).toEqual([false, false, false, true])
})
