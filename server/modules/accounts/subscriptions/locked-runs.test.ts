import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { exportList } from '#contract/core/files.ts'
import { createList } from '#contract/leads/lists.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { holdForDispute } from './paid-changes.ts'

let t: TestApp
let seller: TestUser
beforeAll(async () => {
  // Without workers: runs stay as they are.
  t = await sharedWebApp()
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 1000 })
})
afterAll(() => t.close())

const db = () => t.app.database.db
/** A customer with a run that holds credits. */
async function working() {
  const customer = await t.account({ parent: seller, credits: 50 })
  const body = { name: 'A', type: 'people' as const, search: { source: 'sample' }, limit: 5 }
  const started = await t.call(createList, { body }, customer)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const { id } = started.body.data.run
  const state = async () =>
    (await findRow(db(), 'run', { account_id: customer.accountId, id }, ['state']))?.state
  return { customer, state }
}

it('a locked account’s running work stops, and its held credits are released', async () => {
  const { customer, state } = await working()
  const before = await state()
  const body = { action: 'hold' as const, reason: 'Not paid' }
  const held = await t.call(changeSubscription, { params: { id: customer.accountId }, body }, seller)
  expect(held.body.data.access).toBe('locked')
  expect([before, await state()]).toEqual(['queued', 'cancelled'])
  expect(await showBalance(t.app.ctx, customer.accountId)).toMatchObject({ available: 50, reserved: 0 })
})

it('an account that can only be read finishes its running work', async () => {
  const { customer, state } = await working()
  await transaction(db(), () => holdForDispute(t.app.ctx, customer.accountId, seller.accountId, new Date()))
  expect((await t.call(userLimits, {}, customer)).status).toBe(200)
  expect(await findRow(db(), 'account_node', { id: customer.accountId }, ['access'])).toEqual({
    access: 'read_only',
  })
  expect(await state()).toBe('queued')
})

it('an account that can only be read exports its leads; a locked one does not', async () => {
  const { customer } = await working()
  const { id } = await seedList(t, customer, { leads: [{ values: { name: 'Ann' } }] })
  const exported = () => t.call(exportList, { body: { list_id: id } }, customer)
  await transaction(db(), () => holdForDispute(t.app.ctx, customer.accountId, seller.accountId, new Date()))
  const file = await exported()
  expect(file.status, JSON.stringify(file.error)).toBe(201)
  const body = { name: 'B', type: 'people' as const, search: { source: 'sample' }, limit: 1 }
  expect((await t.call(createList, { body }, customer)).error?.code).toBe('account_read_only')
  const hold = { action: 'hold' as const, reason: 'Not paid' }
  await t.call(changeSubscription, { params: { id: customer.accountId }, body: hold }, seller)
  expect((await exported()).error?.code).toBe('account_locked')
})
