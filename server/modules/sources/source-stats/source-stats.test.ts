import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportBounces } from '#contract/prospecting/bounces.ts'
import { runSources, sourceStats } from '#contract/sources/source-stats.ts'
import { createRun } from '#server/modules/activity/runs/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { buyAddresses } from '#server/testing/paid-addresses.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { averageAttempts, findSourcesOfAddresses } from './source-stats.ts'
import { type Attempt, recordAttempts, recordFound } from './source-stats-store.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], emailVerifier: createFakeVerifier(() => 'mailbox_accepted') })
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const attempt = (itemKey: string, overrides: Partial<Attempt> = {}): Attempt => ({
  itemKey,
  source: 'website',
  kind: 'website',
  hit: false,
  addresses: 0,
  credits: 0,
  tookMs: 1000,
  ...overrides,
})
const record = (items: Attempt[]) =>
  transaction(t.app.database.db, () => recordAttempts(t.app.database.db, user.accountId, 1, items))
const found = (addresses: string[], source = 'website') =>
  transaction(t.app.database.db, () =>
    recordFound(
      t.app.database.db,
      user.accountId,
      1,
      addresses.map((address) => ({ address, source, kind: 'website' as const, state: 'valid' })),
    ),
  )
const show = async (days = 90, as = user) => (await t.call(sourceStats, { query: { days } }, as)).body

describe('the value of sources', () => {
  it('is counted from their requests and the fate of their addresses', async () => {
    const addresses = ['ann@w.example', 'Bob@w.example', 'cy@w.example']
    await buyAddresses(
      t,
      user,
      addresses.map((address) => address.toLowerCase()),
      'valid',
    )
    await record([
      attempt('w.example', { hit: true, addresses: 3, credits: 3, tookMs: 3000 }),
      attempt('empty.example'),
      attempt('w.example', { kind: 'inferred', hit: true, addresses: 1 }),
    ])
    // Written again by a run that continues after a crash, it counts once.
    await record([attempt('w.example', { hit: true, addresses: 3, credits: 3 })])
    await found(addresses)
    await sql`insert into email_verification (account_id, address, state, reason, valid_at)
      values (${user.accountId}, 'ann@w.example', 'valid', 'mailbox_accepted', now() - interval '1 day')`.execute(
      t.app.database.db,
    )
    await t.call(
      reportBounces,
      { body: { bounces: [{ email: 'ann@w.example' }, { email: 'cy@w.example', kind: 'soft' }] } },
      user,
    )

    const { data, by_week } = await show()
    expect(data).toEqual([
      {
        source: 'website',
        label: "The company's own website",
        kind: 'website',
        attempts: 2,
        hits: 1,
        hit_rate: 0.5,
        addresses: 3,
        by_state: { valid: 2, invalid: 1 },
        bounced: 1,
        credits: 3,
        refunded: 1,
        seconds: 2,
      },
      {
        source: 'website',
        label: "The company's own website: inferred addresses",
        kind: 'inferred',
        attempts: 1,
        hits: 1,
        hit_rate: 1,
        addresses: 0,
        by_state: {},
        bounced: 0,
        credits: 0,
        refunded: 0,
        seconds: 1,
      },
    ])
    expect(by_week).toEqual([
      {
        week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        source: 'website',
        kind: 'inferred',
        addresses: 0,
        bounced: 0,
        hits: 1,
        hit_rate: 1,
        attempts: 1,
      },
      {
        week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        source: 'website',
        kind: 'website',
        addresses: 3,
        bounced: 1,
        hits: 1,
        hit_rate: 0.5,
        attempts: 2,
      },
    ])
    expect(new Date(by_week[0]?.week ?? '').getUTCDay()).toBe(1)
  })

  it('belongs to one account and the requested period', async () => {
    await record([attempt('a.example')])
    await found(['a@a.example'])
    expect(await show(90, await t.account())).toEqual({ data: [], by_week: [] })
    await sql`update source_attempt set created_at = now() - interval '8 days'`.execute(t.app.database.db)
    await sql`update found_email set created_at = now() - interval '8 days'`.execute(t.app.database.db)
    expect((await show(7)).data).toEqual([])
    expect((await show(9)).data).toHaveLength(1)
  })
})

describe('what each source contributed to a run', () => {
  const makeRun = async (kind: 'search' | 'find_emails', source: string, delivered = 0) =>
    (
      await transaction(t.app.database.db, () =>
        createRun(t.app.ctx, {
          accountId: user.accountId,
          createdBy: user.id,
          listId: null,
          kind,
          title: 'x',
          total: 5,
          input: { source },
          counts: { delivered },
        }),
      )
    ).id
  const write = (runId: number, items: Attempt[]) =>
    transaction(t.app.database.db, () => recordAttempts(t.app.database.db, user.accountId, runId, items))
  const sourcesOf = async (ids: number[], as = user) =>
    (await t.call(runSources, { query: { run_ids: ids.join(',') } }, as)).body.data

  it('is counted by the run for a search, and recorded for emails', async () => {
    const corpus = await makeRun('search', 'corpus', 12)
    const websites = await makeRun('search', 'website', 3)
    await write(websites, [attempt('a.example', { hit: true, addresses: 3 }), attempt('b.example')])
    const emails = await makeRun('find_emails', 'unused')
    await write(emails, [
      attempt('a.example', { hit: true, addresses: 2 }),
      attempt('b.example'),
      attempt('a.example', { kind: 'inferred', hit: true, addresses: 1 }),
    ])
    const nothing = { requests: null, hits: null }
    const website = { source: 'website', label: "The company's own website" }
    expect(await sourcesOf([corpus, websites, emails])).toEqual([
      { run_id: corpus, source: 'corpus', label: 'Business data', kind: 'leads', delivered: 12, ...nothing },
      { run_id: websites, ...website, kind: 'leads', delivered: 3, requests: 2, hits: 1 },
      { run_id: emails, ...website, kind: 'emails', delivered: 2, requests: 2, hits: 1 },
      { run_id: emails, ...website, kind: 'inferred', delivered: 1, requests: 1, hits: 1 },
    ])
    expect(await sourcesOf([corpus, emails], await t.account())).toEqual([])
    for (const run_ids of ['', 'x', '1,', Array(101).fill(1).join(',')])
      expect((await t.call(runSources, { query: { run_ids } }, user)).status).toBe(422)
  })
})

describe('the source of an address', () => {
  it('is the one that delivered it first', async () => {
    await found(['ann@f.example'])
    await found(['ANN@f.example', 'bob@f.example'], 'corpus')
    const sources = await findSourcesOfAddresses(t.app.ctx, user.accountId, [
      'Ann@f.example',
      'bob@f.example',
      'cy@f.example',
    ])
    expect([...sources].map(([address, { source }]) => [address, source]).toSorted()).toEqual([
      ['ann@f.example', 'website'],
      ['bob@f.example', 'corpus'],
    ])
  })
})

describe('averages', () => {
  it('are shown from twenty attempts on', async () => {
    const items = Array.from({ length: 20 }, (_, index) =>
      attempt(`${index}.example`, index < 5 ? { hit: true, addresses: 4 } : {}),
    )
    await record(items.slice(0, 19))
    expect(await averageAttempts(t.app.ctx, user.accountId, 'website')).toBeNull()
    await record(items)
    expect(await averageAttempts(t.app.ctx, user.accountId, 'website')).toEqual({
      attempts: 20,
      hitRate: 0.25,
      addressesPerAttempt: 1,
    })
    expect(await averageAttempts(t.app.ctx, user.accountId, 'corpus')).toBeNull()
  })
})
