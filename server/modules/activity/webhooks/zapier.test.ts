import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWebhook, deleteWebhook, webhooks } from '#contract/activity/webhooks.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { subscribeZapier, unsubscribeZapier, zapierSamples } from '#contract/leads/zapier.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())
afterEach(() => t.app.database.db.deleteFrom('webhook').execute())

/** Zapier's credentials: a key of the owner. */
async function zapier(user: TestUser) {
  const body = { name: 'Zapier', scopes: ['read' as const, 'write' as const], password: user.password }
  return { token: (await t.call(createApiKey, { body }, user)).body.data.key }
}
const hookUrl = 'https://hook.example/hooks/standard/1/abc/'
const named = (name: string) => ({ values: { name } })
const hooksOf = async (user: TestUser) => (await t.call(webhooks, { query: {} }, user)).body.data

test('a Zap subscribes, gets events in the form of the samples, and unsubscribes', async () => {
  const user = await t.account()
  const [key, receiver] = [await zapier(user), await startReceiver(t)]
  const made = await t.call(subscribeZapier, { body: { hookUrl, event: 'lead.added' } }, key)
  expect([made.status, made.body]).toEqual([201, { id: expect.any(Number) }])
  expect(await hooksOf(user)).toMatchObject([
    { id: made.body.id, origin: 'zapier', name: 'Zapier: Leads added', events: ['lead.added'], active: true },
  ])
  await seedList(t, user, { leads: [named('Ann')] })
  await receiver.dispatcher.deliverDue()
  const got = JSON.parse(receiver.received[0]!.body)
  expect(got).toMatchObject({ id: receiver.received[0]!.id, type: 'lead.added' })
  const [sample] = (await t.call(zapierSamples, { query: { event: 'lead.added' } }, key)).body
  expect(Object.keys(sample!).sort()).toEqual(Object.keys(got).sort())
  expect(sample).toMatchObject({ type: 'lead.added', data: { leads: [{ values: { name: 'Ann' } }] } })

  const gone = await t.call(unsubscribeZapier, { params: { id: made.body.id } }, key)
  expect(gone.status).toBe(200)
  expect(await hooksOf(user)).toEqual([])
  expect((await t.call(unsubscribeZapier, { params: { id: made.body.id } }, key)).status).toBe(404)
  await seedList(t, user, { leads: [named('Bo')] })
  await receiver.dispatcher.deliverDue()
  expect(receiver.received).toHaveLength(1)
})

test('410 ends a subscription silently; any other webhook is switched off and kept', async () => {
  const user = await t.account()
  const [key, receiver] = [await zapier(user), await startReceiver(t)]
  await t.call(subscribeZapier, { body: { hookUrl, event: 'lead.added' } }, key)
  await t.call(createWebhook, { body: { url: 'https://other.example/in', events: ['lead.added'] } }, user)
  receiver.answer((_, response) => response.writeHead(410).end())
  await seedList(t, user, { leads: [named('Ann')] })
  await receiver.dispatcher.deliverDue()
  expect(await hooksOf(user)).toMatchObject([{ origin: 'own', active: false, off_reason: 'gone' }])
  const subscribed = await t.app.database.pool.query(
    `select detail from notification where account_id = $1 and kind = 'webhook_off'`,
    [user.accountId],
  )
  expect(subscribed.rows).toMatchObject([{ detail: { address: 'other.example' } }])
})

test('samples are the newest real items, and invented ones are marked', async () => {
  const user = await t.account()
  const key = await zapier(user)
  const samples = async (event: string, list_id?: number) =>
    t.call(zapierSamples, { query: { event: event as 'lead.added', ...(list_id && { list_id }) } }, key)
  for (const event of [
    'list.created',
    'list.deleted',
    'lead.added',
    'lead.deleted',
    'run.finished',
    'export.ready',
  ])
    expect((await samples(event)).body).toMatchObject([{ id: `${event}-sample`, type: event, sample: true }])
  expect((await samples('credits.low')).body).toMatchObject([{ data: { available: 1000, reserved: 0 } }])
  expect((await samples('credits.low')).body[0]).not.toHaveProperty('sample')

  const first = await seedList(t, user, { name: 'First', leads: [named('Ann')] })
  await seedList(t, user, { name: 'Second', leads: ['Bo', 'Cy', 'Di', 'Ed'].map(named) })
  const leads = (await samples('lead.added')).body
  expect(leads.map(({ data }) => (data.leads as { values: { name: string } }[])[0]!.values.name)).toEqual([
    'Ed',
    'Di',
    'Cy',
  ])
  expect((await samples('lead.added', first.id)).body).toHaveLength(1)
  expect((await samples('list.created')).body).toMatchObject([
    { data: { list: { name: 'Second' } } },
    { data: { list: { name: 'First' } } },
  ])
  const stranger = await zapier(await t.account())
  expect(
    (await t.call(zapierSamples, { query: { event: 'lead.added', list_id: first.id } }, stranger)).status,
  ).toBe(404)
})

test('a subscription belongs to one account, and ending it ends no other webhook', async () => {
  const user = await t.account()
  const [key, stranger] = [await zapier(user), await zapier(await t.account())]
  const { id } = (await t.call(subscribeZapier, { body: { hookUrl, event: 'list.created' } }, key)).body
  expect((await t.call(unsubscribeZapier, { params: { id } }, stranger)).status).toBe(404)
  const own = await t.call(
    createWebhook,
    { body: { url: 'https://other.example/in', events: ['lead.added'] } },
    user,
  )
  expect((await t.call(unsubscribeZapier, { params: { id: own.body.data.id } }, key)).status).toBe(404)
  const list = await seedList(t, user)
  const wrong = [
    { hookUrl: 'http://127.0.0.1/', event: 'lead.added' as const },
    { hookUrl, event: 'list.created' as const, list_id: list.id },
    { hookUrl, event: 'lead.invented' as never },
  ]
  for (const body of wrong) expect((await t.call(subscribeZapier, { body }, key)).status).toBe(422)
  // A user can end it as well.
  expect((await t.call(deleteWebhook, { params: { id } }, user)).status).toBe(200)
})
