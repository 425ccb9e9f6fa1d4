import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { claimLane } from './deliveries-store.ts'

const MANY = 1000

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

/** Rows of webhooks and their lanes that the open transaction has read. */
async function countReads(): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname in ('webhook', 'webhook_lane')`.execute(t.app.database.db)
  return rows[0]!.read
}

it('takes one of many lanes that are due at the same moment without reading the others', async () => {
  const { db } = t.app.database
  const { accountId } = await t.account()
  await sql`with given as (select n from generate_series(1, ${MANY}::int) n),
      hooks as (insert into webhook (account_id, id, url, name, events, secret)
        select ${accountId}, 1000000 + n, 'https://hook.example/', 'Hook', '{credits.low}', '' from given)
    insert into webhook_lane (account_id, webhook_id, lane, next_at)
      select ${accountId}, 1000000 + n, 0, now() from given`.execute(db)
  await sql`update webhook set is_active = false where account_id = ${accountId} and id <= 1000003`.execute(
    db,
  )
  await sql`analyze webhook, webhook_lane`.execute(db)
  const { claimed, read } = await transaction(db, async () => {
    const claimed = await claimLane(db, { webhooks: [1000004], accounts: [] }, 0)
    return { claimed, read: await countReads() }
  })
  // The first three are off, the fourth is busy.
  expect(claimed).toMatchObject({ account_id: accountId, webhook_id: 1000005, lane: 0 })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(MANY / 10)
})
