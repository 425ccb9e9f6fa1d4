import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { makePattern } from './person-patterns.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let opened: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url, { log: silentLog(), max: 1 })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const EMAIL = { kind: 'email', value: 'anna@acme.example' } as const
const PHONE = { kind: 'phone', value: '+4930901820' } as const
const PROFILE = { kind: 'profile', value: 'linkedin.com/in/anna' } as const

it.each([
  [EMAIL, 'anna@acme.example', true],
  [EMAIL, 'To: Anna@Acme.example.', true],
  [EMAIL, '"line\\nanna@acme.example"', true],
  [EMAIL, 'mailto:anna%40acme.example?subject=x', true],
  [EMAIL, 'joanna@acme.example', false],
  [EMAIL, 'jo.anna@acme.example', false],
  [EMAIL, 'jo-anna@acme.example', false],
  [EMAIL, 'jöanna@acme.example', false],
  [EMAIL, 'anna@acme.example.org', false],
  [EMAIL, 'anna@acme.example-shop.org', false],
  [EMAIL, 'anna@acme.examples', false],
  [PHONE, '+49 (30) 90-18.20', true],
  [PHONE, '14930901820', false],
  [PHONE, '+49309018201', false],
  [PROFILE, 'https://linkedin.com/in/anna/', true],
  [PROFILE, 'https://linkedin.com/in/anna-b', false],
  [PROFILE, 'https://mylinkedin.com/in/anna', false],
] as const)('the pattern of %o, looked for in “%s”, finds it: %s', async (value, text, isFound) => {
  const { js, sql: pattern } = makePattern(value)
  const { rows } = await sql<{ found: boolean }>`select ${text} ~* ${pattern} as found`.execute(opened.db)
  expect([js.test(text), rows[0]?.found]).toEqual([isFound, isFound])
})
