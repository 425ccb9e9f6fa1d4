import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as api from '#contract/admin/kit-rollouts.ts'
import * as kits from '#contract/admin/kits.ts'
import * as stored from '#contract/admin/stored-kits.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import * as labels from '#contract/leads/labels.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { updateCustomers } from '#server/testing/rollout-story.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { resumeRollouts, workOnRollout } from './rollout-job.ts'

let t: TestApp
let seller: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  seller = await makeSeller()
})
afterAll(() => t.close())

type Document = NonNullable<CallInput<typeof stored.createKit>['body']['document']>
type Colors = Record<string, 'gray' | 'red' | 'blue' | 'green'>
const documentOf = (colors: Colors, kit = 'Agency'): Document => ({
  kit,
  labels: Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, { color }])),
})

const makeSeller = () => t.account({ modules: ['leads', 'whitelabel'] })
const makeCustomers = async (count: number, parent = seller) => {
  const made: TestUser[] = []
  for (let at = 0; at < count; at++) made.push(await t.account({ parent, modules: ['leads'] }))
  return made
}
let names = 0
async function makeKit(colors: Colors, as = seller) {
  names += 1
  const body = { name: `Kit ${names}`, document: documentOf(colors) }
  return (await t.call(stored.createKit, { body }, as)).body.data
}
const addVersion = (id: number, colors: Colors) =>
  t.call(stored.addKitVersion, { params: { id }, body: { document: documentOf(colors) } }, seller)

type RollOutBody = CallInput<typeof api.rollOutKit>['body']
const start = (id: number, body: RollOutBody, as = seller) =>
  t.call(api.rollOutKit, { params: { id }, body }, as)
const work = (rolloutId: number, as = seller) =>
  workOnRollout(t.app.ctx, { accountId: as.accountId, rolloutId })
const show = async (id: number) => (await t.call(api.showRollout, { params: { id } }, seller)).body.data
const accountsOf = async (id: number) =>
  (await t.call(api.rolloutAccounts, { params: { id }, query: { limit: 200 } }, seller)).body.data

/** Starts a roll-out and works through it. */
async function rollOut(id: number, body: RollOutBody) {
  const { status, body: started } = await start(id, body)
  expect(status).toBe(201)
  await work(started.data.id)
  return show(started.data.id)
}
async function rollBack(id: number) {
  const { data } = (await t.call(api.rollBackRollout, { params: { id } }, seller)).body
  await work(data.id)
  return show(data.id)
}

const colorsOf = async (as: TestUser) =>
  Object.fromEntries((await t.call(labels.labels, {}, as)).body.data.map(({ name, color }) => [name, color]))
async function recolor(as: TestUser, name: string, color: Colors[string]) {
  const label = (await t.call(labels.labels, {}, as)).body.data.find((one) => one.name === name)
  await t.call(labels.changeLabel, { params: { id: label!.id }, body: { color } }, as)
}
it('customers get a newer version, some keep what they changed, and all go back byte for byte', () =>
  updateCustomers(t, { customers: 6, changed: 2 }))

describe('a preview', () => {
  it('says for each account what would be added, changed, removed and kept, and changes nothing', async () => {
    const [one, other] = (await makeCustomers(2)) as [TestUser, TestUser]
    const kit = await makeKit({ Hot: 'red', Cold: 'blue' })
    await rollOut(kit.id, { account_ids: [one.accountId] })
    await recolor(one, 'Hot', 'gray')
    await addVersion(kit.id, { Hot: 'green', New: 'gray' })
    const body = { account_ids: [one.accountId, other.accountId] }
    const { data, total } = (await t.call(api.previewRollout, { params: { id: kit.id }, body }, seller)).body
    expect(total).toBe(2)
    expect(data[0]).toMatchObject({
      version: 1,
      counts: { added: 1, changed: 0, removed: 1, conflicts: 1 },
      names: { added: ['labels/New'], removed: ['labels/Cold'], conflicts: ['labels/Hot'] },
      problem: null,
    })
    expect(data[1]).toMatchObject({ version: null, counts: { added: 2 } })
    expect(await colorsOf(one)).toEqual({ Hot: 'gray', Cold: 'blue' })
  })

  it('says why an account can’t be changed, and goes on with the next', async () => {
    const [one, other] = (await makeCustomers(2)) as [TestUser, TestUser]
    const kit = await makeKit({ Hot: 'red' })
    await sql`update app_user set refuses_acting = true where id = ${one.id}`.execute(t.app.database.db)
    const body = { account_ids: [one.accountId, other.accountId] }
    const { data } = (await t.call(api.previewRollout, { params: { id: kit.id }, body }, seller)).body
    expect(data.map(({ problem }) => problem === null)).toEqual([false, true])
    const rollout = await rollOut(kit.id, body)
    expect(rollout.counts).toMatchObject({ done: 1, refused: 1 })
    expect((await accountsOf(rollout.id))[0]?.problem).toContain('does not allow others to log in')
    expect([await colorsOf(one), await colorsOf(other)]).toEqual([{}, { Hot: 'red' }])
  })
})

describe('work that ends in the middle', () => {
  it('goes on with the accounts that still wait, and never does one twice', async () => {
    const customers = await makeCustomers(3)
    const kit = await makeKit({ Hot: 'red' })
    const { data } = (await start(kit.id, { account_ids: customers.map(({ accountId }) => accountId) })).body
    // The first is done when the database goes away under the second, as for a process that is killed.
    await sql`create or replace function gone() returns trigger language plpgsql as $$ begin
      if new.customer_id = ${sql.raw(String(customers[1]?.accountId))} and new.outcome <> 'waiting'
        then raise exception 'gone' using errcode = '57P01'; end if; return new; end $$`.execute(
      t.app.database.db,
    )
    await sql`create trigger gone before update on kit_rollout_account for each row execute function gone()`.execute(
      t.app.database.db,
    )
    await expect(work(data.id)).rejects.toThrow('1 of 3 accounts failed')
    await sql`drop trigger gone on kit_rollout_account`.execute(t.app.database.db)
    expect(await show(data.id)).toMatchObject({ state: 'running', counts: { done: 2, waiting: 1 } })
    expect(await colorsOf(customers[1] as TestUser)).toEqual({})

    await Promise.all([work(data.id), work(data.id)])
    expect(await show(data.id)).toMatchObject({ state: 'done', counts: { done: 3 } })
    for (const customer of customers)
      expect((await t.call(kits.kitUses, {}, customer)).body.data).toHaveLength(1)
  })

  it('leaves the rest alone when it was stopped', async () => {
    const customers = await makeCustomers(2)
    const kit = await makeKit({ Hot: 'red' })
    const { data } = (await start(kit.id, { account_ids: customers.map(({ accountId }) => accountId) })).body
    const stopped = (await t.call(api.stopRollout, { params: { id: data.id } }, seller)).body.data
    expect([stopped.state, stopped.can.stop]).toEqual(['stopping', false])
    await work(data.id)
    expect(await show(data.id)).toMatchObject({ state: 'stopped', counts: { skipped: 2 } })
    expect(await colorsOf(customers[0] as TestUser)).toEqual({})
    expect((await t.call(api.stopRollout, { params: { id: data.id } }, seller)).status).toBe(409)
  })

  it('is started again by the nightly clean-up when its tries have run out', async () => {
    const [customer] = (await makeCustomers(1)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' })
    const { data } = (await start(kit.id, { account_ids: [customer.accountId] })).body
    const count = async () =>
      (
        await sql`select from pgboss.job where name = 'kits.roll-out'
          and data ->> 'rolloutId' = ${String(data.id)}`.execute(t.app.database.db)
      ).rows.length
    expect(await count()).toBe(1)
    await resumeRollouts(t.app.ctx)
    expect(await count()).toBe(2)
    await work(data.id)
    await resumeRollouts(t.app.ctx)
    expect(await count()).toBe(2)
  })

  it('ends for everyone who still waits when its person loses the right', async () => {
    const own = await makeSeller()
    const [customer] = (await makeCustomers(1, own)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' }, own)
    const { data } = (await start(kit.id, { account_ids: [customer.accountId] }, own)).body
    await sql`update app_user set state = 'suspended' where id = ${own.id}`.execute(t.app.database.db)
    await work(data.id, own)
    expect(await colorsOf(customer)).toEqual({})
  })
})

describe('rolling back', () => {
  it('leaves accounts with a newer version alone and names them', async () => {
    const [one, other] = (await makeCustomers(2)) as [TestUser, TestUser]
    const kit = await makeKit({ Hot: 'red' })
    const first = await rollOut(kit.id, { account_ids: [one.accountId, other.accountId] })
    await addVersion(kit.id, { Hot: 'green' })
    await rollOut(kit.id, { account_ids: [one.accountId] })
    const back = await rollBack(first.id)
    expect(back).toMatchObject({ kind: 'roll_back', rolls_back: first.id, counts: { done: 1, refused: 1 } })
    expect((await accountsOf(back.id))[0]?.problem).toContain('newer version')
    expect([await colorsOf(one), await colorsOf(other)]).toEqual([{ Hot: 'green' }, {}])
    expect((await show(first.id)).can.roll_back).toBe(true)
  })

  it('doesn’t take back what an account had before the roll-out', async () => {
    const [customer] = (await makeCustomers(1)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' })
    await rollOut(kit.id, { account_ids: [customer.accountId] })
    const again = await rollOut(kit.id, { on_kit: true })
    expect(again).toMatchObject({ counts: { unchanged: 1 }, can: { roll_back: false } })
    const refused = await t.call(api.rollBackRollout, { params: { id: again.id } }, seller)
    expect([refused.status, await colorsOf(customer)]).toEqual([409, { Hot: 'red' }])
  })

  it('follows a kit that was renamed', async () => {
    const [customer] = (await makeCustomers(1)) as [TestUser]
    const kit = await makeKit({ Hot: 'red', Cold: 'blue' })
    await rollOut(kit.id, { account_ids: [customer.accountId] })
    const renamed = { params: { id: kit.id }, body: { name: `${kit.name} renamed` } }
    await t.call(stored.updateKit, renamed, seller)
    await addVersion(kit.id, { Hot: 'green' })
    await rollOut(kit.id, { on_kit: true })
    expect(await colorsOf(customer)).toEqual({ Hot: 'green' })
  })
})

describe('who may', () => {
  it('roll out only to accounts below, one roll-out of a kit at a time', async () => {
    const stranger = await makeSeller()
    const [customer] = (await makeCustomers(1)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' })
    const theirs = await makeKit({ Hot: 'red' }, stranger)
    for (const account of [stranger, seller])
      expect((await start(kit.id, { account_ids: [customer.accountId, account.accountId] })).status).toBe(404)
    expect((await start(theirs.id, { account_ids: [customer.accountId] })).status).toBe(404)
    expect((await start(kit.id, { account_ids: [customer.accountId], on_kit: true })).status).toBe(422)
    const { data } = (await start(kit.id, { account_ids: [customer.accountId] })).body
    expect((await start(kit.id, { account_ids: [customer.accountId] })).status).toBe(409)
    expect((await t.call(stored.deleteKit, { params: { id: kit.id } }, seller)).status).toBe(409)
    for (const call of [api.showRollout, api.rolloutAccounts, api.stopRollout, api.rollBackRollout])
      expect(
        (await t.call(call as typeof api.showRollout, { params: { id: data.id } }, stranger)).status,
      ).toBe(404)
  })

  it('roll out only settings whose module they have', async () => {
    const own = await t.account({ modules: ['ai_suggest', 'whitelabel'] })
    const [customer] = (await makeCustomers(1, own)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' }, own)
    const refused = await start(kit.id, { account_ids: [customer.accountId] }, own)
    expect([refused.status, refused.error.message]).toEqual([
      403,
      expect.stringContaining('You need the module'),
    ])
  })

  it('read in the logs of both accounts what a roll-out did', async () => {
    const [customer] = (await makeCustomers(1)) as [TestUser]
    const kit = await makeKit({ Hot: 'red' })
    await rollOut(kit.id, { account_ids: [customer.accountId] })
    const { rows } = await sql<{ account_id: number }>`select account_id from audit_entry
      where action = 'kit.applied' and detail ->> 'kit' = ${kit.name}`.execute(t.app.database.db)
    expect(rows.map(({ account_id }) => Number(account_id)).sort()).toEqual(
      [seller.accountId, customer.accountId].sort(),
    )
  })
})
