import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { notifications } from '#contract/activity/notifications.ts'
import { SENDERS, type SenderId } from '#contract/core/crms/index.ts'
import { connectCrm, disconnectCrm, pushCrm } from '#contract/leads/crm.ts'
import { crmOutcomes, readCrmOutcomes, senderHook } from '#contract/leads/crm-outcomes.ts'
import { setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import { removeSuppression, suppressions } from '#contract/privacy/suppression.ts'
import { bounces } from '#contract/prospecting/bounces.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN } from '#server/testing/fake-crms/fake-crm.ts'
import type { FakeSender } from '#server/testing/fake-crms/fake-sender.ts'
import { FAKE_KINDS } from '#server/testing/fake-crms/index.ts'
import { buyAddresses } from '#server/testing/paid-addresses.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { readAllWins } from './read-wins.ts'

describe.each(SENDERS)('%s', (crm: SenderId) => {
  const { start, access, campaign = '' } = FAKE_KINDS[crm]
  let fake: FakeSender
  let t: TestApp
  let user: TestUser
  let connection: number

  beforeAll(async () => {
    fake = (await start()) as FakeSender
    t = await testApp({ publicUrl: 'https://leads.example', crms: { [crm]: { baseUrl: fake.url } } })
    user = await t.account({ credits: 10 })
    connection = await connected()
  })
  afterAll(async () => {
    await t?.close()
    await fake?.close()
  })

  const connected = async () => {
    const made = await t.call(connectCrm, { body: access }, user)
    expect(made.status, JSON.stringify(made.error)).toBe(201)
    return made.body.data.id
  }
  async function handOver(type: 'people' | 'single', id: number) {
    const body = { connection_id: connection, campaign, selection: { filters: {} } }
    const started = await t.call(pushCrm, { params: { type, id }, body }, user)
    expect(started.status, JSON.stringify(started.error)).toBe(201)
    return t.finished(started.body.data.run.id, user)
  }
  async function handedOver(names: string[]) {
    const values = names.map((name) => ({ name, email: `${name}@fox.example`, email_state: 'valid' }))
    const { id } = await seedList(t, user, {
      type: 'people',
      leads: values.map((value) => ({ values: value })),
    })
    expect((await handOver('people', id)).counts).toEqual({ created: names.length })
    return id
  }
  const rowsOf = async (id: number, type: 'people' | 'single' = 'people') =>
    (await t.call(leads, { params: { type, id }, query: {} }, user)).body.data
  const statuses = async (id: number) =>
    Object.fromEntries((await rowsOf(id)).map(({ values }) => [values.name, values.lead_status]))
  const readNow = async () => {
    const answer = await t.call(readCrmOutcomes, { params: { id: connection } }, user)
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
    return answer.body.leads
  }
  const settings = async () => (await t.call(crmOutcomes, { params: { id: connection } }, user)).body.data
  const suppressed = async () => (await t.call(suppressions, { query: {} }, user)).body.data

  it('replies set the status once, as one change that can be undone; what people decided stays', async () => {
    const id = await handedOver(['ann', 'bob', 'cat'])
    const bob = (await rowsOf(id)).find(({ values }) => values.name === 'bob')?.id as number
    const body = { selection: { resultIds: [bob] }, status: 'interested' as const }
    await t.call(setLeadStatus, { params: { type: 'people', id }, body }, user)
    fake.tell('replied', 'ann@fox.example')
    fake.tell('replied', 'bob@fox.example')
    await readAllWins(t.app.ctx)
    expect(await statuses(id)).toEqual({ ann: 'replied', bob: 'interested', cat: 'new' })
    expect(await settings()).toMatchObject({ replied: 2, bounced: 0, unsubscribed: 0, problem: null })
    const { data } = (await t.call(notifications, { query: {} }, user)).body
    expect(data.filter(({ kind }) => kind === 'crm_outcomes')).toMatchObject([
      { title: expect.stringMatching(/^1 lead replied \(/) },
    ])
    const { rows } = await t.app.database.pool.query<{ id: number }>(
      `select id from history where account_id = $1 and list_id = $2 and event = 'leads.status_changed'
        and detail ->> 'status' = 'replied'`,
      [user.accountId, id],
    )
    expect(rows).toHaveLength(1)
    const undo = { undo_token: Number(rows[0]?.id) }
    expect((await t.call(undoChange, { params: { type: 'people', id }, body: undo }, user)).status).toBe(200)
    expect(await readNow()).toBe(0)
    expect(await statuses(id)).toMatchObject({ ann: 'new' })
  })

  it('bounces mark the address, and refund it once', async () => {
    const address = `dan@paid-${crm}.example`
    const list = await buyAddresses(t, user, [address], 'valid')
    await sql`insert into email_verification (account_id, address, state, reason, valid_at, checked_at)
      values (${user.accountId}, ${address}, 'valid', 'mailbox_accepted', now() - interval '1 day',
        now() - interval '1 day')`.execute(t.app.database.db)
    const available = async () => (await t.call(userLimits, {}, user)).body.data.available
    const before = (await available()) ?? 0
    expect((await handOver('single', list)).counts).toEqual({ created: 1 })
    fake.tell('bounced', address)
    expect(await readNow()).toBe(1)
    expect(await rowsOf(list, 'single')).toMatchObject([
      { values: { lead_status: 'bounced', email_state: 'invalid' } },
    ])
    expect(await available()).toBe(before + 1)
    expect((await Promise.all([readNow(), readNow()])).toSorted()).toEqual([0, 0])
    expect(await available()).toBe(before + 1)
    const known = (await t.call(bounces, { query: {} }, user)).body.data
    expect(known).toMatchObject([{ email: address, kind: 'hard', refunded: 1, state_before: 'valid' }])
    // An invalid address isn’t handed over again.
    expect((await handOver('single', list)).counts).toEqual({ skipped: 1 })
  })

  it('who unsubscribes is suppressed, once', async () => {
    const id = await handedOver(['eve', 'fay'])
    fake.tell('unsubscribed', 'eve@fox.example')
    expect(await readNow()).toBe(1)
    expect(await statuses(id)).toEqual({ fay: 'new' })
    const [entry] = await suppressed()
    expect(entry).toMatchObject({
      value: 'eve@fox.example',
      note: expect.stringMatching(/^Unsubscribed, by /),
    })
    // Taken off the list by a person, it stays off.
    await t.call(removeSuppression, { params: { id: entry?.id as number } }, user)
    expect(await readNow()).toBe(0)
    expect(await suppressed()).toEqual([])
    expect(await statuses(id)).toEqual({ eve: 'unsubscribed', fay: 'new' })
  })

  it('a call to the secret address makes it read; its body is not believed', async () => {
    const id = await handedOver(['gus', 'hal'])
    const { hook } = await settings()
    expect(hook).toMatch(/^https:\/\/leads\.example\/api\/sender-hooks\//)
    const token = hook.split('/').at(-1) ?? ''
    const body = { event_type: 'reply_received', lead_email: 'hal@fox.example' }
    const wrong = await t.call(senderHook, { params: { token: `${token}x` }, body })
    expect(wrong.status).toBe(404)
    fake.tell('replied', 'gus@fox.example')
    for (let calls = 0; calls < 3; calls += 1)
      expect((await t.call(senderHook, { params: { token }, body })).status).toBe(200)
    const { rows } = await t.app.database.pool.query(
      `select data from pgboss.job where name = 'crm.read-outcomes' and state in ('created', 'active')`,
    )
    expect(rows).toMatchObject([{ data: { accountId: user.accountId, id: connection, crm } }])
    await readAllWins(t.app.ctx)
    expect(await statuses(id)).toEqual({ gus: 'replied', hal: 'new' })
    const { id: gone } = { id: connection }
    expect((await t.call(disconnectCrm, { params: { id: gone } }, user)).status).toBe(200)
    expect((await t.call(senderHook, { params: { token }, body })).status).toBe(404)
    connection = await connected()
  })

  it('what fails is shown and read in the next round, also through another connection of that account', async () => {
    const id = await handedOver(['ida'])
    fake.tell('replied', 'ida@fox.example')
    await fake.answering({ status: 503 }, () => readAllWins(t.app.ctx))
    expect((await settings()).problem).toMatch(/can’t be reached right now/)
    await t.call(disconnectCrm, { params: { id: connection } }, user)
    connection = await connected()
    expect(await readNow()).toBe(1)
    expect(await statuses(id)).toEqual({ ida: 'replied' })
    expect((await settings()).problem).toBeNull()
    expect(fake.tokens.has(FAKE_TOKEN)).toBe(true)
  })
})
