import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type Database, openDatabase, transaction } from './db.ts'
import { readCopied } from './read-copied.ts'

let t: TestApp
let database: Database
const reported: string[] = []
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  database = openDatabase(t.databaseUrl, {
    log: silentLog(),
    max: 1,
    ended: ({ sql: text }) => reported.push(text),
  })
})
afterAll(async () => {
  await database.close()
  await t.close()
})

/** A statement of the handle, as a store builds it. */
const query = (statement: ReturnType<typeof sql>) => ({ compile: () => statement.compile(database.db) })
const one = { columns: ['value'], readers: {} }

async function read(statement: ReturnType<typeof sql>, shape: Parameters<typeof readCopied>[2] = one) {
  const rows: unknown[] = []
  for await (const batch of readCopied(database.db, query(statement), shape)) rows.push(...batch)
  return rows
}

it('gives texts back as they are, empty ones and none apart, and takes the same as values', async () => {
  const texts = [
    'a',
    '',
    'tab\tline\nreturn\r',
    'back\\slash \\N \\t',
    "quote ' and $1",
    'Ünïcödé 🦊',
    '{"a,b"}',
    '\b\f\v',
  ]
  const found = await read(sql`select v as value from unnest(${texts}::text[]) with ordinality as x(v, n)
    union all select null union all select ${texts[4]} union all select ${null}::text`)
  expect(found).toEqual([...texts, null, texts[4], null].map((value) => ({ value })))
})

it('makes numbers, documents and moments of the columns that hold them', async () => {
  const shape = {
    columns: ['value', 'facts'],
    readers: { value: Number, facts: (text: string) => JSON.parse(text) },
  }
  const facts = { name: 'a\\b "c"\n\t', list: [1, null] }
  const found = await read(
    sql`select ${-1.5}::float8 - ${2} as value, ${JSON.stringify(facts)}::jsonb as facts where ${true} and 3 = any(${[1, 3]}::bigint[])`,
    shape,
  )
  expect(found).toEqual([{ value: -3.5, facts }])
})

it('reads rows that are larger than what comes at once', async () => {
  const found = await read(sql`select repeat('ü', 300000) || n as value from generate_series(1, 3) n`)
  expect(found).toEqual([1, 2, 3].map((n) => ({ value: `${'ü'.repeat(300_000)}${n}` })))
})

it('reports the statement without its values', async () => {
  reported.length = 0
  await read(sql`select ${'a secret'}::text as value`)
  expect(reported.join()).toContain('copy (select $1::text as value) to stdout')
  expect(reported.join()).not.toContain('secret')
})

it('says what the database says, and leaves a pool that works', async () => {
  await expect(read(sql`select 1 / (n - 2) as value from generate_series(1, 3) n`)).rejects.toThrow(
    'division by zero',
  )
  expect(await read(sql`select 'here' as value`)).toEqual([{ value: 'here' }])
})

it('stops the database when nobody reads on, and cuts off statements after it as before', async () => {
  for await (const batch of readCopied(
    database.db,
    query(sql`select repeat('x', 1000) as value from generate_series(1, 1000000) as endless`),
    one,
  )) {
    expect(batch.length).toBeGreaterThan(0)
    break
  }
  const running = () =>
    t.app.database.pool.query(
      `select count(*)::int as count from pg_stat_activity where query like '%as endless%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  await expect.poll(async () => (await running()).rows[0].count).toBe(0)
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    database.db,
  )
  expect(rows).toEqual([{ limit: '1min' }])
})

it('reads nothing in a transaction, and takes no value that it cannot write', async () => {
  await expect(transaction(database.db, () => read(sql`select 1 as value`))).rejects.toThrow(
    'inside a transaction',
  )
  await expect(read(sql`select ${new Date(0)}::text as value`)).rejects.toThrow('takes no value')
})
