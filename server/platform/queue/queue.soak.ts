import { afterAll, beforeAll, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { survivesKilledWorkers } from '#server/testing/killed-workers.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { silentLog } from '../log.ts'
import { migrateQueue } from './queue.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  await migrateQueue(own.url)
  database = openDatabase(own.url, { log: silentLog() })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

it('runs each of 1,000 jobs once although five workers are killed', async () => {
  await survivesKilledWorkers(own.url, database, { jobs: 1000, kills: 5 })
})
