import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhook,
  MAX_WEBHOOKS,
  restoreWebhook,
  setListWebhook,
  testWebhook,
  webhookDeliveries,
  webhooks,
} from '#contract/activity/webhooks.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'
import { removeOldWebhookLogs } from './remove-old-logs.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const URL_OF = 'https://hook.example/in'

test("a list's webhook is set, changed and removed in one call", async () => {
  const user = await t.account()
  const { id } = await seedList(t, user)
  const params = { id }
  const ofList = async () => (await t.call(listWebhook, { params }, user)).body.data
  const none = { id: null, url: null, events: [], active: false, last_delivery: null }
  expect(await ofList()).toEqual(none)
  const made = await t.call(setListWebhook, { params, body: { url: URL_OF, events: ['lead.added'] } }, user)
  expect(made.body.data).toMatchObject({
    url: URL_OF,
    active: true,
    secret: expect.stringMatching(/^whsec_/),
  })
  const changed = await t.call(setListWebhook, { params, body: { url: URL_OF, active: false } }, user)
  expect(changed.body.data).toMatchObject({ active: false, events: ['lead.added'], secret: null })
  expect(await ofList()).toMatchObject({ id: made.body.data.id, url: URL_OF, active: false })
  await t.call(setListWebhook, { params, body: { url: null } }, user)
  expect(await ofList()).toEqual(none)
})

test('secrets are sealed at rest, and in no reply, log or earlier key', async () => {
  const user = await t.account()
  const { secret } = (await t.call(createWebhook, { body: { url: URL_OF, events: ['lead.added'] } }, user))
    .body.data
  const shown = await t.call(webhooks, { query: {} }, user)
  expect(JSON.stringify(shown.body)).not.toContain('whsec_')
  const { rows: tables } = await sql<{ t: string }>`select table_name as t from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(t.app.database.db)
  for (const { t: table } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} as row
      where position(${secret.slice(6)} in row::text) > 0`.execute(t.app.database.db)
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('a deleted webhook is restored with its secret and state; an account may have a hundred', async () => {
  const user = await t.account()
  const body = { url: URL_OF, events: ['lead.added' as const], name: 'CRM' }
  const { id } = (await t.call(createWebhook, { body }, user)).body.data
  const params = { id }
  await t.call(deleteWebhook, { params }, user)
  expect((await t.call(webhooks, { query: {} }, user)).body.data).toEqual([])
  expect((await t.call(changeWebhook, { params, body: { name: 'x' } }, user)).status).toBe(404)
  const back = await t.call(restoreWebhook, { params }, user)
  expect(back.body.data).toMatchObject({ id, name: 'CRM', active: true })
  await sql`insert into webhook (account_id, url, name, events, secret)
    select account_id, url, name, events, secret from webhook, generate_series(2, ${MAX_WEBHOOKS}::int)
    where account_id = ${user.accountId} and id = ${id}`.execute(t.app.database.db)
  expect((await t.call(createWebhook, { body }, user)).status).toBe(409)
})

test('the log is filtered, and deleted after 30 days together with deleted webhooks', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const body = { url: URL_OF, events: ['lead.added' as const, 'list.created' as const] }
  const { id } = (await t.call(createWebhook, { body }, user)).body.data
  const params = { id }
  const found = async (query: object = {}) =>
    (await t.call(webhookDeliveries, { params, query }, user)).body.data.map(({ type }) => type)
  await t.call(testWebhook, { params, body: {} }, user)
  await seedList(t, user, { leads: [{ values: { name: 'One' } }] })
  await receiver.dispatcher.deliverDue()
  await seedList(t, user)
  expect(await found({ event: 'lead.added' })).toHaveLength(1)
  expect(await found({ state: 'waiting' })).toEqual(['list.created'])

  const { db } = t.app.database
  await sql`update webhook_delivery set created_at = now() - interval '31 days'
    where account_id = ${user.accountId} and state <> 'waiting'`.execute(db)
  await sql`update webhook_event set created_at = now() - interval '31 days'
    where account_id = ${user.accountId}`.execute(db)
  await removeOldWebhookLogs(db)
  expect(await found()).toEqual(['list.created'])
  const left = async (table: string) =>
    (await sql`select 1 from ${sql.table(table)} where account_id = ${user.accountId}`.execute(db)).rows
      .length
  expect([await left('webhook_event'), await left('webhook_attempt'), await left('webhook_lane')]).toEqual([
    1, 0, 1,
  ])
  await t.call(deleteWebhook, { params }, user)
  await sql`update webhook set deleted_at = now() - interval '31 days' where id = ${id}`.execute(db)
  await removeOldWebhookLogs(db)
  expect(await left('webhook')).toBe(0)
})
