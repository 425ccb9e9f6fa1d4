import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage, publishPackage, showPackage, updatePackage } from '#contract/accounts/plans.ts'
import { subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let seller: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  seller = await t.account({ modules: ['leads', 'whitelabel'] })
})
afterAll(() => t.close())

const rows = async (text: string) =>
  (await sql.raw<Record<string, number | null>>(text).execute(t.app.database.db)).rows

/** Rows of a move as versions before had them, for a customer on the first of two versions. */
async function openMove(due: string) {
  const body = { name: 'Growing', credits: 10, modules: ['leads' as const], publish: true }
  const { id } = (await t.call(createPackage, { body }, seller)).body.data
  const params = { id }
  const customer = await t.account({ parent: seller })
  const versions = async () => (await t.call(showPackage, { params }, seller)).body.data.versions
  const from = (await versions())[0]?.id as number
  await subscribeToPlan(t.app.ctx, customer.accountId, from)
  await t.call(updatePackage, { params, body: { credits: 50 } }, seller)
  await t.call(publishPackage, { params }, seller)
  const to = (await versions())[0]?.id as number
  await rows(`with move as (insert into plan_move (account_id, plan_id, to_version_id, created_by)
      values (${seller.accountId}, ${id}, ${to}, ${seller.id}) returning id)
    insert into plan_move_item (account_id, move_id, customer_id, from_version_id, applies_at)
    select ${seller.accountId}, id, ${customer.accountId}, ${from}, ${due} from move`)
  const on = async () =>
    (await rows(`select plan_version_id as id from active_plan where account_id = ${customer.accountId}`))[0]
      ?.id
  return { params, customer, from, to, on }
}

/** What the migration does with rows. */
async function carryOver(): Promise<void> {
  const file = new URL('../../../migrations/0163_planned_changes.sql', import.meta.url)
  const [, work = ''] = (await readFile(file, 'utf8')).split('-- Open moves become changes')
  for (const statement of `-- ${work}`.split(/;\n/).filter((text) => text.trim())) await rows(statement)
}

it('open moves of versions before are kept, shown and done', async () => {
  const due = await openMove(`now() - interval '1 minute'`)
  const later = await openMove(`now() + interval '9 days'`)
  await carryOver()
  const { move } = (await t.call(showPackage, { params: later.params }, seller)).body.data
  expect(move).toMatchObject({ customers: 1, version: 2 })
  expect(await rows('select from plan_move_item where applied_at is null and dropped_at is null')).toEqual([])
  await tickSubscriptions(t.app.ctx)
  expect([await due.on(), await later.on()]).toEqual([due.to, later.from])
})

it('a change that a customer has planned meanwhile stays', async () => {
  const { customer, from, to, on } = await openMove(`now() + interval '9 days'`)
  await rows(`insert into subscription_change
      (account_id, subscription_id, from_version_id, target_version_id, rule, applies_at)
    select account_id, id, ${to}, ${from}, 'period_end', now() + interval '9 days'
    from subscription where account_id = ${customer.accountId} and is_current`)
  await carryOver()
  expect(
    await rows(`select target_version_id as id, move_id from subscription_change
      where account_id = ${customer.accountId} and dropped_at is null`),
  ).toEqual([{ id: from, move_id: null }])
  expect(await on()).toBe(from)
})
