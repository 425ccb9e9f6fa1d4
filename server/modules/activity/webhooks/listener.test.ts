import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createListener, type ListenerEvent, listenerEvents } from '#contract/activity/webhook-listeners.ts'
import * as api from '#contract/activity/webhooks.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'
import { emitEvent } from './emit-events.ts'
import { removeOldWebhookLogs } from './remove-old-logs.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
afterAll(() => t.close())

const start = async (user: TestUser, body: { events?: ['credits.low'] } = {}) =>
  (await t.call(createListener, { body }, user)).body.data

/** The first events of a listener behind `after`. */
async function read(user: TestUser, id: number, { after = 0, count = 1, whenRead = async () => {} } = {}) {
  const stop = new AbortController()
  const response = await fetch(origin + buildPath(listenerEvents.path, { id }, { after }), {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  })
  const events: Extract<ListenerEvent, { type: 'event' }>[] = []
  let rest = ''
  for await (const text of (response.body as ReadableStream).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() as string
    for (const line of lines.map((one) => JSON.parse(one) as ListenerEvent))
      if (line.type === 'event') events.push(line)
    if (events.length === 1) await whenRead()
    if (events.length >= count) break
  }
  stop.abort()
  return events
}

const emit = (user: TestUser, available: number) =>
  emitEvent(t.app.ctx.db, user.accountId, {
    type: 'credits.low',
    listId: null,
    data: { available, reserved: 0 },
  })
const available = ({ body }: { body: string }): number => JSON.parse(body).data.available
const ageListener = (user: TestUser) =>
  sql`update webhook set updated_at = now() - interval '61 minutes' where account_id = ${user.accountId}`.execute(
    t.app.ctx.db,
  )

it('reads events in the order in which they were committed, whichever began first', async () => {
  const user = await t.account()
  const { id } = await start(user)
  let finish: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  let hasBegun: () => void = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const first = transaction(t.app.ctx.db, async () => {
    await emit(user, 1)
    hasBegun()
    await held
  })
  await begun
  await emit(user, 2)
  finish()
  await first
  const events = await read(user, id, { count: 2 })
  expect(events.map(available)).toEqual([2, 1])
  expect(await read(user, id, { after: events[0]?.id ?? 0 })).toEqual([
    expect.objectContaining({ id: events[1]?.id }),
  ])
})

it('sends nothing to the address of a listener, and resends nothing', async () => {
  const user = await t.account()
  const { id, webhook } = await start(user, { events: ['credits.low'] })
  expect(webhook).toMatchObject({ origin: 'listener', events: ['credits.low'], waiting: 0 })
  const receiver = await startReceiver(t)
  await emit(user, 5)
  await receiver.after(0)
  expect(receiver.received).toEqual([])
  const { body } = await t.call(api.webhookDeliveries, { params: { id } }, user)
  expect(body.data).toMatchObject([{ state: 'succeeded', attempts: 0 }])
  const resent = await t.call(api.resendDelivery, { params: { id: body.data[0]?.id ?? 0 } }, user)
  expect([resent.status, resent.body]).toEqual([409, expect.objectContaining({ code: 'conflict' })])
})

it('stores no events for a listener that nobody read for an hour, and says so', async () => {
  const user = await t.account()
  const { id } = await start(user)
  await ageListener(user)
  await emit(user, 7)
  expect((await t.call(api.webhookDeliveries, { params: { id } }, user)).body.total).toBe(0)
  const late = await fetch(origin + buildPath(listenerEvents.path, { id }), {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect([late.status, await late.json()]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining('Start a new one') }),
  ])
  await removeOldWebhookLogs(t.app.ctx.db)
  expect((await t.call(api.webhooks, {}, user)).body.data).toEqual([])
})

it('keeps a listener that is read, and ends the stream of one that is deleted', async () => {
  const user = await t.account()
  const { id } = await start(user)
  await sql`update webhook set updated_at = now() - interval '59 minutes' where id = ${id}`.execute(
    t.app.ctx.db,
  )
  await emit(user, 8)
  expect(await read(user, id)).toHaveLength(1)
  await removeOldWebhookLogs(t.app.ctx.db)
  expect((await t.call(api.webhooks, {}, user)).body.data).toMatchObject([{ id }])
  const whenRead = async () => void (await t.call(api.deleteWebhook, { params: { id } }, user))
  expect(await read(user, id, { count: 9, whenRead })).toHaveLength(1)
})

it('refuses the events of a webhook with an address', async () => {
  const user = await t.account()
  const body = { url: 'https://hook.example/in', events: ['lead.added' as const] }
  const { id } = (await t.call(api.createWebhook, { body }, user)).body.data
  const { status } = await fetch(origin + buildPath(listenerEvents.path, { id }), {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(status).toBe(409)
})
