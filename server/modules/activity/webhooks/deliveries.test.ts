import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type FailingWebhook,
  failingWebhooks,
  type WebhookProblem,
} from '#contract/activity/failing-webhooks.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  RETRY_SECONDS,
  resendDelivery,
  resendFailed,
  rotateWebhookSecret,
  showDelivery,
  showWebhook,
  testWebhook,
  webhookDeliveries,
} from '#contract/activity/webhooks.ts'
import { deleteLeads, restoreLeads } from '#server/modules/leads/leads/index.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver, verified } from '#server/testing/webhook-receiver.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())
// Undelivered events of one test must not reach the receiver of the next.
afterEach(() => t.app.database.db.deleteFrom('webhook').execute())

const HOUR = 3600

async function hook(user: TestUser, options: { url?: string; listId?: number; events?: never[] } = {}) {
  const { status, body } = await t.call(
    createWebhook,
    {
      body: {
        url: options.url ?? 'https://hook.example/in?key=1',
        events: options.events ?? ['lead.added', 'lead.changed', 'lead.deleted'],
        ...(options.listId !== undefined && { list_id: options.listId }),
      },
    },
    user,
  )
  expect(status).toBe(201)
  return body.data
}

const leadsNamed = (...names: string[]) => names.map((name) => ({ values: { name } }))
const deliveries = async (user: TestUser, id: number) =>
  (await t.call(webhookDeliveries, { params: { id }, query: {} }, user)).body.data
const shown = async (user: TestUser, id: number) =>
  (await t.call(showWebhook, { params: { id } }, user)).body.data

test('sends an event in the Standard Webhooks format, and the log shows request and reply', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  receiver.answer((_, response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end('thanks'))
  const { id, secret } = await hook(user)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const list = await seedList(t, user, { leads: leadsNamed('One', 'Two') })
  await receiver.dispatcher.deliverDue()

  expect(receiver.received).toHaveLength(1)
  const [request] = receiver.received
  expect(verified(secret, request!)).toMatchObject({
    type: 'lead.added',
    data: {
      list: { id: list.id, name: 'Seeded', type: 'local', tags: [], lead_source: null },
      leads: [
        { id: list.leadIds[0], values: { name: 'One' }, tags: [], lead_source: null },
        { id: list.leadIds[1], values: { name: 'Two' } },
      ],
    },
  })
  expect(request!.path).toBe('/in?key=1')
  const [delivery] = await deliveries(user, id)
  expect(delivery).toMatchObject({ state: 'succeeded', attempts: 1, status: 200, message_id: request!.id })
  const { body } = await t.call(showDelivery, { params: { id: delivery!.id } }, user)
  expect(body.data.log).toMatchObject([
    { number: 1, status: 200, request_body: request!.body, reply_body: 'thanks', error: null },
  ])
  expect(JSON.stringify(body.data)).not.toContain(secret)
  expect(body.data.log[0]!.reply_headers).not.toHaveProperty('set-cookie')
})

test('retries a failing receiver on the standard schedule, under one id, and then gives up', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id, secret } = await hook(user)
  const answers = [500, 302, 404, 301, 500, 500, 503, 500, 500, 500]
  receiver.answer((_, response) => {
    const status = answers[receiver.received.length - 1]!
    response.writeHead(status, { location: 'https://other.example/', 'content-type': 'text/plain' }).end('no')
  })
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  for (const [at, seconds] of RETRY_SECONDS.entries()) {
    expect(receiver.received).toHaveLength(at + 1)
    verified(secret, receiver.received[at]!, receiver.ahead())
    await receiver.after((RETRY_SECONDS[at + 1] ?? 48 * HOUR) - 2)
    expect(receiver.received, `not before ${seconds}`).toHaveLength(at + 1)
    await receiver.after(2)
  }
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1)
  expect(new Set(receiver.received.map((received) => received.headers['webhook-timestamp'])).size).toBe(10)
  const [delivery] = await deliveries(user, id)
  expect(delivery).toMatchObject({ state: 'failed', attempts: 10, next_attempt_at: null })
  const { log } = (await t.call(showDelivery, { params: { id: delivery!.id } }, user)).body.data
  expect(log[8]).toMatchObject({ number: 2, error: expect.stringContaining('redirect') })

  // A manual retry works, with the same id.
  receiver.answer((_, response) => response.writeHead(200).end())
  expect((await t.call(resendFailed, { params: { id } }, user)).body.count).toBe(1)
  await receiver.dispatcher.deliverDue()
  expect(receiver.received).toHaveLength(11)
  expect(receiver.received[10]!.id).toBe(delivery!.message_id)
  expect((await deliveries(user, id))[0]).toMatchObject({ state: 'succeeded' })
  await t.call(resendDelivery, { params: { id: delivery!.id } }, user)
  await receiver.dispatcher.deliverDue()
  expect(receiver.received).toHaveLength(12)
})

test('a webhook’s receiver that hangs or resets is tried again', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t, { timeoutMs: 200 })
  const { id } = await hook(user)
  receiver.answer((_, response) => {
    if (receiver.received.length === 2) response.destroy()
    if (receiver.received.length === 3) response.writeHead(200).end()
  })
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  expect((await deliveries(user, id))[0]).toMatchObject({
    state: 'waiting',
    status: null,
    error: 'No response within 15 seconds',
  })
  await receiver.after(5)
  expect((await deliveries(user, id))[0]).toMatchObject({ error: 'The server could not be reached' })
  await receiver.after(300)
  expect((await deliveries(user, id))[0]).toMatchObject({ state: 'succeeded', attempts: 3, error: null })
})

test('deliveries respect Retry-After for all lists of the receiver', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  await hook(user)
  receiver.answer((_, response) => response.writeHead(429, { 'retry-after': '600' }).end())
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  receiver.answer((_, response) => response.writeHead(200).end())
  await seedList(t, user, { leads: leadsNamed('Two') })
  await receiver.after(590)
  expect(receiver.received).toHaveLength(1)
  await receiver.after(11)
  expect(receiver.received).toHaveLength(3)
})

test('410 switches a webhook off at once; its people are notified and can switch it on again', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id } = await hook(user)
  receiver.answer((_, response) => response.writeHead(410).end())
  const list = await seedList(t, user, { leads: leadsNamed('One') })
  await seedList(t, user, { leads: leadsNamed('Two') })
  await receiver.dispatcher.deliverDue()
  expect(await shown(user, id)).toMatchObject({ active: false, off_reason: 'gone', waiting: 0, failed: 2 })
  const mails = await t.app.database.db
    .selectFrom('mail_message')
    .select(['recipient', 'template', 'variables'])
    .where('account_id', '=', user.accountId)
    .execute()
  expect(mails).toMatchObject([
    {
      recipient: user.email,
      template: 'notification',
      variables: { title: 'The webhook hook.example was turned off' },
    },
  ])
  const before = receiver.received.length
  await t.call(resendFailed, { params: { id } }, user).then(({ status }) => expect(status).toBe(409))
  await seedList(t, user, { leads: leadsNamed('Three') })
  await receiver.after(24 * HOUR)
  expect(receiver.received).toHaveLength(before)

  receiver.answer((_, response) => response.writeHead(200).end())
  await t.call(changeWebhook, { params: { id }, body: { active: true } }, user)
  await t.call(resendFailed, { params: { id } }, user)
  await receiver.dispatcher.deliverDue()
  expect(await shown(user, id)).toMatchObject({ active: true, off_reason: null, failed: 0 })
  expect(receiver.received.at(-1)!.json.data.list).toMatchObject({ id: expect.any(Number) })
  expect(list.id).toBeGreaterThan(0)
})

test('five days of failures switch it off; a success in between resets the count', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id } = await hook(user)
  let status = 500
  receiver.answer((_, response) => response.writeHead(status).end())
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  await receiver.after(4 * 24 * HOUR)
  expect(await shown(user, id)).toMatchObject({ active: true, failing_since: expect.any(String) })
  status = 200
  await receiver.after(6 * HOUR)
  expect(await shown(user, id)).toMatchObject({ active: true, failing_since: null })
  status = 500
  await seedList(t, user, { leads: leadsNamed('Two') })
  await receiver.dispatcher.deliverDue()
  await receiver.after(4 * 24 * HOUR + 23 * HOUR)
  expect(await shown(user, id)).toMatchObject({ active: true })
  await receiver.after(6 * HOUR)
  expect(await shown(user, id)).toMatchObject({ active: false, off_reason: 'failing' })
})

test('deliveries keep the order within a list, and a slow receiver delays only its own', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  await hook(user)
  const slow = await seedList(t, user, { name: 'Slow', leads: leadsNamed('One') })
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const listOf = (request: { json: { data: Record<string, unknown> } }) =>
    (request.json.data.list as { id: number }).id
  receiver.answer(async (request, response) => {
    if (listOf(request) === slow.id) await held
    response.writeHead(200).end()
  })
  const done = receiver.dispatcher.deliverDue()
  await expect.poll(() => receiver.received.length).toBe(1)
  await deleteLeads(t.app.ctx, await getActor(t, user), slow.id, 'local', { resultIds: slow.leadIds })
  for (const name of ['A', 'B', 'C']) await seedList(t, user, { name, leads: leadsNamed(name) })
  const other = receiver.make()
  await other.deliverDue()
  expect(receiver.received).toHaveLength(4)
  expect(receiver.received.filter((received) => listOf(received) === slow.id)).toHaveLength(1)
  free()
  await done
  await other.deliverDue()
  await other.close()
  expect(
    receiver.received.filter((received) => listOf(received) === slow.id).map(({ json }) => json.type),
  ).toEqual(['lead.added', 'lead.deleted'])
})

test('later events of a list wait while an earlier one fails', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const list = await seedList(t, user, { leads: leadsNamed('One') })
  await hook(user, { listId: list.id })
  const actor = await getActor(t, user)
  let status = 500
  receiver.answer((_, response) => response.writeHead(status).end())
  await deleteLeads(t.app.ctx, actor, list.id, 'local', { resultIds: list.leadIds })
  await restoreLeads(t.app.ctx, actor, list.id, 'local', { resultIds: list.leadIds })
  await receiver.dispatcher.deliverDue()
  await receiver.after(5)
  expect(receiver.types()).toEqual(['lead.deleted', 'lead.deleted'])
  status = 200
  await receiver.after(300)
  expect(receiver.types()).toEqual(['lead.deleted', 'lead.deleted', 'lead.deleted', 'lead.added'])
})

test('an event is delivered once with several workers', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  await hook(user)
  for (let n = 0; n < 20; n++) await seedList(t, user, { name: `List ${n}`, leads: leadsNamed('One') })
  const workers = [receiver.make(), receiver.make(), receiver.dispatcher]
  await Promise.all(workers.map((worker) => worker.deliverDue()))
  await Promise.all(workers.slice(0, 2).map((worker) => worker.close()))
  expect(receiver.received).toHaveLength(20)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
})

test('another worker continues after a worker dies during an attempt, and the dead one can no longer write', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id } = await hook(user)
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  receiver.answer(async (_, response) => {
    if (receiver.received.length === 1) await held
    response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
  })
  await seedList(t, user, { leads: leadsNamed('One') })
  const silent = receiver.dispatcher.deliverDue()
  await expect.poll(() => receiver.received.length).toBe(1)
  await sql`update webhook_lane set lease_until = now() - interval '1 second'
    where account_id = ${user.accountId}`.execute(t.app.database.db)
  const other = receiver.make()
  await other.deliverDue()
  await other.close()
  free()
  await silent
  expect(receiver.received).toHaveLength(2)
  expect((await deliveries(user, id))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
})

test('a stopped worker repeats its interrupted attempt', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id } = await hook(user)
  const first = receiver.make()
  receiver.answer((_, response) => {
    if (receiver.received.length > 1) response.writeHead(200).end()
  })
  await seedList(t, user, { leads: leadsNamed('One') })
  const broken = first.deliverDue()
  await expect.poll(() => receiver.received.length).toBe(1)
  await first.close()
  await broken
  await receiver.dispatcher.deliverDue()
  expect(receiver.received.map((received) => received.id)).toEqual([
    receiver.received[0]!.id,
    receiver.received[0]!.id,
  ])
  expect((await deliveries(user, id))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
})

test('deliveries are signed with both secrets for a day after a change, then with the new one only', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id, secret: old } = await hook(user)
  const { data } = (await t.call(rotateWebhookSecret, { params: { id } }, user)).body
  expect(data.secret).not.toBe(old)
  expect(data.webhook.old_secret_until).not.toBeNull()
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  expect(receiver.received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
  verified(old, receiver.received[0]!)
  verified(data.secret, receiver.received[0]!)
  await seedList(t, user, { leads: leadsNamed('Two') })
  await receiver.after(24 * HOUR + 60)
  expect(() => verified(old, receiver.received[1]!, receiver.ahead())).toThrow()
  verified(data.secret, receiver.received[1]!, receiver.ahead())
})

test('marks a test event as such and sends it ahead of the queue', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const { id, secret } = await hook(user)
  receiver.answer(({ json }, response) => response.writeHead(json.test ? 200 : 500).end())
  await seedList(t, user, { leads: leadsNamed('One') })
  await receiver.dispatcher.deliverDue()
  const { status, body } = await t.call(testWebhook, { params: { id }, body: { event: 'credits.low' } }, user)
  expect(status).toBe(202)
  await receiver.dispatcher.deliverDue()
  const got = receiver.received.find(({ json }) => json.test)!
  expect(verified(secret, got)).toMatchObject({ type: 'credits.low', test: true, data: { available: 92 } })
  expect((await t.call(showDelivery, { params: { id: body.data.id } }, user)).body.data).toMatchObject({
    state: 'succeeded',
    test: true,
  })
})

test('refuses private addresses when entered and when a name resolves to them', async () => {
  const user = await t.account()
  const refused = [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://user:secret@example.com/',
    'file:///etc/passwd',
    'nonsense',
  ]
  for (const url of refused) {
    const { status, error } = await t.call(createWebhook, { body: { url, events: ['lead.added'] } }, user)
    expect([url, status]).toEqual([url, 422])
    expect(error?.fields).toHaveProperty('url')
  }
  const receiver = await startReceiver(t)
  const outbound = createOutbound({
    userAgent: 'test',
    lookup: async () => [{ address: '10.0.0.7', family: 4 }],
  })
  const guarded = receiver.make({ outbound })
  const { id } = await hook(user, { url: 'https://rebound.example/' })
  await seedList(t, user, { leads: leadsNamed('One') })
  await guarded.deliverDue()
  await guarded.close()
  await outbound.close()
  expect((await deliveries(user, id))[0]).toMatchObject({
    state: 'waiting',
    error: 'The address is not on the public internet',
  })
})

test('administrators see webhooks of all accounts that fail or are off, with owner and last response', async () => {
  const [admin, ann, bob] = [await t.admin(), await t.account(), await t.account()]
  const receiver = await startReceiver(t)
  const at = async (user: TestUser, name: string) =>
    (await hook(user, { url: `https://hook.example/${name}?key=secret` })).id
  const [works, fails] = [await at(ann, 'works'), await at(ann, 'fails')]
  const [gone, off, deleted] = [await at(bob, 'gone'), await at(bob, 'off'), await at(bob, 'deleted')]
  receiver.answer(({ path }, response) => {
    const status = path.startsWith('/works') ? 204 : path.startsWith('/gone') ? 410 : 503
    response.writeHead(status).end()
  })
  const send = (id: number, user: TestUser) => t.call(testWebhook, { params: { id }, body: {} }, user)
  await Promise.all([send(works, ann), send(fails, ann), send(gone, bob), send(deleted, bob)])
  await receiver.dispatcher.deliverDue()
  await t.call(changeWebhook, { params: { id: off }, body: { active: false } }, bob)
  await t.call(deleteWebhook, { params: { id: deleted } }, bob)

  const listed = async (query: { state?: WebhookProblem; search?: string } = {}) =>
    (await t.call(failingWebhooks, { query }, admin)).body
  const ids = (rows: readonly FailingWebhook[]) => rows.map(({ id }) => id)
  const all = await listed()
  expect([all.total, all.data[0]?.id, new Set(ids(all.data))]).toEqual([3, off, new Set([fails, gone, off])])
  expect(JSON.stringify(all)).not.toContain('secret')
  expect((await listed({ state: 'failing' })).data).toMatchObject([
    {
      id: fails,
      host: 'hook.example',
      account: { id: ann.accountId },
      owner: ann.email,
      active: true,
      failing_since: expect.any(String),
      last_delivery: { status: 503, attempts: 1, error: 'The receiver returned 503' },
    },
  ])
  expect((await listed({ state: 'stopped' })).data).toMatchObject([
    { id: gone, active: false, off_reason: 'gone', last_delivery: { status: 410 } },
  ])
  expect(ids((await listed({ state: 'off' })).data)).toEqual([off])
  const ofBob = await listed({ search: bob.email.toUpperCase() })
  expect([ofBob.total, ids(ofBob.data)]).toEqual([2, [off, gone]])

  const close = 'update account set closed_at = now(), delete_at = now() where id = $1'
  await t.app.database.pool.query(close, [bob.accountId])
  expect(ids((await listed()).data)).toEqual([fails])
})
