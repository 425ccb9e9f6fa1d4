import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import {
  showVerification,
  verificationStatus,
  verifications,
  verifyEmail,
} from '#contract/prospecting/email-verification.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import type { Reason } from '#server/providers/email-verifiers/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { buyAddresses } from '#server/testing/paid-addresses.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkAddress } from './check-address.ts'
import { removeOldVerificationEvidence } from './remove-old-evidence.ts'
import { retryDueAddresses } from './retry-due.ts'
import { markBounced } from './verifications.ts'

/** What the mail servers say, by address; any other mailbox exists. */
const results = new Map<string, Reason | (() => Promise<Reason>)>()
const verifier = createFakeVerifier((address) => {
  const output = results.get(address) ?? 'mailbox_accepted'
  return typeof output === 'string' ? output : output()
})

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], emailVerifier: verifier })
})
afterAll(() => t.close())
afterEach(() => {
  results.clear()
  verifier.requested.length = 0
})

const db = () => t.app.database.db
const check = (user: TestUser, address: string) =>
  checkAddress(t.app.ctx, user.accountId, address, new AbortController().signal)
const show = async (user: TestUser, email: string) =>
  (await t.call(showVerification, { params: { email } }, user)).body.data
/** Lets time pass for one address. */
const later = (user: TestUser, address: string, interval: string) =>
  sql`update email_verification set checked_at = checked_at - ${interval}::interval, next_try_at = next_try_at - ${interval}::interval,
    valid_at = valid_at - ${interval}::interval where account_id = ${user.accountId} and address = ${address}`.execute(
    db(),
  )
const retry = () => retryDueAddresses(t.app.ctx)
const leadsOf = async (user: TestUser, id: number, type: 'local' | 'single' = 'local') =>
  (await t.call(leads, { params: { type, id }, body: {} }, user)).body.data.map((lead) => lead.email_state)

describe('one address', () => {
  it('is checked, stored with its evidence, and returned again within the hour', async () => {
    const user = await t.account()
    const first = await t.call(verifyEmail, { body: { email: ' Info@One.example' } }, user)
    expect(first.body.data).toMatchObject({
      email: 'info@one.example',
      state: 'valid',
      reason: 'mailbox_accepted',
      reason_text: 'The mail server accepts this address',
      flags: { role: true, free: false, disposable: false },
      transcript: [{ dir: '<', line: '250 mailbox_accepted', at_ms: 1 }],
      tries: 1,
      next_try_at: null,
    })
    const second = await t.call(verifyEmail, { body: { email: 'info@one.example' } }, user)
    expect(second.body.data).toEqual(first.body.data)
    expect(first.body.data.origin).toBe('user')
    expect(await show(user, 'INFO@one.example')).toEqual(first.body.data)
    expect(verifier.requested).toEqual(['info@one.example'])
    await t.call(verifyEmail, { body: { email: 'info@one.example', fresh: true } }, user)
    await later(user, 'info@one.example', '61 minutes')
    await t.call(verifyEmail, { body: { email: 'info@one.example' } }, user)
    expect(verifier.requested).toHaveLength(3)
  })

  it('that is malformed is answered without requests or storage', async () => {
    const user = await t.account()
    const answer = await t.call(verifyEmail, { body: { email: 'nobody' } }, user)
    expect(answer.body.data).toMatchObject({
      state: 'invalid',
      reason: 'syntax',
      reason_text: 'This isn’t an email address',
    })
    expect(verifier.requested).toEqual([])
    expect((await t.call(verifications, {}, user)).body.total).toBe(0)
  })

  it('is visible to its account only', async () => {
    const [mine, foreign] = [await t.account(), await t.account()]
    await t.call(verifyEmail, { body: { email: 'ann@two.example' } }, foreign)
    expect((await t.call(showVerification, { params: { email: 'ann@two.example' } }, mine)).status).toBe(404)
    expect((await t.call(verifications, {}, mine)).body.total).toBe(0)
  })

  it('updates every lead of the account that has it, and no other', async () => {
    const [mine, foreign] = [await t.account(), await t.account()]
    const seeds = {
      leads: [{ values: { email: 'Ann@Three.example' } }, { values: { email: 'bob@three.example' } }],
    }
    const [list, other] = [await seedList(t, mine, seeds), await seedList(t, foreign, seeds)]
    results.set('ann@three.example', 'mailbox_unknown')
    await t.call(verifyEmail, { body: { email: 'ann@three.example' } }, mine)
    expect(await leadsOf(mine, list.id)).toEqual(['invalid', null])
    expect(await leadsOf(foreign, other.id)).toEqual([null, null])
  })
})

describe('the list of checked addresses', () => {
  it('is newest first, filtered by state and text', async () => {
    const user = await t.account()
    results.set('b_b@four.example', 'mailbox_unknown')
    for (const email of ['a@four.example', 'b_b@four.example', 'cxb@four.example'])
      await t.call(verifyEmail, { body: { email } }, user)
    const emails = async (query: object) =>
      (await t.call(verifications, { query }, user)).body.data.map((row) => row.email)
    expect(await emails({})).toEqual(['cxb@four.example', 'b_b@four.example', 'a@four.example'])
    expect(await emails({ state: 'invalid' })).toEqual(['b_b@four.example'])
    expect(await emails({ search: 'B_B' })).toEqual(['b_b@four.example'])
    expect(await emails({ limit: 1, page: 2 })).toEqual(['b_b@four.example'])
  })
})

describe('the requester of a check', () => {
  const byOrigin = async (user: TestUser, origin?: 'user' | 'search') => {
    const { data, total, by_origin } = (
      await t.call(verifications, { query: origin ? { origin } : {} }, user)
    ).body
    return { emails: data.map(({ email }) => email).toSorted(), total, by_origin }
  }

  it('is stored: a person, or a search that found the address', async () => {
    const user = await t.account()
    await t.call(verifyEmail, { body: { email: 'mine@who.example' } }, user)
    await check(user, 'theirs@who.example')
    await check(user, 'both@who.example')
    await t.call(verifyEmail, { body: { email: 'both@who.example' } }, user)
    // Personal requests stay private.
    await later(user, 'mine@who.example', '8 days')
    await check(user, 'mine@who.example')
    expect(verifier.requested).toHaveLength(4)
    const counts = { user: 2, search: 1 }
    expect(await byOrigin(user)).toEqual({
      emails: ['both@who.example', 'mine@who.example', 'theirs@who.example'],
      total: 3,
      by_origin: counts,
    })
    expect(await byOrigin(user, 'user')).toEqual({
      emails: ['both@who.example', 'mine@who.example'],
      total: 2,
      by_origin: counts,
    })
    expect(await byOrigin(user, 'search')).toEqual({
      emails: ['theirs@who.example'],
      total: 1,
      by_origin: counts,
    })
    expect((await byOrigin(await t.account())).by_origin).toEqual({ user: 0, search: 0 })
  })

  it('is not changed by a scheduled retry, and not invented when unknown', async () => {
    const user = await t.account()
    results.set('slow@who.example', 'greylisted')
    await check(user, 'slow@who.example')
    await later(user, 'slow@who.example', '20 minutes')
    results.clear()
    await retry()
    expect(await show(user, 'slow@who.example')).toMatchObject({ state: 'valid', origin: 'search' })
    await sql`update email_verification set origin = null where account_id = ${user.accountId}`.execute(db())
    expect((await byOrigin(user)).by_origin).toEqual({ user: 0, search: 0 })
    expect((await byOrigin(user)).total).toBe(1)
    expect((await show(user, 'slow@who.example')).origin).toBeNull()
  })
})

describe('the check of a search or an enrichment', () => {
  it('reuses a final result for seven days and checks the rest', async () => {
    const user = await t.account()
    results.set('dim@five.example', 'greeting_refused')
    for (const address of ['sure@five.example', 'dim@five.example']) await check(user, address)
    await later(user, 'sure@five.example', '6 days 23 hours')
    expect(await check(user, 'Sure@five.example')).toEqual({ state: 'valid', reason: 'mailbox_accepted' })
    expect(await check(user, 'dim@five.example')).toEqual({ state: 'unknown', reason: 'greeting_refused' })
    expect(verifier.requested).toEqual(['sure@five.example', 'dim@five.example', 'dim@five.example'])
    await later(user, 'sure@five.example', '2 hours')
    await check(user, 'sure@five.example')
    expect(verifier.requested).toHaveLength(4)
    expect(await check(user, 'none')).toEqual({ state: 'invalid', reason: 'syntax' })
  })

  it('stores one row for many concurrent requests', async () => {
    const user = await t.account()
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(user, 'crowd@six.example')))
    expect(new Set(answers.map((answer) => answer.state))).toEqual(new Set(['valid']))
    expect((await t.call(verifications, {}, user)).body.total).toBe(1)
  })

  it('never replaces a bounce with a pending result', async () => {
    const user = await t.account()
    const requested = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Reason>()
    results.set('late@seven.example', () => {
      requested.resolve()
      return answer.promise
    })
    const checking = check(user, 'late@seven.example')
    await requested.promise
    await markBounced(t.app.ctx, user.accountId, [
      { address: 'late@seven.example', bouncedAt: new Date('2026-01-02T03:04:05Z') },
    ])
    answer.resolve('mailbox_accepted')
    expect(await checking).toEqual({ state: 'invalid', reason: 'bounced' })
    expect(await show(user, 'late@seven.example')).toMatchObject({
      state: 'invalid',
      reason: 'bounced',
      bounced_at: '2026-01-02T03:04:05.000Z',
    })
    await t.call(verifyEmail, { body: { email: 'late@seven.example', fresh: true } }, user)
    expect(verifier.requested).toEqual(['late@seven.example'])
  })

  it('ends when stopped, even if the mail server never answers', async () => {
    const user = await t.account()
    results.set('mute@eight.example', () => new Promise(() => {}))
    const stop = new AbortController()
    const checking = checkAddress(t.app.ctx, user.accountId, 'mute@eight.example', stop.signal)
    const reason = new Error('stop')
    setImmediate(() => stop.abort(reason))
    await expect(checking).rejects.toBe(reason)
  })
})

describe('a temporary result', () => {
  const minutesUntilNext = async (user: TestUser, address: string) => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_try_at - checked_at) / 60) as minutes from email_verification
      where account_id = ${user.accountId} and address = ${address}`.execute(db())
    return rows[0]?.minutes
  }

  it('is checked again when due, and then applies to every lead', async () => {
    const user = await t.account()
    const list = await seedList(t, user, { leads: [{ values: { email: 'grey@nine.example' } }] })
    results.set('grey@nine.example', 'greylisted')
    await check(user, 'grey@nine.example')
    expect(await leadsOf(user, list.id)).toEqual(['greylisted'])
    expect(await minutesUntilNext(user, 'grey@nine.example')).toBe(15)
    await retry()
    expect(verifier.requested).toHaveLength(1)
    results.delete('grey@nine.example')
    await later(user, 'grey@nine.example', '15 minutes')
    await retry()
    expect(await show(user, 'grey@nine.example')).toMatchObject({
      state: 'valid',
      tries: 2,
      next_try_at: null,
    })
    expect(await leadsOf(user, list.id)).toEqual(['valid'])
    await retry()
    expect(verifier.requested).toHaveLength(2)
  })

  it('becomes unknown after four inconclusive tries over hours', async () => {
    const user = await t.account()
    const list = await seedList(t, user, { leads: [{ values: { email: 'grey@ten.example' } }] })
    results.set('grey@ten.example', 'greylisted')
    await check(user, 'grey@ten.example')
    const pauses: unknown[] = [await minutesUntilNext(user, 'grey@ten.example')]
    for (const pause of ['15 minutes', '1 hour', '4 hours']) {
      await later(user, 'grey@ten.example', pause)
      await retry()
      pauses.push(await minutesUntilNext(user, 'grey@ten.example'))
    }
    expect(pauses).toEqual([15, 60, 240, null])
    expect(await show(user, 'grey@ten.example')).toMatchObject({
      state: 'unknown',
      reason: 'gave_up',
      tries: 4,
      next_try_at: null,
    })
    expect(await leadsOf(user, list.id)).toEqual(['unknown'])
    await later(user, 'grey@ten.example', '1 day')
    await retry()
    expect(verifier.requested).toHaveLength(4)
  })

  it('keeps its schedule when people request it in between', async () => {
    const user = await t.account()
    results.set('grey@eleven.example', 'greylisted')
    await check(user, 'grey@eleven.example')
    const before = await show(user, 'grey@eleven.example')
    for (let times = 0; times < 5; times += 1)
      await t.call(verifyEmail, { body: { email: 'grey@eleven.example', fresh: true } }, user)
    expect(await show(user, 'grey@eleven.example')).toMatchObject({
      tries: 1,
      next_try_at: before.next_try_at,
    })
  })

  it('is taken by one worker only, and is due again when that one died', async () => {
    const user = await t.account()
    results.set('grey@twelve.example', 'greylisted')
    await check(user, 'grey@twelve.example')
    await later(user, 'grey@twelve.example', '15 minutes')
    // A killed worker leaves only its claim.
    const died = Promise.withResolvers<Reason>()
    results.set('grey@twelve.example', () => died.promise)
    const dying = retry()
    await expect.poll(() => verifier.requested).toHaveLength(2)
    await Promise.all([retry(), retry()])
    expect(verifier.requested).toHaveLength(2)
    results.delete('grey@twelve.example')
    await later(user, 'grey@twelve.example', '15 minutes')
    await Promise.all([retry(), retry(), retry()])
    expect(verifier.requested).toHaveLength(3)
    expect(await show(user, 'grey@twelve.example')).toMatchObject({ state: 'valid', tries: 2 })
    died.resolve('greylisted')
    await dying
    // The slow result arrives too late to count.
    expect(await show(user, 'grey@twelve.example')).toMatchObject({ state: 'valid', tries: 2 })
  })

  it('survives a verifier fault, without blocking the others', async () => {
    const user = await t.account()
    for (const address of ['bad@x.example', 'good@x.example']) {
      results.set(address, 'greylisted')
      await check(user, address)
      await later(user, address, '15 minutes')
    }
    results.set('bad@x.example', () => Promise.reject(new Error('broken')))
    results.delete('good@x.example')
    await retry()
    expect(await show(user, 'good@x.example')).toMatchObject({ state: 'valid' })
    expect(await show(user, 'bad@x.example')).toMatchObject({ state: 'greylisted', tries: 1 })
  })

  it('that turns into "no such mailbox" refunds what was paid for the address, once', async () => {
    const user = await t.account({ credits: 10 })
    results.set('paid@y.example', 'greylisted')
    results.set('kept@y.example', 'greylisted')
    await check(user, 'paid@y.example')
    await check(user, 'kept@y.example')
    const list = await buyAddresses(t, user, ['paid@y.example', 'kept@y.example'], 'greylisted')
    results.set('paid@y.example', 'mailbox_unknown')
    results.delete('kept@y.example')
    for (const address of ['paid@y.example', 'kept@y.example']) await later(user, address, '15 minutes')
    await Promise.all([retry(), retry()])
    expect(await leadsOf(user, list, 'single')).toEqual(['invalid', 'valid'])
    expect(
      await findSpendable(t.app.ctx, { accountId: user.accountId, userId: user.id, timeZone: 'UTC' }),
    ).toBe(9)
    await t.call(verifyEmail, { body: { email: 'paid@y.example', fresh: true } }, user)
    expect(
      await findSpendable(t.app.ctx, { accountId: user.accountId, userId: user.id, timeZone: 'UTC' }),
    ).toBe(9)
    await expectSettledBooks(db(), user.accountId)
  })

  it('that was final before refunds nothing', async () => {
    const user = await t.account({ credits: 10 })
    await check(user, 'moved@y.example')
    await buyAddresses(t, user, ['moved@y.example'], 'valid')
    results.set('moved@y.example', 'mailbox_unknown')
    await t.call(verifyEmail, { body: { email: 'moved@y.example', fresh: true } }, user)
    expect(await show(user, 'moved@y.example')).toMatchObject({ state: 'invalid' })
    expect(
      await findSpendable(t.app.ctx, { accountId: user.accountId, userId: user.id, timeZone: 'UTC' }),
    ).toBe(9)
  })
})

it('deletes evidence after 400 days, but no bounce', async () => {
  const user = await t.account()
  for (const address of ['old@keep.example', 'older@keep.example', 'gone@keep.example'])
    await check(user, address)
  await markBounced(t.app.ctx, user.accountId, [{ address: 'gone@keep.example', bouncedAt: new Date() }])
  await later(user, 'old@keep.example', '399 days')
  for (const address of ['older@keep.example', 'gone@keep.example']) await later(user, address, '401 days')
  await removeOldVerificationEvidence(db())
  const left = (await t.call(verifications, {}, user)).body.data.map((row) => row.email)
  expect(left.toSorted()).toEqual(['gone@keep.example', 'old@keep.example'])
})

it('shows whether mail servers can be contacted', async () => {
  const { data } = (await t.call(verificationStatus, {}, await t.account())).body
  expect(data).toMatchObject({ smtp: 'on', message: expect.stringContaining('Mailbox checks work') })
})
