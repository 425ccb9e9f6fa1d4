import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type CopyCell, copyRows } from './copy-rows.ts'
import { type Db, transaction } from './db.ts'

let t: TestApp
let db: Db
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  db = t.app.database.db
  await sql`create table copied (name text, amount double precision)`.execute(db)
})
afterAll(() => t.close())

const copy = (rows: CopyCell[][]) =>
  transaction(db, () => copyRows(db, { table: 'copied', columns: ['name', 'amount'] }, rows))
const stored = async () =>
  (await sql<{ name: string; amount: number }>`select name, amount from copied`.execute(db)).rows.map(
    ({ name, amount }) => [name, amount],
  )

it('writes any text, numbers and null', async () => {
  const rows = [
    ['tab\there', 1.5],
    ['line\nbreak\r\n', -0.25],
    ['back\\slash \\N \\. \\t', 0],
    ['\\N', null],
    ['', null],
    [null, 1e21],
    ['\u{1f37a} 東京 "quoted", \'too\'', 7],
    ['x'.repeat(100_000), 1],
  ]
  await copy(rows)
  expect(await stored()).toEqual(rows)
})

it('writes no rows when one is rejected, and the connection stays usable', async () => {
  await sql`truncate copied`.execute(db)
  const many = Array.from({ length: 5000 }, (_, n) => [`row ${n}`, n])
  await expect(copy([...many, ['bad', 'no number'], ...many])).rejects.toMatchObject({ code: '22P02' })
  await expect(copy([['nul\0', 1]])).rejects.toMatchObject({ code: '22021' })
  expect(await stored()).toEqual([])
  await copy(many)
  expect(await stored()).toEqual(many)
})

it('copying rows needs a transaction', async () => {
  await expect(copyRows(db, { table: 'copied', columns: ['name'] }, [])).rejects.toThrow(
    'needs a transaction',
  )
})
