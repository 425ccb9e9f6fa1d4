import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exportUsage,
  statement,
  USAGE_DAYS,
  usage,
  userLimits,
  walletPlan,
} from '#contract/accounts/wallet.ts'
import { team } from '#contract/identity/team.ts'
import { createList } from '#contract/leads/lists.ts'
import { updateAccount } from '#server/modules/accounts/accounts/index.ts'
import { refundCharges } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [createFakeSource({ find: keyList, batch: 50 })] })
})
afterAll(() => t.close())

async function search(keywords: string, as: TestUser): Promise<number> {
  const body = { name: keywords, type: 'local' as const, search: { keywords } }
  const made = await t.call(createList, { body }, as)
  return (await t.finished(made.body.data.run.id, as)).id
}

/** Moves a run's charges this many days into the past. */
const aged = (runId: number, days: number) =>
  t.app.database.pool.query(
    `update charge set created_at = created_at - make_interval(days => $2) where run_id = $1`,
    [runId, days],
  )

/** Refunds what was paid for these places, as a bounce does. */
const refund = (user: TestUser, runId: number, count: number) =>
  transaction(t.app.database.db, async () => {
    const { rows } = await t.app.database.pool.query(
      'select entity_id from charge where run_id = $1 order by entity_id limit $2',
      [runId, count],
    )
    await refundCharges(t.app.ctx, {
      accountId: user.accountId,
      chargeKind: 'local_contact',
      entityIds: rows.map(({ entity_id }) => entity_id),
      reason: 'Address bounced',
      userId: user.id,
    })
  })

const daysOf = async (as: TestUser, query = {}) => (await t.call(usage, { query }, as)).body.data

describe('the usage of an account', () => {
  it('is shown by day, kind and person, and a filter by person keeps the others selectable', async () => {
    const user = await t.account({ credits: 1000 })
    const mate = await t.member(user)
    await search('0..30', user)
    await aged(await search('30..50', mate), 10)
    await aged(await search('50..60', mate), USAGE_DAYS)
    const all = await daysOf(user)
    expect(all.total).toBe(50)
    expect(all.days.map(({ kind, credits }) => [kind, credits])).toEqual([
      ['search', 20],
      ['search', 30],
    ])
    expect([all.days[1]?.day, all.from < (all.days[0]?.day ?? '')]).toEqual([all.to, true])
    expect(all.members.map(({ id, credits }) => [id, credits])).toEqual([
      [user.id, 30],
      [mate.id, 20],
    ])
    const own = await daysOf(user, { member: mate.id })
    expect([own.total, own.days.length, own.members.length]).toEqual([20, 1, 2])
  })

  it('subtracts refunds, as the wallet, statement and team do', async () => {
    const user = await t.account({ credits: 1000 })
    const mate = await t.member(user)
    const runId = await search('100..140', mate)
    await refund(user, runId, 15)
    const limits = (await t.call(userLimits, {}, user)).body.data
    const line = (await t.call(statement, {}, user)).body.data.find(({ run }) => run?.id === runId)
    const member = (await t.call(team, {}, user)).body.data.members.find(({ id }) => id === mate.id)
    expect({
      usage: (await daysOf(user)).total,
      ofMember: (await daysOf(user, { member: mate.id })).total,
      wallet: [limits.spent, limits.spent_this_month],
      statement: line?.spent,
      team: [member?.spent_this_month, member?.spent_lately, member?.runs_lately],
    }).toEqual({ usage: 25, ofMember: 25, wallet: [25, 25], statement: 25, team: [25, 25, 1] })
  })

  it('is told by source, and charges that don’t know theirs are not recorded', async () => {
    const user = await t.account({ credits: 100 })
    const mate = await t.member(user)
    const old = await search('400..405', user)
    await search('405..408', mate)
    await t.app.database.pool.query('update charge set source = null where run_id = $1', [old])
    const none = { source: null, name: 'Not recorded', credits: 5 }
    const delivered = { source: 'corpus', name: 'Business data', credits: 3 }
    expect((await daysOf(user)).sources).toEqual([none, delivered])
    expect((await daysOf(user, { member: mate.id })).sources).toEqual([delivered])
  })

  it("starts its days in the account's time zone", async () => {
    const user = await t.account({ credits: 100 })
    await updateAccount(t.app.ctx, user.accountId, { time_zone: 'Pacific/Kiritimati' })
    await search('200..203', user)
    const { days, to } = await daysOf(user)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
    expect([days[0]?.day, to]).toEqual([today, today])
  })

  it('downloads as a file', async () => {
    const user = await t.account({ credits: 100 })
    await search('300..304', user)
    const { body } = await t.call(exportUsage, { body: {} }, user)
    const file = await t.app.http.inject({ method: 'GET', url: body.data.url })
    const { to } = await daysOf(user)
    expect(file.body).toBe(`day,kind,member,email,credits\r\n${to},Search,Test,${user.email},4\r\n`)
    expect(body.data.filename).toBe(`credits-${to}.csv`)
  })

  it('says which plan the credits came with', async () => {
    const user = await t.account({ credits: 7 })
    const { data } = (await t.call(walletPlan, {}, user)).body
    expect(data).toEqual({ name: expect.any(String), credits: expect.any(Number) })
  })
})
