import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Database, openDatabase } from './db/db.ts'
import { silentLog } from './log.ts'
import { createPace, removeOldPaces } from './pace.ts'

let own: TestDatabase
let one: Database
let other: Database
beforeAll(async () => {
  own = await createTestDatabase()
  one = openDatabase(own.url, { log: silentLog() })
  other = openDatabase(own.url, { log: silentLog() })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await own.drop()
})

const idle = new AbortController().signal
/** Seconds until the next free slot of a key, by the database clock. */
async function secondsAhead(key: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_at - clock_timestamp())::float8 as seconds from pace where key = ${key}`.execute(
    one.db,
  )
  return rows[0]?.seconds as number
}

it('assigns slots one after the other, across all processes', async () => {
  const stop = new AbortController()
  const waiting = [one, other, one, other, one].map(({ db }) => createPace(db)('shared', 1, stop.signal))
  const settled = Promise.allSettled(waiting)
  await Promise.race(waiting)
  // Five slots a minute apart: the first at once, the next free one after the fifth.
  await expect.poll(() => secondsAhead('shared')).toBeGreaterThan(4 * 60)
  expect(await secondsAhead('shared')).toBeLessThanOrEqual(5 * 60)
  stop.abort(new Error('stop'))
  const results = await settled
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason.message).toBe('stop')
})

it('a pace does not accumulate unused slots', async () => {
  await createPace(one.db)('idle', 60, idle)
  await sql`update pace set next_at = now() - interval '1 hour' where key = 'idle'`.execute(one.db)
  await createPace(one.db)('idle', 1, idle)
  expect(await secondsAhead('idle')).toBeGreaterThan(50)
})

it("a pace keeps keys separate, and deletes yesterday's", async () => {
  await createPace(one.db)('a', 0.01, idle)
  await createPace(one.db)('b', 0.01, idle)
  await sql`update pace set next_at = now() - interval '2 days' where key = 'a'`.execute(one.db)
  await removeOldPaces(one.db)
  expect(await secondsAhead('a')).toBeUndefined()
  expect(await secondsAhead('b')).toBeGreaterThan(0)
})
