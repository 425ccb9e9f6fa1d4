import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteSourceKey,
  leadSources,
  limitSourceKey,
  saveSourceKey,
  testSourceKey,
} from '#contract/sources/lead-sources.ts'
import { createPlanOfAccount, subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createKeyedSource, GOOD_KEY } from '#server/testing/keyed-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findUnitPrice } from './source-context.ts'

const vendor = createKeyedSource()
const params = { id: 'keyed' }
/** Every line that the program logs. */
const logged: string[] = []
let t: TestApp
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  t = await testApp({ roles: ['web'], sources: [vendor.source], log })
})
afterAll(() => t.close())
beforeEach(() => {
  vendor.fault = null
})

const shown = async (as: TestUser) =>
  (await t.call(leadSources, {}, as)).body.data.find(({ id }) => id === 'keyed')
const save = (as: TestUser, key: string, more: object = {}) =>
  t.call(saveSourceKey, { params, body: { values: { key }, ...more } }, as)
/** Every row of every table as text. */
async function everythingStored(): Promise<string> {
  const { db } = t.app.database
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await sql<{ text: string | null }>`select string_agg(x::text, ' ') as text
        from ${sql.table(name)} x`.execute(db)
      return found.rows[0]?.text ?? ''
    }),
  )
  return texts.join('\n')
}

describe('the sources of an account', () => {
  it('show their values, cost and requirements', async () => {
    const user = await t.account()
    const { data } = (await t.call(leadSources, {}, user)).body
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['keyed', 'corpus', 'website', 'sample']))
    expect(data.find(({ id }) => id === 'website')).toMatchObject({
      needs_key: false,
      state: 'ready',
      key_level: 'none',
      prices: [
        { charge_kind: 'domain_email', credits: 1 },
        { charge_kind: 'people_phone', credits: 0 },
        { charge_kind: 'website_check', credits: 0 },
      ],
    })
    expect(await shown(user)).toMatchObject({
      answers: [
        { list_type: 'people', fields: [{ name: 'position', label: 'Position' }, { name: 'company' }] },
      ],
      enriches: ['email'],
      needs_key: true,
      form: [
        { name: 'key', kind: 'secret', optional: false },
        { name: 'region', optional: true },
      ],
      prices: [
        { charge_kind: 'people_contact', credits: 3 },
        { charge_kind: 'domain_email', credits: 1 },
      ],
      free_with_own_key: true,
      vendor_price: '1 credit of Fox Data for each person',
      retention_days: 30,
      key_level: 'none',
      own_key: null,
      state: 'needs_key',
      reason: 'Fox Data needs a key',
    })
  })
})

describe('saving a key', () => {
  it('tests it with the vendor first; a wrong key is refused and the previous one stays', async () => {
    const user = await t.account()
    const wrong = await save(user, 'fox-key-wrong-0000')
    expect([wrong.status, wrong.error.fields]).toEqual([
      422,
      {
        'values.key':
          'Fox Data does not accept this key. Copy the whole key again, or create a new one there',
      },
    ])
    expect((await save(user, ' ')).error.fields).toEqual({ 'values.key': 'Enter api key' })
    const right = await save(user, GOOD_KEY, { daily_limit: 50 })
    expect([right.status, right.body.message]).toEqual([200, 'Fox Data is connected'])
    const own = { hint: 'good', plan: 'Free', left: 25, problem: null, daily_limit: 50, used_today: 0 }
    expect(right.body.data).toMatchObject({ key_level: 'account', state: 'ready', own_key: own })
    expect(right.body.data.prices.map(({ credits }) => credits)).toEqual([0, 0])
    expect((await save(user, 'fox-key-wrong-1111')).status).toBe(422)
    expect((await shown(user))?.own_key).toMatchObject(own)
    await t.call(testSourceKey, { params }, user)
    expect(vendor.keys.at(-1)).toBe(GOOD_KEY)
  })

  it('replaces the old one, keeps the limit, and leaves no key in the clear', async () => {
    const user = await t.account()
    await save(user, 'fox-key-first-good', { daily_limit: 9 })
    const sealed = async () =>
      (
        await t.app.database.db
          .selectFrom('source_credential')
          .select('sealed')
          .where('account_id', '=', user.accountId)
          .executeTakeFirst()
      )?.sealed
    const before = await sealed()
    await Promise.all([save(user, 'fox-key-second-good'), save(user, 'fox-key-third-good')])
    expect((await shown(user))?.own_key?.daily_limit).toBe(9)
    expect(await sealed()).not.toBe(before)
    const stored = await everythingStored()
    expect(stored).not.toMatch(/fox-key/)
    expect(stored).not.toContain(before)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_entry
      where account_id = ${user.accountId} and action = 'source_key.saved'`.execute(t.app.database.db)
    expect(rows[0]?.n).toBe(3)
  })

  it('skips the test only when the vendor is unreachable and the person agrees', async () => {
    const user = await t.account()
    vendor.fault = { code: 'unavailable' }
    const refused = await save(user, GOOD_KEY)
    expect([refused.status, refused.error.code]).toEqual([502, 'source_failed'])
    expect(refused.error.details).toMatchObject({ can_save_untested: true })
    expect((await shown(user))?.own_key).toBeNull()
    const saved = await save(user, GOOD_KEY, { save_untested: true })
    expect(saved.body.data.own_key).toMatchObject({ tested_at: null })
    expect(saved.body.message).toBe('The key for Fox Data is saved')
    vendor.fault = null
    expect((await save(user, 'wrong', { save_untested: true })).status).toBe(422)
  })

  it('accepts a key whose plan is used up', async () => {
    const user = await t.account()
    vendor.fault = { code: 'quota_exhausted' }
    expect((await save(user, GOOD_KEY)).body.data.own_key).toMatchObject({
      left: 0,
      problem: expect.stringContaining('used up'),
    })
  })
})

describe('testing and deleting the stored key', () => {
  it("shows the vendor's answer, and the key stays", async () => {
    const user = await t.account()
    expect((await t.call(testSourceKey, { params }, user)).status).toBe(404)
    await save(user, GOOD_KEY)
    expect((await t.call(testSourceKey, { params }, user)).body.message).toBe('Fox Data accepts the key')
    vendor.fault = { code: 'unauthorized' }
    const refused = (await t.call(testSourceKey, { params }, user)).body
    expect([refused.message, refused.data.own_key?.problem]).toEqual([
      'Fox Data does not accept the key',
      expect.stringContaining('does not accept this key'),
    ])
    vendor.fault = { code: 'unavailable' }
    expect((await t.call(testSourceKey, { params }, user)).status).toBe(502)
  })

  it('deletes it permanently', async () => {
    const user = await t.account()
    await save(user, GOOD_KEY)
    const { body } = await t.call(deleteSourceKey, { params }, user)
    expect([body.data.state, body.data.own_key, body.message]).toEqual([
      'needs_key',
      null,
      'Fox Data is disconnected',
    ])
    expect((await t.call(deleteSourceKey, { params }, user)).status).toBe(404)
    expect((await t.call(limitSourceKey, { params, body: { daily_limit: 5 } }, user)).status).toBe(404)
  })

  it('is refused where nothing can be connected', async () => {
    const user = await t.account()
    const website = { params: { id: 'website' } }
    expect((await t.call(deleteSourceKey, website, user)).status).toBe(409)
    expect((await t.call(deleteSourceKey, { params: { id: 'nobody' } }, user)).status).toBe(404)
  })
})

describe('the log', () => {
  it('contains no key, whatever happens to it', async () => {
    const user = await t.account()
    await save(user, 'fox-key-wrong-0000')
    vendor.fault = { code: 'unavailable' }
    await save(user, GOOD_KEY)
    vendor.fault = null
    await save(user, GOOD_KEY)
    await t.call(testSourceKey, { params }, user)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('')).not.toContain('fox-key')
  })
})

describe('a key of an account above', () => {
  it('works for the customer, who cannot see it', async () => {
    const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: reseller })
    await save(reseller, GOOD_KEY)
    const entry = await shown(customer)
    expect(entry).toMatchObject({ key_level: 'reseller', own_key: null, state: 'ready' })
    expect(entry?.prices.map(({ credits }) => credits)).toEqual([3, 1])
    expect(JSON.stringify(await t.call(leadSources, {}, customer))).not.toContain('"hint":"good"')
    for (const call of [testSourceKey, deleteSourceKey])
      expect((await t.call(call, { params }, customer)).status).toBe(404)
    await save(await t.admin(), GOOD_KEY)
    expect((await shown(await t.account()))?.key_level).toBe('platform')
    expect((await shown(customer))?.key_level).toBe('reseller')
    await t.call(deleteSourceKey, { params }, reseller)
    expect((await shown(customer))?.key_level).toBe('platform')
    await t.call(deleteSourceKey, { params }, await t.admin())
  })
})

describe('the price', () => {
  it('is zero with their own key, unless the plan charges for it', async () => {
    const { ctx } = t.app
    const user = await t.account()
    const price = () => findUnitPrice(ctx, user.accountId, vendor.source.declaration, 'people_contact')
    expect(await price()).toBe(3)
    await save(user, GOOD_KEY)
    expect(await price()).toBe(0)
    const plan = await createPlanOfAccount(ctx, {
      name: 'Charged',
      modules: ['leads'],
      freeCredits: 0,
      ownKeyFree: false,
    })
    await subscribeToPlan(ctx, user.accountId, plan.id)
    expect(await price()).toBe(3)
    expect((await shown(user))?.free_with_own_key).toBe(false)
    const free = { ...vendor.source.declaration, price: 'free' as const }
    expect(await findUnitPrice(ctx, user.accountId, free, 'people_contact')).toBe(0)
  })
})
