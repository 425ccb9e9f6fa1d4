import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let admin: TestUser
let origin: string
beforeAll(async () => {
  t = await sharedWebApp()
  admin = await t.admin()
  origin = await t.listen()
})
afterAll(() => t.close())

async function cli(user: TestUser, ...line: string[]) {
  const env = { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token }
  const { stdout, stderr, code } = await runCli([...line, '--json'], { env })
  return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
}

it('moves credits down the tree and back, and accounts for all of them', async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const customer = await t.account({ parent: reseller, credits: 0 })
  const [above, below] = [String(reseller.accountId), String(customer.accountId)]
  const gift = await cli(admin, 'credits', 'give', above, '500', '--reason', 'Opening order')
  expect(gift).toMatchObject({ code: 0, json: { available: 500 } })
  const passedOn = await cli(reseller, 'credits', 'give', below, '120', '--reason', 'Welcome')
  expect(passedOn).toMatchObject({ code: 0, json: { available: 120 } })
  const tooMany = await cli(reseller, 'credits', 'give', below, '381', '--reason', 'Welcome')
  expect([tooMany.code, tooMany.stderr]).toEqual([5, expect.stringContaining('380 credits')])
  const taken = await cli(reseller, 'credits', 'take', below, '20', '--reason', 'Given twice')
  expect(taken).toMatchObject({ code: 0, json: { available: 100 } })
  expect((await cli(customer, 'credits', 'give', above, '1', '--reason', 'No')).code).toBe(3)
  const other = await t.account({ modules: ['leads', 'whitelabel'] })
  expect((await cli(other, 'credits', 'take', below, '1', '--reason', 'No')).code).toBe(4)

  const right = await cli(admin, 'credits', 'check')
  expect(right).toMatchObject({ code: 0, json: { drift: 0 } })
  expect(Object.keys(right.json)).toEqual(['issued', 'sum', 'drift'])
  await sql`update wallet set available = available + 1 where account_id = ${customer.accountId}`.execute(
    t.app.database.db,
  )
  const wrong = await cli(admin, 'credits', 'check')
  expect(wrong).toMatchObject({ code: 1, json: { drift: -1 }, stderr: expect.stringContaining(below) })
})
