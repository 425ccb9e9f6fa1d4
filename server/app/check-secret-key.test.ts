import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvError } from '#server/platform/env.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { checkSecretKey } from './check-secret-key.ts'

const KEY = 'the key of the first start, long enough'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

describe('the secret key', () => {
  it('is bound to the database on first start, also when two start at once', async () => {
    await Promise.all([checkSecretKey(database.url, KEY), checkSecretKey(database.url, KEY)])
    await checkSecretKey(database.url, KEY)
  })

  it('is refused when it differs, with a way to fix it', async () => {
    const start = checkSecretKey(database.url, 'another key, which is long enough too')
    await expect(start).rejects.toBeInstanceOf(EnvError)
    await expect(start).rejects.toThrow(
      /SECRET_KEY is not the key.*secret-key of DATA_DIR.*docs\/operating\.md/s,
    )
    await checkSecretKey(database.url, KEY)
  })
})
