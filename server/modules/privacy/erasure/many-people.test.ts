import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { erasePerson, erasures, showErasure, suppressions } from '#contract/privacy/suppression.ts'
import { NOT_SEARCHED } from '#server/modules/privacy/erasure/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
})
afterAll(() => t.close())
const db = () => t.app.database.db

type Body = { email?: string; phone?: string; profile?: string }

async function erase(body: Body) {
  const answer = await t.call(erasePerson, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  const { id, run_id } = answer.body.data
  expect((await t.finished(run_id as number, user)).state).toBe('succeeded')
  return (await t.call(showErasure, { params: { id } }, user)).body.data
}

const namesIn = async (id: number) =>
  (await t.call(leads, { params: { type: 'people', id }, body: {} }, user)).body.data.map(
    ({ values }) => values.name,
  )

/** Two people, each with a separate email, phone and profile. */
const PEOPLE = Array.from({ length: 2 }, (_, n) => ({
  name: `Person ${n}`,
  email: `person.${n}@people.example`,
  phone: `+493090182${n}0`,
  linkedin_url: `https://www.linkedin.com/in/person-of-two-${n}`,
}))

/** Every column in which an account's rows must differ: the person's values are written into them. */
async function plantUnique(values: (typeof PEOPLE)[number], entityId: number): Promise<void> {
  const { accountId: id } = user
  for (const value of [values.email, values.phone, values.linkedin_url]) {
    await sql`insert into entity_alias (account_id, list_type, alias, entity_id)
      values (${id}, 'people', ${`x:${value}`}, ${entityId})`.execute(db())
    await sql`insert into label (account_id, name, color) values (${id}, ${value}, 'gray')`.execute(db())
    await sql`insert into custom_field (account_id, name, label, kind)
      values (${id}, ${`f_${value}`}, ${value}, 'text')`.execute(db())
    await sql`insert into lead_view (account_id, list_type, owner_id, name, visibility, filters, columns)
      values (${id}, 'people', ${user.id}, ${value}, 'mine', '{}', '{}')`.execute(db())
    await sql`insert into ai_page (account_id, domain, pages) values (${id}, ${value}, '{}')`.execute(db())
    await sql`insert into source_attempt (account_id, run_id, item_key, source, kind, hit, addresses, credits, took_ms)
      values (${id}, 1, ${value}, 's', 'k', true, 1, 0, 0)`.execute(db())
    await sql`insert into notification (account_id, user_id, kind, detail, event, is_shown)
      values (${id}, ${user.id}, 'credits_low', '{}', ${value}, false)`.execute(db())
  }
}

it.each([
  ['email', ({ email }) => ({ email })],
  ['phone', ({ phone }) => ({ phone })],
  ['profile', ({ linkedin_url }) => ({ profile: linkedin_url })],
] as [string, (person: (typeof PEOPLE)[number]) => Body][])(
  'erases two people of one account by %s, one after the other',
  async (_kind, nameOf) => {
    user = await t.account()
    const list = await seedList(t, user, {
      type: 'people',
      leads: [...PEOPLE.map((values): SeedLead => ({ values })), { values: { name: 'Bystander' } }],
    })
    const { rows } = await sql<{ entity_id: number }>`
      select entity_id from lead where account_id = ${user.accountId} order by id`.execute(db())
    for (const [n, person] of PEOPLE.entries()) await plantUnique(person, rows[n]?.entity_id as number)

    for (const [n, person] of PEOPLE.entries()) {
      expect(await erase(nameOf(person))).toMatchObject({ state: 'succeeded', removed: { leads: 1 } })
      const left = PEOPLE.slice(n + 1).map(({ name }) => name)
      expect(await namesIn(list.id)).toEqual([...left, 'Bystander'])
    }
    const erasedOf = (table: string, column: string) =>
      sql<{ text: string }>`select ${sql.ref(column)} as text from ${sql.table(table)}
        where account_id = ${user.accountId} and ${sql.ref(column)} like '%[erased%'`.execute(db())
    // Rows that others created stay, each under a separate name.
    for (const [table, column] of [
      ['label', 'name'],
      ['custom_field', 'label'],
      ['lead_view', 'name'],
      ['source_attempt', 'item_key'],
    ] as const) {
      const texts = (await erasedOf(table, column)).rows.map(({ text }) => text)
      expect(texts.length, table).toBeGreaterThanOrEqual(PEOPLE.length)
      expect(new Set(texts).size, table).toBe(texts.length)
    }
    const aliases = await sql`select alias from entity_alias where account_id = ${user.accountId}`.execute(
      db(),
    )
    expect(aliases.rows).toEqual([])
    expect((await t.call(erasures, { query: { limit: 10 } }, user)).body.total).toBe(PEOPLE.length)
    const entries = (await t.call(suppressions, { query: { limit: 50 } }, user)).body.data
    expect(entries.map(({ value }) => value)).toEqual(entries.map(() => null))
  },
)

it('commits the suppression entry together with the erasure run, or neither', async () => {
  user = await t.account()
  const body = { email: 'nobody.at.all@people.example' }
  await sql`alter table erasure add constraint no_more check (run_id is null) not valid`.execute(db())
  try {
    expect((await t.call(erasePerson, { body }, user)).status).toBe(500)
  } finally {
    await sql`alter table erasure drop constraint no_more`.execute(db())
  }
  expect((await t.call(suppressions, {}, user)).body.data).toEqual([])
  const runs = await sql`select 1 from run where account_id = ${user.accountId}`.execute(db())
  expect(runs.rows).toEqual([])
  expect((await t.call(erasures, {}, user)).body.data).toEqual([])
})

it('the tables that an erasure skips all exist', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
    db(),
  )
  const names = rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...NOT_SEARCHED]))
})
