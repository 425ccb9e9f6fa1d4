import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkPackages } from './check-packages.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t?.close())

it('names packages that give more than their sellers have, and says what to do', async () => {
  const { db } = t.app.database
  const seller = await t.account({ modules: ['leads', 'whitelabel'] })
  const { id } = (await t.call(createPackage, { body: { name: 'Cheap' } }, seller)).body.data
  expect(await checkPackages(db)).toMatchObject({ name: 'packages', status: 'ok' })
  await sql`update plan_version set credit_prices = '{"local_contact": 0}' where plan_id = ${id}`.execute(db)
  expect(await checkPackages(db)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(
      `Cheap (${id}, version 1): Local business found must cost at least 1 credit`,
    ),
    remedy: expect.stringContaining('publish corrected versions'),
  })
})
