import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './db.ts'
import { deleteRows, findRows, insertRows, updateRows } from './rows.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase(test.url, { log: silentLog() })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('changes and deletes only rows with these values, and never a whole table', async () => {
  const { db } = database
  await insertRows(db, 'setting', [
    { name: 'sign_up', value: true },
    { name: 'agents', value: true },
  ])
  await expect(updateRows(db, 'setting', {}, { value: false })).rejects.toThrow('at least one column')
  await expect(deleteRows(db, 'setting', {})).rejects.toThrow('at least one column')
  await updateRows(db, 'setting', { name: 'sign_up' }, { value: false })
  await deleteRows(db, 'setting', { name: 'agents' })
  expect(await findRows(db, 'setting', { name: 'sign_up' }, ['value'])).toEqual([{ value: false }])
  expect(await findRows(db, 'setting', { name: 'agents' })).toEqual([])
})
