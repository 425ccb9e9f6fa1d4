import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey, revokeApiKey } from '#contract/identity/sessions.ts'
import { updateMember } from '#contract/identity/team.ts'
import { closeAccount, reopenAccount } from '#contract/privacy/account-closing.ts'
import { changeAutopilot } from '#contract/prospecting/autopilots.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { halt } from '#server/testing/halt.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { autopilotWorkerOf } from './autopilot-worker.ts'

let bench: AutopilotBench
let t: TestApp
let owner: TestUser
let member: TestUser
beforeAll(async () => {
  bench = await autopilotBench()
  t = bench.t
})
afterAll(() => t?.close())
beforeEach(async () => {
  bench.state.now = new Date('2027-02-01T08:00Z')
  bench.state.before = async () => {}
  owner = await t.account({ credits: 100 })
  member = await t.member(owner)
})

const daily = { every: 'day', at: '09:00', time_zone: 'UTC' } as const
const steps: CallInput<typeof changeAutopilot>['body']['steps'] = [{ step: 'find-emails' }]
type Change = CallInput<typeof updateMember>['body']
const manage = (user: TestUser, body: Change) =>
  t.call(updateMember, { params: { id: user.id }, body }, owner)
const tick = () => autopilotWorkerOf(t.app.ctx).tick()
/** Credits that each person has spent. */
const spentBy = async () => {
  const { rows } = await sql<{ user_id: number; credits: number }>`
    select user_id, sum(amount)::int as credits from charge where account_id = ${owner.accountId} group by 1`.execute(
    t.app.database.db,
  )
  return Object.fromEntries(rows.map(({ user_id, credits }) => [user_id, credits]))
}

describe('an autopilot edited by someone else', () => {
  it('spends under the name and cap of the last editor', async () => {
    const list = await bench.growing(owner)
    const autopilot = await bench.made(owner, { list_id: list.id, ...daily })
    await manage(member, { monthly_credit_cap: 2 })
    const edit = { params: { id: autopilot.id }, body: { ...daily, version: autopilot.version } }
    expect((await t.call(changeAutopilot, edit, member)).status).toBe(200)
    list.grow(2)
    bench.later(1)
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'finished', leads: 2, cost: 2 }])
    expect(await spentBy()).toEqual({ [member.id]: 2 })
    list.grow(1)
    bench.later(24)
    expect((await bench.settled(owner, autopilot.id))[0]).toMatchObject({ state: 'failed', leads: 0 })
    expect(await bench.shown(owner, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'credits' })
    expect(await spentBy()).toEqual({ [member.id]: 2 })
  })
})

describe('the autopilot of someone without the right to it', () => {
  it('does not start when they are suspended, and pauses', async () => {
    const list = await bench.growing(owner)
    const autopilot = await bench.made(member, { list_id: list.id, ...daily })
    await manage(member, { state: 'suspended' })
    list.grow(2)
    bench.later(1)
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'failed', search_run_id: null }])
    expect(await bench.shown(owner, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'access' })
    expect(await spentBy()).toEqual({})
  })

  it.each([
    ['suspended', { state: 'suspended' }],
    ['without the module', { granted_modules: [] }],
  ] as const)('takes no further step of a started run once %s', async (_how, change) => {
    const list = await bench.growing(owner)
    const autopilot = await bench.made(member, { list_id: list.id, ...daily, steps })
    const searching = halt()
    bench.state.before = searching.pass
    list.grow(2)
    bench.later(1)
    await tick()
    await searching.reached
    expect((await manage(member, change as Change)).status).toBe(200)
    searching.open()
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'failed', leads: 2, steps: [] }])
    expect(await bench.shown(owner, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'access' })
  })
})

it('an autopilot of a closed account is inactive until the account is reopened', async () => {
  const list = await bench.growing(owner)
  const autopilot = await bench.made(owner, { list_id: list.id, ...daily })
  const { name } = (await t.call(me, {}, owner)).body.data.account
  await t.call(closeAccount, { body: { name, password: owner.password } }, owner)
  list.grow(2)
  bench.later(1)
  await tick()
  const { rows } = await t.app.database.pool.query('select id from autopilot_run where autopilot_id = $1', [
    autopilot.id,
  ])
  expect(rows).toEqual([])
  expect((await t.call(reopenAccount, {}, owner)).status).toBe(200)
  expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'finished', leads: 2 }])
})

describe('an autopilot created with an API key', () => {
  /** The owner, by a key that may spend 3 credits a day. */
  async function byKey() {
    const scopes = ['read', 'write', 'spend'] as const
    const body = { name: 'Agent', scopes: [...scopes], daily_credits: 3, password: owner.password }
    const { key, id } = (await t.call(createApiKey, { body }, owner)).body.data
    return { id, user: { ...owner, token: key } }
  }

  it("counts against the key's daily limit, and pauses at it", async () => {
    const { user } = await byKey()
    const list = await bench.growing(user)
    const autopilot = await bench.made(user, { list_id: list.id, ...daily })
    list.grow(2)
    bench.later(1)
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'finished', cost: 2 }])
    list.grow(2)
    bench.later(24)
    expect((await bench.settled(owner, autopilot.id))[0]).toMatchObject({ state: 'failed', leads: 0 })
    expect(await bench.shown(owner, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'credits' })
    expect(await spentBy()).toEqual({ [owner.id]: 2 })
  })

  it('is exempt from the limit once a person has saved it', async () => {
    const { user } = await byKey()
    const list = await bench.growing(user)
    const autopilot = await bench.made(user, { list_id: list.id, ...daily })
    await t.call(
      changeAutopilot,
      { params: { id: autopilot.id }, body: { ...daily, version: autopilot.version } },
      owner,
    )
    list.grow(5)
    bench.later(1)
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'finished', cost: 5 }])
  })

  it('ends with the key', async () => {
    const { id, user } = await byKey()
    const list = await bench.growing(user)
    const autopilot = await bench.made(user, { list_id: list.id, ...daily })
    await t.call(revokeApiKey, { params: { id } }, owner)
    list.grow(1)
    bench.later(1)
    expect(await bench.settled(owner, autopilot.id)).toMatchObject([{ state: 'failed', search_run_id: null }])
    expect(await bench.shown(owner, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'access' })
  })
})
