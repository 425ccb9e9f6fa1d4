import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRun } from '#contract/activity/runs.ts'
import {
  EVENT_DATA,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '#contract/activity/webhook-events.ts'
import { createWebhook, webhookEvents } from '#contract/activity/webhooks.ts'
import { download, exportList } from '#contract/core/files.ts'
import { editLead, moveLeads, setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import * as api from '#contract/leads/leads.ts'
import { bulkDeleteLists, listDetails, restoreLists } from '#contract/leads/lists.ts'
import { addSuppressions, erasePerson } from '#contract/privacy/suppression.ts'
import { reserveCredits } from '#server/modules/accounts/wallet/index.ts'
import { createRun } from '#server/modules/activity/runs/index.ts'
import { addLeads, deleteLeads, restoreLeads, upsertEntities } from '#server/modules/leads/leads/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { type Received, startReceiver } from '#server/testing/webhook-receiver.ts'
import { workRun } from '#server/testing/work-run.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

/** An account that subscribed to these events, and its new deliveries. */
async function subscribed(
  events: readonly WebhookEventType[] = WEBHOOK_EVENT_TYPES,
  listId?: number,
  as?: TestUser,
) {
  const user = as ?? (await t.account())
  const receiver = await startReceiver(t)
  const body = { url: 'https://hook.example/', events: [...events], ...(listId && { list_id: listId }) }
  const { status } = await t.call(createWebhook, { body }, user)
  expect(status).toBe(201)
  let seen = 0
  return {
    user,
    async news(): Promise<Received['json'][]> {
      await receiver.dispatcher.deliverDue()
      const fresh = receiver.received.slice(seen).map(({ json }) => json)
      seen = receiver.received.length
      for (const { type, data } of fresh) {
        const { shape } = WEBHOOK_EVENTS[type as WebhookEventType]
        // Only declared fields.
        expect(EVENT_DATA[shape].parse(data)).toEqual(data)
      }
      return fresh
    },
  }
}

const types = (events: { type: string }[]) => events.map(({ type }) => type)
const idsOf = (event: { data: Record<string, unknown> }) =>
  (event.data.lead_ids as number[] | undefined) ?? (event.data.leads as { id: number }[]).map(({ id }) => id)
const named = (...names: string[]) => names.map((name) => ({ values: { name } }))
const counted = async (table: string, user: TestUser): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where account_id = ${user.accountId}`.execute(t.app.database.db)
  return rows[0]!.n
}

test('the example of every event fits its schema, and the catalogue shows both', async () => {
  const user = await t.account()
  const { body } = await t.call(webhookEvents, {}, user)
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([...WEBHOOK_EVENT_TYPES])
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { shape, example } = WEBHOOK_EVENTS[type]
    expect(EVENT_DATA[shape].safeParse(example).error).toBeUndefined()
  }
  expect(body.data[0]!.schema).toMatchObject({ properties: { type: { const: 'list.created' } } })
})

test('lists and leads emit each change once', async () => {
  const { user, news } = await subscribed()
  const list = await seedList(t, user, { leads: named('A', 'B') })
  const params = { type: 'local', id: list.id } as const
  expect(types(await news())).toEqual(['list.created', 'lead.added'])

  const [first, second] = list.leadIds as [number, number]
  await t.call(
    editLead,
    { params: { ...params, resultId: first }, body: { values: { name: 'Other', city: 'Berlin' } } },
    user,
  )
  const [edited] = await news()
  expect(edited).toMatchObject({
    type: 'lead.changed',
    data: { leads: [{ id: first, values: { name: 'Other', city: 'Berlin' } }] },
  })
  const won = await t.call(
    setLeadStatus,
    { params, body: { selection: { resultIds: list.leadIds }, status: 'won' } },
    user,
  )
  const toWon = await news()
  expect(types(toWon)).toEqual(['lead.changed', 'lead.won'])
  expect(toWon.map(idsOf)).toEqual([
    [first, second],
    [first, second],
  ])
  const again = { selection: { resultIds: list.leadIds }, status: 'won' as const }
  await t.call(setLeadStatus, { params, body: again }, user)
  expect(await news()).toEqual([])
  await t.call(undoChange, { params, body: { undo_token: won.body.undo_token as number } }, user)
  const undone = await news()
  expect(types(undone)).toEqual(['lead.changed', 'lead.won_undone'])
  expect(idsOf(undone[1] as never)).toEqual([first, second])
  // Written as a value of one lead, and undone as such.
  const asValue = await t.call(
    editLead,
    { params: { ...params, resultId: first }, body: { values: { lead_status: 'won' } } },
    user,
  )
  expect(asValue.status, JSON.stringify(asValue.error)).toBe(200)
  expect(types(await news())).toEqual(['lead.changed', 'lead.won'])
  await t.call(undoChange, { params, body: { undo_token: asValue.body.undo_token as number } }, user)
  expect(types(await news())).toEqual(['lead.changed', 'lead.won_undone'])

  await t.call(api.deleteLeads, { params, body: { resultIds: [second] } }, user)
  expect(await news()).toMatchObject([{ type: 'lead.deleted', data: { lead_ids: [second] } }])
  await t.call(api.restoreLeads, { params, body: { resultIds: [second] } }, user)
  expect(await news()).toMatchObject([{ type: 'lead.added', data: { leads: [{ id: second }] } }])

  await t.call(
    moveLeads,
    { params, body: { selection: { resultIds: [second] }, to: { new_list: 'Other' } } },
    user,
  )
  const moved = await news()
  expect(types(moved).sort()).toEqual(['lead.added', 'lead.deleted', 'list.created'])

  await t.call(bulkDeleteLists, { body: { resultIds: [list.id] } }, user)
  expect(await news()).toMatchObject([{ type: 'list.deleted', data: { list: { id: list.id } } }])
  await t.call(restoreLists, { body: { resultIds: [list.id] } }, user)
  expect(types(await news())).toEqual(['list.created'])
})

test("changes of many leads become events of at most 100, in order, with the list's tags and source", async () => {
  const { user, news } = await subscribed(['lead.added'])
  const list = await seedList(t, user, {})
  await t.call(listDetails, { body: { id: list.id, tags: ['north'], source: 'Fair' } }, user)
  const { db } = t.app.database
  const keys = Array.from({ length: 250 }, (_, n) => `many-${n}`)
  const added = await transaction(db, async () => {
    const entities = await upsertEntities(db, user.accountId, 'local', keys)
    return addLeads(
      t.app.ctx,
      { accountId: user.accountId, listId: list.id, runId: null },
      keys.map((key) => ({
        entityId: entities.get(key) as number,
        values: { name: key },
        provenance: { default: { source: 'test', method: 'x', confidence: 1 } },
        source: 'test',
        isSample: false,
      })),
    )
  })
  const events = await news()
  expect(events.map((event) => idsOf(event).length)).toEqual([100, 100, 50])
  expect(events.flatMap(idsOf)).toEqual([...added.values()].sort((a, b) => a - b))
  expect(events[0]!.data).toMatchObject({
    list: { tags: ['north'], lead_source: 'Fair' },
    leads: expect.arrayContaining([expect.objectContaining({ tags: ['north'], lead_source: 'Fair' })]),
  })
})

test('changes of a lead in one transaction are one event, and a rollback emits none', async () => {
  const { user, news } = await subscribed()
  const list = await seedList(t, user, { leads: named('A') })
  await news()
  const { db } = t.app.database
  const actor = await getActor(t, user)
  const selection = { resultIds: list.leadIds }
  const done = await transaction(db, async () => {
    await deleteLeads(t.app.ctx, actor, list.id, 'local', selection)
    await restoreLeads(t.app.ctx, actor, list.id, 'local', selection)
  })
  expect(done).toBeUndefined()
  expect(types(await news())).toEqual(['lead.changed'])
  await expect(
    transaction(db, async () => {
      await deleteLeads(t.app.ctx, actor, list.id, 'local', selection)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await news()).toEqual([])
})

test('a webhook gets its subscribed events, of its list and its account', async () => {
  const user = await t.account()
  const list = await seedList(t, user, { leads: named('A', 'B') })
  const { news } = await subscribed(['lead.deleted'], list.id, user)
  const params = { type: 'local', id: list.id } as const
  const other = await seedList(t, user, { leads: named('C') })
  await t.call(
    setLeadStatus,
    { params, body: { selection: { resultIds: list.leadIds }, status: 'won' } },
    user,
  )
  await t.call(
    api.deleteLeads,
    { params: { type: 'local', id: other.id }, body: { resultIds: other.leadIds } },
    user,
  )
  const stranger = await t.account()
  const foreign = await seedList(t, stranger, { leads: named('D') })
  await t.call(
    api.deleteLeads,
    { params: { type: 'local', id: foreign.id }, body: { resultIds: foreign.leadIds } },
    stranger,
  )
  expect(await news()).toEqual([])
  await t.call(api.deleteLeads, { params, body: { resultIds: list.leadIds } }, user)
  expect(types(await news())).toEqual(['lead.deleted'])
  expect(await counted('webhook_event', stranger)).toBe(0)
  expect(await counted('webhook_lane', stranger)).toBe(0)
  const wrong = { url: 'https://hook.example/', events: ['credits.low' as const], list_id: list.id }
  const refused = await t.call(createWebhook, { body: wrong }, user)
  expect([refused.status, refused.error?.fields]).toEqual([422, { events: expect.any(String) }])
})

test('suppressed values are never sent, even when suppressed while queued; erased ones leave the log', async () => {
  const { user, news } = await subscribed(['lead.added', 'lead.deleted'])
  const people = [
    { values: { name: 'Ann', email: 'ann@acme.example' } },
    { values: { name: 'Bob', email: 'bob@b.example' } },
  ]
  const list = await seedList(t, user, { leads: people })
  await t.call(addSuppressions, { body: { values: ['ann@acme.example'] } }, user)
  const events = await news()
  expect(types(events)).toEqual(['lead.added', 'lead.deleted'])
  expect(idsOf(events[0]!)).toEqual([list.leadIds[1]])
  expect(idsOf(events[1]!)).toEqual([list.leadIds[0]])
  expect(JSON.stringify(events)).not.toContain('ann@acme')

  const { run_id } = (await t.call(erasePerson, { body: { email: 'bob@b.example' } }, user)).body.data
  await workRun(t, user.accountId, run_id as number)
  const { rows } = await sql<{ body: string }>`select request_body as body from webhook_attempt
    where account_id = ${user.accountId}`.execute(t.app.database.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('bob@b')
  expect(types(await news())).toEqual(['lead.deleted'])
})

test('an entry of an account above applies to the events of accounts below', async () => {
  const parent = await t.account()
  const child = await t.account({ parent })
  const { news } = await subscribed(['lead.added', 'lead.deleted'], undefined, child)
  const people = [{ values: { email: 'cora@above.example' } }, { values: { email: 'dan@below.example' } }]
  const list = await seedList(t, child, { leads: people })
  await t.call(addSuppressions, { body: { values: ['above.example'] } }, parent)
  const events = await news()
  expect(events.map((event) => [event.type, idsOf(event)])).toEqual([
    ['lead.added', [list.leadIds[1]]],
    ['lead.deleted', [list.leadIds[0]]],
  ])
  expect(JSON.stringify(events)).not.toContain('above.example')
})

test('runs, enrichments and exports emit an event at their end', async () => {
  const { user, news } = await subscribed(['run.finished', 'enrichment.finished', 'export.ready'])
  const list = await seedList(t, user, { leads: named('A') })
  const run = await transaction(t.app.database.db, () =>
    createRun(t.app.ctx, {
      accountId: user.accountId,
      kind: 'find_emails',
      title: 'Find emails',
      listId: list.id,
      input: {},
      total: 1,
      createdBy: user.id,
    }),
  )
  await t.call(cancelRun, { params: { id: run.id } }, user)
  const ended = await news()
  expect(types(ended)).toEqual(['run.finished', 'enrichment.finished'])
  expect(ended[0]!.data).toMatchObject({
    run: { id: run.id, kind: 'find_emails', state: 'cancelled', title: 'Find emails' },
    list: { id: list.id },
  })

  const { body } = await t.call(exportList, { body: { list_id: list.id } }, user)
  await t.call(download, { params: { ticket: body.data.url.split('/').at(-1) as string } })
  const exported = await news()
  expect(types(exported).sort()).toEqual(['export.ready', 'run.finished'])
  const ready = exported.find(({ type }) => type === 'export.ready')
  expect(ready!.data).toMatchObject({
    run: { kind: 'export', state: 'succeeded' },
    file: { bytes: expect.any(Number), download: `POST /api/exports/${body.data.run_id}/ticket` },
  })
})

test('low credits emit one event', async () => {
  const { user, news } = await subscribed(['credits.low'])
  const spend = (amount: number) =>
    transaction(t.app.database.db, async () => {
      const request = {
        accountId: user.accountId,
        kind: 'search' as const,
        title: 'x',
        listId: null,
        input: {},
      }
      const { id } = await createRun(t.app.ctx, { ...request, total: 1, createdBy: user.id })
      const payer = { accountId: user.accountId, runId: id, userId: user.id, timeZone: 'UTC' }
      await reserveCredits(t.app.ctx, { ...payer, amount, unitCost: 1, reason: 'x' })
    })
  await spend(800)
  expect(await news()).toEqual([])
  await spend(120)
  await spend(20)
  expect(await news()).toMatchObject([{ type: 'credits.low', data: { available: 80, reserved: 920 } }])
})
