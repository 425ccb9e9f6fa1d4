import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type Db, openDatabase, transaction } from './db.ts'
import { prepared, runPrepared } from './run-prepared.ts'

let t: TestApp
let db: Db
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  db = t.app.database.db
})
afterAll(() => t.close())

interface Sum {
  sum: number
  kept: number
}
const request = (left: number, right: number) =>
  runPrepared(
    db,
    sql<Sum>`select ${left}::int + ${right}::int as sum,
      (select count(*)::int from pg_prepared_statements where statement like '% as sum%') as kept`,
  )

it('reuses a prepared statement of its connection with other values, within transactions too', async () => {
  await transaction(db, async () => {
    expect(await request(1, 2)).toEqual([{ sum: 3, kept: 1 }])
    expect(await request(40, 2)).toEqual([{ sum: 42, kept: 1 }])
  })
  const requested = await Promise.all([request(1, 1), request(2, 2), request(3, 3)])
  expect(requested.flat().map(({ sum }) => sum)).toEqual([2, 4, 6])
})

it('passes the statement text to query observers, without its name', async () => {
  const seen: string[] = []
  const observed = openDatabase(t.databaseUrl, {
    log: silentLog(),
    ended: ({ sql: text }) => seen.push(text),
  })
  await runPrepared(observed.db, sql`select 1 as one`)
  expect(seen).toEqual(['select 1 as one'])
  await observed.close()
})

it('builds a statement once, fills every value into its own place, and leaves its constants alone', async () => {
  let built = 0
  const difference = prepared((_db, left: number, right: number) => {
    built += 1
    return sql<{
      all: string
    }>`select ${right}::int - ${left}::int || ' ' || ${'of'}::text || ' ' || ${left}::int as all`
  })
  expect(await difference(db, 1, 3)).toEqual([{ all: '2 of 1' }])
  expect(await difference(db, 10, 4)).toEqual([{ all: '-6 of 10' }])
  expect(built).toBe(1)
})

it('refuses a statement that changes one of its values', async () => {
  const shouted = prepared((_db, word: string) => sql`select ${`${word}!`}::text as word`)
  await expect(shouted(db, 'stop')).rejects.toThrow('A value has no place')
})
