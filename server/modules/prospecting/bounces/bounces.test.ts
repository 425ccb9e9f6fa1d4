import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { type Run, run as showRun } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { type Bounce, bounces, importBounces, reportBounces } from '#contract/prospecting/bounces.ts'
import { showVerification } from '#contract/prospecting/email-verification.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { recordFound } from '#server/modules/sources/source-stats/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { upload } from '#server/testing/http-call.ts'
import { buyAddresses } from '#server/testing/paid-addresses.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

let t: TestApp
let origin: string
let bus: LiveBus
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], emailVerifier: createFakeVerifier(() => 'mailbox_accepted') })
  origin = await t.listen()
  bus = createLiveBus(t.databaseUrl, silentLog())
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(async () => {
  await bus.close()
  await t.close()
})

const db = () => t.app.database.db
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** An address bought and called valid this many days ago. */
async function bought(addresses: string[], days: number): Promise<number> {
  const list = await buyAddresses(t, user, addresses, 'valid')
  for (const address of addresses)
    await sql`insert into email_verification (account_id, address, state, reason, valid_at, checked_at)
      values (${user.accountId}, ${address}, 'valid', 'mailbox_accepted', ${daysAgo(days)}, ${daysAgo(days)})`.execute(
      db(),
    )
  return list
}
type Item = { email: string; kind?: 'hard' | 'soft'; bounced_at?: string; reason?: string }
async function report(items: Item[], as = user, key?: string) {
  const answer = await t.call(reportBounces, { body: { bounces: items } }, as, key ? { key } : {})
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data
}
const available = async (as = user) => (await t.call(userLimits, {}, as)).body.data.available
const list = async (as = user): Promise<Bounce[]> => (await t.call(bounces, {}, as)).body.data
const emailStates = async (id: number, type: 'single' | 'local' = 'single') =>
  (await t.call(leads, { params: { type, id }, body: {} }, user)).body.data.map((lead) => lead.email_state)

describe('a hard bounce', () => {
  it('marks the address permanently, in every list, and refunds what was paid for it', async () => {
    const paid = await bought(['ann@gone.example', 'bob@gone.example'], 3)
    const other = await seedList(t, user, { leads: [{ values: { email: 'Ann@gone.example' } }] })
    const otherUser = await t.account()
    const foreign = await seedList(t, otherUser, { leads: [{ values: { email: 'ann@gone.example' } }] })
    await transaction(db(), () =>
      recordFound(db(), user.accountId, 1, [
        { address: 'ann@gone.example', source: 'website', kind: 'website', state: 'valid' },
      ]),
    )
    expect(await available()).toBe(8)
    expect(await report([{ email: 'ANN@gone.example', reason: '550 5.1.1 unknown' }])).toEqual({
      received: 1,
      hard: 1,
      soft: 0,
      repeated: 0,
      leads: 2,
      refunded: 1,
    })
    expect(await available()).toBe(9)
    expect(await emailStates(paid)).toEqual(['invalid', 'valid'])
    expect(await emailStates(other.id, 'local')).toEqual(['invalid'])
    const lead = await t.call(leads, { params: { type: 'local', id: foreign.id }, body: {} }, otherUser)
    expect(lead.body.data[0]?.email_state).toBeNull()
    const known = await t.call(showVerification, { params: { email: 'ann@gone.example' } }, user)
    expect(known.body.data).toMatchObject({ state: 'invalid', reason: 'bounced' })
    expect(await list()).toMatchObject([
      {
        email: 'ann@gone.example',
        kind: 'hard',
        reason: '550 5.1.1 unknown',
        state_before: 'valid',
        refunded: 1,
        source: 'website',
      },
    ])
    const lines = (await t.call(ledger, {}, user)).body.data
    expect(lines[0]).toMatchObject({
      debit: 'spent',
      credit: 'available',
      amount: 1,
      reason: 'Address bounced',
    })
    await expectSettledBooks(db(), user.accountId)
  })

  it.each([
    ['29 days after', 29, 0, 1],
    ['30 days after', 30, 0.001, 1],
    ['31 days after', 31, 0, 0],
    ['before', 3, 4, 0],
  ])('%s the address was called valid is refunded accordingly', async (_when, valid, bounced, refunded) => {
    await bought(['ann@day.example'], valid)
    const bounced_at = daysAgo(bounced).toISOString()
    expect(await report([{ email: 'ann@day.example', bounced_at }])).toMatchObject({ hard: 1, refunded })
    expect((await list())[0]).toMatchObject({ refunded, bounced_at })
    await expectSettledBooks(db(), user.accountId)
  })

  it('of an address that was never checked or bought is recorded', async () => {
    expect(await report([{ email: 'new@never.example' }])).toMatchObject({ hard: 1, leads: 0, refunded: 0 })
    expect((await list())[0]).toMatchObject({ state_before: null, source: null, refunded: 0 })
    const known = await t.call(showVerification, { params: { email: 'new@never.example' } }, user)
    expect(known.body.data).toMatchObject({ state: 'invalid', reason: 'bounced', checked_at: null })
    await expectSettledBooks(db(), user.accountId)
  })

  it('that occurs again is another bounce, but nothing more is refunded', async () => {
    await bought(['ann@twice.example'], 10)
    const at = (days: number) => daysAgo(days).toISOString()
    expect(await report([{ email: 'ann@twice.example', bounced_at: at(5) }])).toMatchObject({
      hard: 1,
      refunded: 1,
    })
    expect(await report([{ email: 'ann@twice.example', bounced_at: at(4) }])).toMatchObject({
      hard: 1,
      refunded: 0,
    })
    expect((await list()).map((bounce) => bounce.state_before)).toEqual(['invalid', 'valid'])
    expect(await available()).toBe(10)
  })
})

describe('a soft bounce', () => {
  it('is recorded and changes nothing else', async () => {
    const paid = await bought(['ann@full.example'], 3)
    expect(await report([{ email: 'ann@full.example', kind: 'soft' }])).toMatchObject({
      hard: 0,
      soft: 1,
      leads: 0,
      refunded: 0,
    })
    expect(await emailStates(paid)).toEqual(['valid'])
    expect((await list())[0]).toMatchObject({ kind: 'soft', state_before: 'valid' })
  })
})

describe('a repeated report', () => {
  it('is recognized, with or without a date, also within one report', async () => {
    const dated = { email: 'ann@same.example', bounced_at: daysAgo(2).toISOString() }
    expect(await report([dated, dated])).toMatchObject({ received: 2, hard: 1, repeated: 1 })
    expect(await report([dated])).toMatchObject({ hard: 0, repeated: 1 })
    expect(await report([{ email: 'bob@same.example' }, { email: 'Bob@same.example' }])).toMatchObject({
      hard: 1,
      repeated: 1,
    })
    expect(await report([{ email: 'bob@same.example' }])).toMatchObject({ hard: 0, repeated: 1 })
    expect(await list()).toHaveLength(2)
  })

  it.each([
    ['with one key', true],
    ['without a key', false],
  ])('twenty times at once %s is one bounce and one refund', async (_how, keyed) => {
    await bought(['ann@storm.example', 'bob@storm.example'], 1)
    const items = [{ email: 'ann@storm.example' }, { email: 'bob@storm.example' }]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => report(items, user, keyed ? 'key' : undefined)),
    )
    expect(await list()).toHaveLength(2)
    expect(await available()).toBe(10)
    if (keyed) for (const answer of answers) expect(answer).toEqual(answers[0])
    else expect(answers.reduce((sum, answer) => sum + answer.refunded, 0)).toBe(2)
    await expectSettledBooks(db(), user.accountId)
  })
})

describe('reports', () => {
  it('name the invalid item', async () => {
    const items = [{ email: 'ann@ok.example' }, { email: 'nobody' }]
    const answer = await t.call(reportBounces, { body: { bounces: items } }, user)
    expect(answer.status).toBe(422)
    expect(answer.error.fields).toEqual({ 'bounces.1.email': 'Field must be a valid email' })
    expect(await list()).toEqual([])
  })

  it('do not affect another account', async () => {
    await bought(['ann@mine.example'], 1)
    const other = await t.account()
    expect(await report([{ email: 'ann@mine.example' }], other)).toMatchObject({
      hard: 1,
      leads: 0,
      refunded: 0,
    })
    expect(await available()).toBe(9)
    expect(await list()).toEqual([])
  })

  it('are listed newest first and found by text', async () => {
    await report(['a_1@list.example', 'ax1@list.example', 'c@list.example'].map((email) => ({ email })))
    const found = await t.call(bounces, { query: { search: 'A_1' } }, user)
    expect(found.body.data.map((bounce) => bounce.email)).toEqual(['a_1@list.example'])
    expect((await t.call(bounces, { query: { limit: 1, page: 3 } }, user)).body).toMatchObject({
      total: 3,
      pageSize: 1,
    })
  })
})

describe('a report of a mail program', () => {
  const work = (id: number) => createRunWorker({ ...t.app.ctx, bus }).execute(user.accountId, id)
  const show = async (id: number): Promise<Run> => (await t.call(showRun, { params: { id } }, user)).body.data
  async function start(content: string, columns?: object) {
    const upload_id = await upload(origin, user, content, 'bounces.csv')
    return t.call(importBounces, { body: { upload_id, ...(columns && { columns }) } }, user)
  }
  async function imported(content: string, columns?: object) {
    const answer = await start(content, columns)
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    await work(answer.body.data.id)
    return show(answer.body.data.id)
  }

  it('is read with its own column names and dates', async () => {
    await bought(['ann@file.example'], 20)
    const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
    const rows = [
      `ann@file.example,Permanent,550 5.1.1 no such user,${day(1)} 10:00:00`,
      `Bob <bob@file.example>,Transient,452 mailbox full,${day(2)}`,
      `cy@file.example,delivered,,${day(2)}`,
      `not an address,hard,,`,
      `ann@file.example,Permanent,550 5.1.1 no such user,${day(1)} 10:00:00`,
      'too,short',
    ]
    const run = await imported(`Recipient,Bounce Type,Diagnostic,Date\n${rows.join('\n')}\n`)
    expect(run).toMatchObject({
      kind: 'bounce_import',
      state: 'succeeded',
      title: 'Bounces of bounces.csv',
      counts: { received: 3, hard: 1, soft: 1, repeated: 1, rejected: 3, leads: 1, refunded: 1 },
    })
    expect(run.done).toBe(run.total)
    expect((await list()).map(({ email, kind, bounced_at }) => [email, kind, bounced_at])).toEqual([
      ['bob@file.example', 'soft', `${day(2)}T00:00:00.000Z`],
      ['ann@file.example', 'hard', `${day(1)}T10:00:00.000Z`],
    ])
    await expectSettledBooks(db(), user.accountId)
  })

  it('with the day only counts the whole day on which the address was called valid', async () => {
    await bought(['ann@day.example'], 0)
    const today = new Date().toISOString().slice(0, 10)
    expect((await imported(`email,date\nann@day.example,${today}\n`)).counts).toMatchObject({
      hard: 1,
      refunded: 1,
    })
  })

  it('may be a plain list, and may have its columns named', async () => {
    expect((await imported('ann@bare.example\nbob@bare.example\n')).counts).toMatchObject({
      received: 2,
      hard: 2,
    })
    const named = await imported('email,who,class\nx@named.example,ann@named.example,4.2.2\n', {
      email: 'who',
      kind: 'class',
    })
    expect(named.counts).toMatchObject({ received: 1, soft: 1 })
    expect((await list())[0]?.email).toBe('ann@named.example')
  })

  it('without addresses, or without a named column, is refused', async () => {
    expect((await start('name\nAnn\n')).error.fields).toHaveProperty(['columns.email'])
    const answer = await start('email\nann@a.example\n', { kind: 'type' })
    expect(answer.error.fields['columns.kind']).toContain('Its columns are email')
  })

  it('marks only mailboxes that do not exist, also where a column has the status', async () => {
    const rows = [
      'gone@acorn.example,550 5.1.1 The email account that you tried to reach does not exist,5.1.1',
      'ann@acorn.example,550-5.7.1 this message is likely unsolicited mail,5.7.1',
      'bo@birch.example,554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using a block list,5.7.1',
      'cy@cedar.example,550 5.7.26 This message does not pass authentication checks,5.7.26',
      'di@dorn.example,552 5.2.2 Mailbox full,5.2.2',
    ]
    const run = await imported(`email,reason,status\n${rows.join('\n')}\n`)
    expect(run.counts).toMatchObject({ received: 5, hard: 1, soft: 4, rejected: 0 })
    const typed = await imported('email,type,status,reason\ned@elm.example,bounce,5.7.1,listed\n')
    expect(typed.counts).toMatchObject({ hard: 0, soft: 1 })
    expect(await report([{ email: 'flo@fir.example', reason: '552 5.2.2 full' }])).toMatchObject({ soft: 1 })
  })

  it('imported again changes nothing', async () => {
    await bought(['p7@again.example'], 5)
    const rows = Array.from(
      { length: 1200 },
      (_, index) => `p${index}@again.example,2026-01-${10 + (index % 10)} 10:00`,
    )
    rows[7] = `p7@again.example,${daysAgo(1).toISOString()}`
    const content = `email,date\n${rows.join('\n')}\n`
    expect((await imported(content)).counts).toMatchObject({ received: 1200, hard: 1200, refunded: 1 })
    expect((await imported(content)).counts).toMatchObject({
      received: 1200,
      hard: 0,
      repeated: 1200,
      refunded: 0,
    })
    await expectSettledBooks(db(), user.accountId)
  })

  it('continues after its last batch when a worker died', async () => {
    const rows = Array.from({ length: 1100 }, (_, index) => `p${index}@dead.example`)
    const answer = await start(`email\n${rows.join('\n')}\n`)
    const id = answer.body.data.id
    await sql`create function stop_here() returns trigger as $$ begin
      if new.address = 'p700@dead.example' then raise exception 'the worker dies here'; end if; return new; end $$ language plpgsql`.execute(
      db(),
    )
    await sql`create trigger stop_here before insert on bounce for each row execute function stop_here()`.execute(
      db(),
    )
    const dying = work(id)
    await expect
      .poll(
        async () =>
          (await sql<{ failures: number }>`select failures from run where id = ${id}`.execute(db())).rows[0]
            ?.failures,
      )
      .toBeGreaterThan(0)
    expect((await show(id)).counts).toMatchObject({ received: 500 })
    await sql`drop trigger stop_here on bounce`.execute(db())
    await dying
    expect(await show(id)).toMatchObject({
      state: 'succeeded',
      counts: { received: 1100, hard: 1100, repeated: 0 },
    })
    const { rows: stored } = await sql`select from bounce where account_id = ${user.accountId}`.execute(db())
    expect(stored).toHaveLength(1100)
  })
})
