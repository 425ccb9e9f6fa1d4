import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

// What PostgreSQL plans for accounts and people. With few rows it would read all of them whatever the indexes are.

let t: TestApp
let accountId: number
beforeAll(async () => {
  t = await testApp({ roles: [] })
  accountId = (await t.admin()).accountId
  await sql`with made as (
      insert into account (parent_id, path, realm_id, name)
      select id, path, realm_id, 'Customer ' || n from account, generate_series(1, 400) n where id = ${accountId} returning id, realm_id)
    insert into app_user (account_id, realm_id, email, role) select id, realm_id, id || '@a.example', 'user' from made`.execute(
    t.app.database.db,
  )
  await sql`update account set path = path || id where parent_id = ${accountId}`.execute(t.app.database.db)
  await sql`vacuum analyze account, app_user`.execute(t.app.database.db)
})
afterAll(() => t.close())

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Plan Rows': number
  Plans?: Plan[]
}
async function planOf(query: RawBuilder<unknown>): Promise<Plan[]> {
  const rows = await t.app.database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return (await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${query}`.execute(db)).rows
  })
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return nodes(rows[0]?.['QUERY PLAN'][0].Plan as Plan)
}
const indexesOf = (plan: Plan[]) => plan.flatMap((node) => node['Index Name'] ?? [])

it('finds the accounts below one without reading all', async () => {
  const plan = await planOf(sql`select id from account_node where ${inTreeOf(accountId + 1, 'path')}`)
  expect(indexesOf(plan)).toEqual(['account_below'])
})

it('counts customers in an index', async () => {
  const plan = await planOf(
    sql`select count(*) from account_node where parent_id = ${accountId} and deleted_at is null`,
  )
  expect(indexesOf(plan)).toEqual(['account_kept_customers'])
})

it('knows that most people are owners', async () => {
  const plan = await planOf(sql`select id from member where is_owner and state = 'active'`)
  expect(plan[0]?.['Plan Rows']).toBeGreaterThan(300)
})
