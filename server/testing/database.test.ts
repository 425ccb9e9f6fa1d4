import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('each test database is separate, and deleted after drop', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const run = async (url: string, sql: string) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end()
    }
  }
  await run(one.url, 'create table only_here (n int)')
  const find = "select to_regclass('only_here')::text as found"
  expect(await run(one.url, find)).toEqual({ found: 'only_here' })
  expect(await run(other.url, find)).toEqual({ found: null })
  await Promise.all([one.drop(), other.drop()])
  await expect(run(one.url, 'select 1')).rejects.toThrow('does not exist')
})
