import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun } from '#contract/activity/runs.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { refundCharges } from './charges.ts'
import { lockWallet } from './lock-wallet.ts'
import { listMemberSpending, setMemberCap } from './spending.ts'

let t: TestApp
let main: TestUser
let member: TestUser
beforeAll(async () => {
  // Without a worker, a started run holds its credits until a test lets it work.
  t = await testApp({ roles: ['web'], sources: [createFakeSource({ find: keyList })] })
})
afterAll(() => t.close())
beforeEach(async () => {
  main = await t.account({ credits: 100 })
  member = await t.member(main, { accessToWallet: true })
})

const cap = (credits: number | null, user = member) =>
  transaction(t.app.database.db, () => setMemberCap(t.app.ctx, user.accountId, user.id, credits))
/** A search that finds each of these numbers, the last one too. */
const request = (from: number, to: number) => ({
  type: 'local' as const,
  search: { keywords: `${from}..${to + 1}` },
})
const start = (from: number, to: number, by = member, more: { limit?: number; max_cost?: number } = {}) =>
  t.call(createList, { body: { name: 'Caps', ...request(from, to), ...more } }, by)
const quote = async (from: number, to: number, by = member) =>
  (await t.call(createQuote, { body: request(from, to) }, by)).body.data
const capOf = async (user = member) => (await t.call(userLimits, {}, user)).body.data.cap
async function work(runId: number): Promise<void> {
  const worker = createRunWorker(t.app.ctx)
  await worker.execute(main.accountId, runId)
  await worker.close()
}
/** Starts a search and finishes it. @returns the run's id */
async function search(from: number, to: number, by = member): Promise<number> {
  const { status, body, error } = await start(from, to, by)
  expect(status, JSON.stringify(error)).toBe(201)
  await work(body.data.run.id)
  return body.data.run.id
}
/** Moves the account's transactions in time, in SQL because the database's clock counts. */
const moveSpending = (when: string) =>
  sql`update charge set created_at = ${sql.raw(when)} where account_id = ${main.accountId}`.execute(
    t.app.database.db,
  )

const countWaiting = async () =>
  (
    await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.app.database.db)
  ).rows[0]?.waiting

describe('a monthly cap', () => {
  it('waits for work that is taking credits by the cap before', async () => {
    const [taking, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const holding = transaction(t.app.database.db, async () => {
      await lockWallet(t.app.database.db, main.accountId)
      taking.resolve()
      await end.promise
      order.push('taken')
    })
    await taking.promise
    const change = cap(1).then(() => order.push('cap'))
    await expect.poll(countWaiting).toBe(1)
    end.resolve()
    await Promise.all([holding, change])
    expect(order).toEqual(['taken', 'cap'])
  })

  it('limits what a member can spend, whatever is in the wallet', async () => {
    await cap(5)
    expect(await quote(1, 20)).toMatchObject({ available: 5, affordable: 5, credits: { max: 20 } })
    expect(await quote(1, 20, main)).toMatchObject({ available: 100, affordable: 20 })
    const refused = await start(1, 20)
    expect([refused.status, refused.error]).toEqual([
      402,
      {
        code: 'credit_cap_reached',
        message:
          'This needs 20 credits to start and 5 of your 5 credits are left this month: enough for 5 leads',
        details: { needed: 20, cap: 5, spent: 0, left: 5, affordable: 5 },
        request_id: expect.any(String),
      },
    ])
    expect((await start(1, 20, member, { limit: 5 })).status).toBe(201)
    expect((await start(21, 40, main)).status).toBe(201)
  })

  it('counts spent and held credits, and releases what was not needed', async () => {
    await cap(10)
    await search(1, 4)
    expect(await capOf()).toEqual({ monthly: 10, spent: 4, left: 6 })
    const running = (await start(11, 13)).body.data.run.id
    expect(await capOf()).toEqual({ monthly: 10, spent: 7, left: 3 })
    expect((await start(21, 24)).error).toMatchObject({
      code: 'credit_cap_reached',
      details: { needed: 4, cap: 10, spent: 7, left: 3, affordable: 3 },
    })
    await t.call(cancelRun, { params: { id: running } }, member)
    await work(running)
    expect(await capOf()).toEqual({ monthly: 10, spent: 4, left: 6 })
    expect((await start(21, 24)).status).toBe(201)
    expect(await listMemberSpending(t.app.ctx, main.accountId, 'UTC')).toEqual(
      new Map([[member.id, { thisMonth: 4, lately: 4 }]]),
    )
  })

  it('gets refunds back', async () => {
    await cap(5)
    const runId = await search(1, 5)
    const { rows } = await t.app.database.pool.query(
      'select entity_id from charge where run_id = $1 order by entity_id limit 3',
      [runId],
    )
    const refund = {
      accountId: main.accountId,
      userId: main.id,
      chargeKind: 'local_contact',
      reason: 'Bounced',
      entityIds: rows.map(({ entity_id }) => entity_id),
    }
    await transaction(t.app.database.db, () => refundCharges(t.app.ctx, refund))
    expect(await capOf()).toEqual({ monthly: 5, spent: 2, left: 3 })
    expect((await start(11, 14)).error).toMatchObject({ code: 'credit_cap_reached', details: { left: 3 } })
    expect((await start(11, 13)).status).toBe(201)
  })

  it('still delivers leads that were paid before', async () => {
    await cap(3)
    await search(1, 3)
    expect(await quote(1, 3)).toMatchObject({ available: 0, affordable: 3, already_paid: 3 })
    await search(1, 3)
    expect(await capOf()).toEqual({ monthly: 3, spent: 3, left: 0 })
    const lists = await t.call(createList, { body: { name: 'Free', ...request(1, 3) } }, member)
    const body = { search: request(1, 4).search }
    const more = await t.call(searchIntoList, { params: { id: lists.body.data.id }, body }, member)
    expect(more.error.code).toBe('credit_cap_reached')
  })

  it('of zero leaves only free actions', async () => {
    await cap(0)
    expect((await start(1, 1)).error.code).toBe('credit_cap_reached')
    const sample = { name: 'Sample', type: 'people' as const, search: { source: 'sample' }, limit: 1 }
    expect((await t.call(createList, { body: sample }, member)).status).toBe(201)
  })

  it('names the wallet when that is lower', async () => {
    await cap(500)
    const { error } = await start(1, 200)
    expect([error.code, error.details]).toEqual([
      'insufficient_credits',
      { needed: 200, available: 100, affordable: 100 },
    ])
  })

  it('can be lifted, and applies to one member only', async () => {
    const other = await t.member(main)
    await cap(1)
    expect(await capOf(other)).toBeNull()
    expect((await start(1, 20, other)).status).toBe(201)
    await cap(null)
    expect(await capOf()).toBeNull()
    expect((await start(21, 40)).status).toBe(201)
  })

  it('also counts for an owner', async () => {
    await cap(2, main)
    expect((await start(1, 3, main)).error.code).toBe('credit_cap_reached')
  })

  it('that is lowered keeps held credits: a quote stays valid', async () => {
    await cap(10)
    const { run } = (await start(1, 8)).body.data
    await cap(2)
    expect(await capOf()).toEqual({ monthly: 2, spent: 8, left: 0 })
    await work(run.id)
    expect((await t.finished(run.id, member)).cost).toBe(8)
    expect(await capOf()).toEqual({ monthly: 2, spent: 8, left: 0 })
    expect((await start(11, 11)).error.code).toBe('credit_cap_reached')
    await expectSettledBooks(t.app.database.db, main.accountId)
  })

  it('holds for twenty concurrent calls', async () => {
    await cap(7)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => start(index * 2 + 1, index * 2 + 2)),
    )
    const started = answers.filter((answer) => answer.status === 201)
    expect(started).toHaveLength(3)
    for (const { status, error } of answers)
      if (status !== 201) expect([status, error.code]).toEqual([402, 'credit_cap_reached'])
    for (const { body } of started) await work(body.data.run.id)
    expect(await capOf()).toEqual({ monthly: 7, spent: 6, left: 1 })
    await expectSettledBooks(t.app.database.db, main.accountId)
  })
})

describe('the month of a cap', () => {
  it.each(['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns'])(
    'begins at midnight of the first in %s',
    async (zone) => {
      await sql`update account set time_zone = ${zone} where id = ${main.accountId}`.execute(
        t.app.database.db,
      )
      await cap(5)
      await search(1, 5)
      const startAt = `date_trunc('month', now() at time zone '${zone}') at time zone '${zone}'`
      await moveSpending(startAt)
      expect(await capOf()).toEqual({ monthly: 5, spent: 5, left: 0 })
      expect((await start(11, 11)).error.code).toBe('credit_cap_reached')
      await moveSpending(`${startAt} - interval '1 microsecond'`)
      expect(await capOf()).toEqual({ monthly: 5, spent: 0, left: 5 })
      expect((await t.call(userLimits, {}, member)).body.data).toMatchObject({
        spent: 5,
        spent_this_month: 0,
      })
      expect((await start(11, 15)).status).toBe(201)
    },
  )

  it('counts a run that crosses it by the date of its lines', async () => {
    await cap(10)
    await search(1, 4)
    await moveSpending(`date_trunc('month', now()) - interval '1 hour'`)
    await search(11, 16)
    expect(await capOf()).toEqual({ monthly: 10, spent: 6, left: 4 })
  })
})

it('the ledger names the member who spent the credits', async () => {
  await cap(5)
  await search(1, 2)
  const lines = (await t.call(ledger, {}, main)).body.data.filter((line) => line.credit === 'spent')
  expect(lines.map((line) => line.user)).toEqual([member.email, member.email])
})
