import { type Kysely, type OrderByItemBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './db.ts'
import { nextCursor, type Position, withPaging } from './paging.ts'
import { readPage } from './read-page.ts'

let own: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
// biome-ignore lint/suspicious/noExplicitAny: a table of this test
let db: Kysely<any>
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.url, { log: silentLog() })
  db = database.db as never
  await sql`create table thing (id bigint primary key, at timestamptz, size double precision, name text)`.execute(
    db,
  )
  await sql`insert into thing
    select i, case when i % 4 > 0 then timestamptz '2026-01-01' + (i % 3) * interval '1 microsecond' end,
      case when i % 5 > 0 then (i % 2) / 3.0 end, case when i % 3 > 0 then chr(97 + i % 2) end
    from generate_series(1, 30) i`.execute(db)
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

// biome-ignore lint/suspicious/noExplicitAny: any order
type Sort = (query: any) => any

/** Reads to the end as calls would: each position is passed on as its text. */
async function readAll(sort: Sort, limit = 4): Promise<number[]> {
  const ids: number[] = []
  let from: Position | null = null
  do {
    const text: string | null = await withPaging(from, JSON.stringify, async () => {
      const things = db.selectFrom('thing')
      const { rows, total } = await readPage(things, sort(things.select('id')), { page: 1, limit })
      expect(total).toBe(30)
      for (const row of rows) expect(Object.keys(row).filter((name) => name.startsWith('sort'))).toEqual([])
      ids.push(...rows.map((row) => Number((row as { id: number }).id)))
      return nextCursor(rows)
    })
    from = text === null ? null : JSON.parse(text)
  } while (from)
  return ids
}

const ORDERS: [string, Sort][] = [
  ['microseconds, nulls last', (q) => q.orderBy('at').orderBy('id')],
  ['microseconds, nulls first', (q) => q.orderBy('at', 'desc').orderBy('id')],
  [
    'nulls last, descending',
    (q) => q.orderBy('at', (o: OrderByItemBuilder) => o.desc().nullsLast()).orderBy('id', 'desc'),
  ],
  [
    'nulls first, ascending',
    (q) => q.orderBy('at', (o: OrderByItemBuilder) => o.asc().nullsFirst()).orderBy('id'),
  ],
  [
    'three keys with nulls each',
    (q) => q.orderBy('name').orderBy('size', 'desc').orderBy('at').orderBy('id'),
  ],
  ['a condition', (q) => q.orderBy(sql`size > 0.2`, 'desc').orderBy('id')],
  ['a selected name', (q) => q.select(sql`id % 7`.as('rest')).orderBy('rest').orderBy('id', 'desc')],
  ['a parameter', (q) => q.orderBy(sql`array_position(array['b', 'a'], name)`).orderBy('id')],
]

it.each(ORDERS)('reads an order by %s as the database orders it', async (_what, sort) => {
  const whole: { id: number }[] = await sort(db.selectFrom('thing').select('id')).execute()
  expect(await readAll(sort)).toEqual(whole.map(({ id }) => Number(id)))
})

it('refuses orders in which rows share a place, and orders that hide their direction', async () => {
  await expect(readAll((q) => q.orderBy('name'))).rejects.toThrow('Two rows have the same place')
  await expect(readAll((q) => q.orderBy(sql`name desc`).orderBy('id'))).rejects.toThrow('Give direction')
  await expect(readAll((q) => q.groupBy('id').orderBy('id'))).rejects.toThrow('Groups')
})

it('refuses a second list in one call, and rows that were not read by position', async () => {
  const things = db.selectFrom('thing')
  const read = () => readPage(things, things.select('id').orderBy('id'), { page: 1, limit: 2 })
  await expect(withPaging(null, JSON.stringify, () => read().then(read))).rejects.toThrow('Two lists')
  await expect(withPaging(null, JSON.stringify, async () => nextCursor([1]))).rejects.toThrow('not read by')
  expect(await withPaging(null, JSON.stringify, async () => nextCursor([]))).toBeNull()
  expect(nextCursor([1])).toBeNull()
})
