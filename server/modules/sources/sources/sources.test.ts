import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { createList } from '#contract/leads/lists.ts'
import { countSearch, createQuote } from '#contract/prospecting/searches.ts'
import { defineSource } from '#contract/sources/source-kinds/define.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import {
  type LeadSource,
  ProviderError,
  type ProviderErrorCode,
} from '#server/providers/lead-sources/index.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { TEST_SECRET_KEY, type TestApp, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { findNearestCredential, removeCredential, storeCredential } from './credentials.ts'
import { createSourceContext } from './source-context.ts'
import { readSourceStatuses } from './source-status-reads.ts'

/** What the source does next instead of answering. */
let fault: ProviderErrorCode | null = null
const fake = createFakeSource({
  find: keyList,
  before(search, offset) {
    if (fault && offset === Number(search.category ?? 0)) throw new ProviderError(source.declaration, fault)
  },
})
/** Stands for the corpus, answers keywords only, and fails when it is reported to. */
const source: LeadSource = {
  ...fake,
  declaration: { ...fake.declaration, label: 'Made-up source', answers: { local: ['keywords'] } },
  async quote(...question) {
    if (fault) throw new ProviderError(source.declaration, fault)
    return fake.quote(...question)
  },
}

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [source] })
})
afterAll(() => t.close())

const keyed = defineSource({
  id: 'keyed',
  label: 'Keyed source',
  answers: { people: [] },
  credential: [
    { name: 'key', label: 'API key', kind: 'secret' },
    { name: 'region', label: 'Region', kind: 'text', optional: true },
  ],
  perMinute: 6000,
  terms: { text: 'For tests', url: null },
})
const keyedSource: LeadSource = {
  declaration: keyed,
  quote: async () => ({ matched: 0, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }),
}
const contextOf = (app: TestApp, secretKey = TEST_SECRET_KEY) =>
  testContext({ db: app.app.database.db, secretBox: createSecretBox(secretKey), sources: [keyedSource] })
const signal = new AbortController().signal

describe('an unsupported filter of a source', () => {
  it('is reported in count and quote, never silently ignored', async () => {
    const user = await t.account()
    const search = { keywords: '0..3', has: ['phone'], category: 'brewery' }
    const count = await t.call(countSearch, { body: { type: 'local', search } }, user)
    expect(count.body.data.not_applied).toEqual(['Category', 'Must have'])
    const quote = await t.call(createQuote, { body: { type: 'local', search } }, user)
    expect(quote.body.data.not_applied).toEqual(count.body.data.not_applied)
    const plain = { keywords: '0..3' }
    const clean = await t.call(countSearch, { body: { type: 'local', search: plain } }, user)
    expect(clean.body.data.not_applied).toEqual([])
  })
})

describe('a failing source', () => {
  it.each<[ProviderErrorCode, boolean]>([
    ['unauthorized', false],
    ['quota_exhausted', false],
    ['blocked_by_law', false],
    ['unavailable', true],
  ])('says %s in our words, before anything is spent', async (code, retryable) => {
    const user = await t.account({ credits: 10 })
    fault = code
    const answer = await t.call(createQuote, { body: { type: 'local', search: { keywords: '0..3' } } }, user)
    fault = null
    expect([answer.status, answer.error.code]).toEqual([502, 'source_failed'])
    expect(answer.error.details).toEqual({ source: 'corpus', code, retryable })
    expect(answer.error.message).toContain('Made-up source')
  })

  it('ends the run with the reason; delivered leads stay and are paid, the rest is released', async () => {
    const user = await t.account({ credits: 100 })
    const search = { keywords: '0..30', category: '10' }
    const started = await t.call(createList, { body: { name: 'Broken', type: 'local', search } }, user)
    fault = 'quota_exhausted'
    await expect
      .poll(
        async () => {
          const params = { id: started.body.data.run.id }
          return (await t.call(showRun, { params }, user)).body.data
        },
        { timeout: PATIENCE_MS },
      )
      .toMatchObject({ state: 'failed', error: { code: 'source_failed' }, cost: 10, reserved: 0 })
    fault = null
  })
})

describe('credentials of a source', () => {
  it('are stored sealed, and the nearest one up the tree is used', async () => {
    const ctx = contextOf(t)
    const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: reseller })
    const platform = await t.admin()
    const nearest = async () => {
      const found = await findNearestCredential(ctx, customer.accountId, keyed.id)
      return found && [found.level, found.open().key]
    }
    const store = (owner: { accountId: number; id: number }, key: string) =>
      storeCredential(ctx, { accountId: owner.accountId, userId: owner.id }, keyed, { key })
    expect(await nearest()).toBeNull()
    await store(platform, 'platform-key')
    expect(await nearest()).toEqual(['platform', 'platform-key'])
    await store(reseller, 'reseller-key')
    expect(await nearest()).toEqual(['reseller', 'reseller-key'])
    await store(customer, 'own-key')
    await store(customer, 'own-key-2')
    expect(await nearest()).toEqual(['account', 'own-key-2'])
    const { rows } = await sql<{ text: string }>`select string_agg(x::text, ' ') as text
      from source_credential x`.execute(t.app.database.db)
    expect(rows[0]?.text).not.toMatch(/platform-key|reseller-key|own-key/)
    expect(await removeCredential(ctx, customer.accountId, keyed.id)).toBeDefined()
    expect(await removeCredential(ctx, customer.accountId, keyed.id)).toBeUndefined()
    expect(await nearest()).toEqual(['reseller', 'reseller-key'])
    await removeCredential(ctx, platform.accountId, keyed.id)
  })

  it('cannot be opened for another account, or with another secret key', async () => {
    const [one, two] = [await t.account(), await t.account()]
    const ctx = contextOf(t)
    await storeCredential(ctx, { accountId: one.accountId, userId: null }, keyed, { key: 'mine' })
    await sql`insert into source_credential (account_id, source_id, sealed)
      select ${two.accountId}, source_id, sealed from source_credential where account_id = ${one.accountId}`.execute(
      t.app.database.db,
    )
    const stolen = await findNearestCredential(ctx, two.accountId, keyed.id)
    expect(() => stolen?.open()).toThrow('cannot be read')
    const other = await findNearestCredential(contextOf(t, 'another secret key'), one.accountId, keyed.id)
    expect(() => other?.open()).toThrow('cannot be read')
  })

  it('are entered in their own form', async () => {
    const ctx = contextOf(t)
    const { accountId } = await t.account()
    const store = (values: Record<string, string>) =>
      storeCredential(ctx, { accountId, userId: null }, keyed, values)
    await expect(store({ key: ' ' })).rejects.toMatchObject({ fields: { key: 'Enter api key' } })
    await expect(store({ key: 'x'.repeat(2001) })).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(createSourceContext(ctx, accountId, keyedSource, { signal })).rejects.toMatchObject({
      code: 'invalid_config',
    })
    await store({ key: 'k', region: 'eu', other: 'left out' })
    const { credential } = await createSourceContext(ctx, accountId, keyedSource, { signal })
    expect(credential?.open()).toEqual({ key: 'k', region: 'eu' })
  })
})

it('keeps one plan for reading the states of sources, however many they are', async () => {
  const { accountId } = await t.account()
  const { db, close } = openDatabase(t.databaseUrl, { log: silentLog(), max: 1 })
  for (let time = 0; time < 12; time += 1)
    await readSourceStatuses(
      db,
      accountId,
      time % 2 === 0 ? ['corpus'] : ['corpus', 'osm', 'keyed'],
      new Date(),
    )
  const { rows } = await sql<{ kept: number }>`
    select generic_plans as kept from pg_prepared_statements where statement like '%source_credential%'`.execute(
    db,
  )
  expect(rows).toEqual([{ kept: 7 }])
  await close()
})

describe('the pace of a credential', () => {
  it("is shared by all processes, and a vendor's pause applies to everyone", async () => {
    const { accountId } = await t.account()
    const other = await testApp({ roles: ['web'], databaseUrl: t.databaseUrl })
    await storeCredential(contextOf(t), { accountId, userId: null }, keyed, { key: 'shared' })
    const contexts = await Promise.all(
      [t, other].map((app) => createSourceContext(contextOf(app), accountId, keyedSource, { signal })),
    )
    const [one, two] = contexts as [(typeof contexts)[0], (typeof contexts)[0]]
    await Promise.all([one.pace(), two.pace(), one.pace(), two.pace()])
    const next = async () => {
      const { rows } = await sql<{
        ahead: number
      }>`select extract(epoch from next_at - clock_timestamp())::float8
        as ahead from pace where key = ${`source:keyed:${one.credential?.id}`}`.execute(t.app.database.db)
      return rows[0]?.ahead as number
    }
    await two.pauseFor(3600)
    expect(await next()).toBeGreaterThan(3500)
    await one.pauseFor(1)
    expect(await next()).toBeGreaterThan(3500)
    const gaveUp = AbortSignal.abort(new Error('stopped'))
    const stopped = await createSourceContext(contextOf(t), accountId, keyedSource, { signal: gaveUp })
    await expect(stopped.pace()).rejects.toThrow('stopped')
    await other.close()
  })
})
