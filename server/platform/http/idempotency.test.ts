import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { createUpload } from '#contract/core/files.ts'
import { apiKeys, createApiKey } from '#contract/identity/sessions.ts'
import {
  bulkDeleteLists,
  createList,
  lists,
  renameList,
  searchIntoList,
  showList,
} from '#contract/leads/lists.ts'
import { verifyEmail } from '#contract/prospecting/email-verification.ts'
import { quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource } from '#server/testing/fake-source.ts'
import { giveCredits } from '#server/testing/give-credits.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
  await t.places('keys', [
    { name: 'One', lat: 1, lon: 1 },
    { name: 'Two', lat: 1, lon: 1 },
  ])
})
afterAll(() => t.close())

const LOCAL_NETWORKS = { category: 'brewery', near: { lat: 1, lon: 1 } }
const request = (name: string) => ({ name, type: 'local', search: LOCAL_NETWORKS }) as const
const create = (name: string, as: TestUser, key?: string, app: TestApp = t) =>
  app.call(
    createList,
    { body: request(name) },
    as,
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
const listCount = async (as: TestUser) => (await t.call(lists, {}, as)).body.total

describe('the same Idempotency-Key', () => {
  it('has one effect and one reply, however often it is sent', async () => {
    const user = await t.account()
    const answers = []
    for (let tries = 0; tries < 3; tries += 1) answers.push(await create('Once', user, 'k-1'))
    const [first] = answers
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(
      answers.map(() => [201, first?.body]),
    )
    expect(answers.map((answer) => answer.headers['idempotency-replayed'])).toEqual([
      undefined,
      'true',
      'true',
    ])
    expect(await listCount(user)).toBe(1)
    expect((await t.call(userLimits, {}, user)).body.data.reserved).toBe(2)
  })

  it('has one effect when twenty arrive at once', async () => {
    const user = await t.account()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('Duplicate', user, 'k-1')))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body.data?.id]))).size).toBe(
      1,
    )
    expect(answers[0]?.status).toBe(201)
    expect(answers.filter((answer) => !answer.headers['idempotency-replayed'])).toHaveLength(1)
    expect(await listCount(user)).toBe(1)
  })

  it('is refused with another body, and with another address', async () => {
    const user = await t.account()
    const { id } = (await create('Body', user, 'k-1')).body.data
    const other = await create('Other', user, 'k-1')
    expect([other.status, other.error.code]).toEqual([422, 'idempotency_mismatch'])
    const search = { body: { search: { source: 'sample' }, limit: 1 } } as const
    const second = await seedList(t, user)
    const into = (listId: number) =>
      t.call(searchIntoList, { params: { id: listId }, ...search }, user, { key: 'k-2' })
    expect([(await into(id)).status, (await into(second.id)).status]).toEqual([201, 422])
    expect(await listCount(user)).toBe(2)
  })

  it('accepts the same body with reordered fields', async () => {
    const user = await t.account()
    const { name, type, search } = request('Order')
    const first = await t.call(createList, { body: { name, type, search } }, user, { key: 'k-1' })
    const repeated = await t.call(createList, { body: { search, type, name } }, user, { key: 'k-1' })
    expect([repeated.status, repeated.body]).toEqual([201, first.body])
  })

  it('is remembered across a restart', async () => {
    const user = await t.account()
    const first = await create('Restart', user, 'k-1')
    const next = await testApp({ roles: ['web'], databaseUrl: t.databaseUrl })
    try {
      const repeated = await create('Restart', user, 'k-1', next)
      expect([repeated.status, repeated.body]).toEqual([201, first.body])
      const other = await create('Changed', user, 'k-1', next)
      expect(other.error.code).toBe('idempotency_mismatch')
    } finally {
      await next.close()
    }
    expect(await listCount(user)).toBe(1)
  })

  it('is free again after a failure', async () => {
    const user = await t.account({ credits: 1 })
    const poor = await create('Later', user, 'k-1')
    expect([poor.status, poor.error.code]).toEqual([402, 'insufficient_credits'])
    expect(await listCount(user)).toBe(0)
    await giveCredits(t, user, 5)
    expect((await create('Later', user, 'k-1')).status).toBe(201)
    const invalid = await t.call(createList, { body: { ...request(''), name: '' } }, user, { key: 'k-2' })
    expect(invalid.status).toBe(422)
    expect((await t.call(createUpload, { body: { name: 'a', size: 1 } }, user, { key: 'k-2' })).status).toBe(
      201,
    )
  })

  it('belongs to one person and one call', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const stranger = await t.account()
    const made = await Promise.all([main, member, stranger].map((as) => create('Mine', as, 'shared')))
    expect(new Set(made.map((answer) => answer.body.data.id)).size).toBe(3)
    const quote = await t.call(createQuote, { body: { type: 'local', search: LOCAL_NETWORKS } }, main, {
      key: 'shared',
    })
    expect(quote.status).toBe(201)
    const bin = { body: { resultIds: [made[0]?.body.data.id as number] } }
    expect((await t.call(bulkDeleteLists, bin, main, { key: 'shared' })).body.count).toBe(1)
    expect((await t.call(bulkDeleteLists, bin, main, { key: 'shared' })).body.count).toBe(1)
  })

  it('repeats a secret that is shown once, and keeps neither it nor a password readable', async () => {
    const user = await t.account()
    const key = { body: { name: 'Once', scopes: ['read' as const], password: user.password } }
    const made = [await t.call(createApiKey, key, user, { key: 'k' })]
    made.push(await t.call(createApiKey, key, user, { key: 'k' }))
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect(made[1]?.body).toEqual(made[0]?.body)
    expect((await t.call(apiKeys, {}, user)).body.data).toHaveLength(1)
    const hook = { body: { url: 'https://one.example', events: ['run.finished' as const] } }
    const hooks = [await t.call(createWebhook, hook, user, { key: 'k' })]
    hooks.push(await t.call(createWebhook, hook, user, { key: 'k' }))
    expect(hooks[1]?.body).toEqual(hooks[0]?.body)
    const { rows } = await t.app.database.pool.query(
      'select body_hash, reply::text from idempotency_key where user_id = $1',
      [user.id],
    )
    expect(rows.map((row) => row.body_hash)).toEqual(['sealed', 'sealed'])
    const stored = JSON.stringify(rows)
    for (const secret of [made[0]?.body.data.key, hooks[0]?.body.data.secret])
      expect(stored).not.toContain(secret)
    const other = await t.call(createApiKey, { body: { ...key.body, name: 'Other' } }, user, { key: 'k' })
    expect([other.status, other.error.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('says what to do when a sealed reply can’t be opened any more', async () => {
    const user = await t.account()
    const hook = { body: { url: 'https://two.example', events: ['run.finished' as const] } }
    await t.call(createWebhook, hook, user, { key: 'k' })
    await t.app.database.pool.query(`update idempotency_key set reply = '"v1.broken"' where user_id = $1`, [
      user.id,
    ])
    const { status, error } = await t.call(createWebhook, hook, user, { key: 'k' })
    expect([status, error.message]).toEqual([422, expect.stringContaining('can no longer be read')])
  })

  it('is refused by a call that would run again', async () => {
    const user = await t.account()
    const { status, error } = await t.call(verifyEmail, { body: { email: 'a@a.example' } }, user, {
      key: 'k',
    })
    expect([status, Object.keys(error.fields)]).toEqual([422, ['Idempotency-Key']])
  })

  it('is ignored by calls that a repeat does not change', async () => {
    const user = await t.account()
    const { id } = await seedList(t, user)
    for (const name of ['A', 'B'])
      expect((await t.call(renameList, { params: { id }, body: { name } }, user, { key: 'k' })).status).toBe(
        200,
      )
    expect((await t.call(showList, { params: { id } }, user)).body.data.name).toBe('B')
  })
})

describe('an Idempotency-Key', () => {
  it.each(['', ' ', 'a b', 'x'.repeat(256), 'é', 'tab\tinside'])('cannot be %j', async (key) => {
    const user = await t.account()
    const { status, error } = await create('Bad key', user, key)
    expect([status, error.code, Object.keys(error.fields)]).toEqual([
      422,
      'validation_failed',
      ['Idempotency-Key'],
    ])
    expect(await listCount(user)).toBe(0)
  })

  it.each([
    'x',
    'x'.repeat(255),
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    "'; drop table list; --".replaceAll(' ', ''),
  ])('can be %j', async (key) => {
    const user = await t.account()
    expect((await create('Good key', user, key)).status).toBe(201)
    expect((await create('Good key', user, key)).headers['idempotency-replayed']).toBe('true')
  })

  it('is optional', async () => {
    const user = await t.account()
    const made = [await create('Twice', user), await create('Twice', user)]
    expect(made.map((answer) => answer.status)).toEqual([201, 201])
    expect(await listCount(user)).toBe(2)
  })
})

/** More than there are connections to the database. */
const MANY = 16

describe('many different creations at once', () => {
  it.each([
    ['of one account', 1],
    ['of eight accounts', 8],
  ])('%s all succeed', async (_what, accounts) => {
    const users = await Promise.all(Array.from({ length: accounts }, () => t.account()))
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, at) =>
        create(`List ${at}`, users[at % accounts] as TestUser, `key-${at}`),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201))
    const quotes = await Promise.all(
      Array.from({ length: MANY }, (_, at) =>
        t.call(
          createQuote,
          { body: { type: 'local', search: LOCAL_NETWORKS } },
          users[at % accounts] as TestUser,
          {
            key: `q-${at}`,
          },
        ),
      ),
    )
    expect(quotes.map((answer) => answer.status)).toEqual(quotes.map(() => 201))
  })
})

describe('calls with a lookup', () => {
  it('run it outside a transaction, and not at all when the reply is stored', async () => {
    let requested = 0
    const source = createFakeSource({ find: () => ['one', 'two'] })
    const counting = {
      ...source,
      quote: (...question: Parameters<typeof source.quote>) => {
        requested += 1
        return source.quote(...question)
      },
    }
    const app = await testApp({ roles: ['web'], sources: [counting] })
    const user = await app.account()
    const first = await create('Asked', user, 'k-1', app)
    expect([first.status, requested]).toEqual([201, 1])
    const repeated = await create('Asked', user, 'k-1', app)
    expect([repeated.body, requested]).toEqual([first.body, 1])
    await app.close()
  })

  it('all get their reply when more arrive at once than there are connections', async () => {
    const user = await t.account()
    const list = await seedList(t, user, { leads: [{ values: { website: 'https://a.example' } }] })
    const body = {
      action: 'find-emails' as const,
      type: 'local' as const,
      list_id: list.id,
      selection: { filters: {} },
    }
    const quotes = Array.from({ length: MANY }, (_, index) =>
      t.call(quoteEnrichment, { body }, user, { key: `quote-${index}` }),
    )
    const answers = await Promise.all(quotes)
    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(201))
  })
})
