import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { createLabel } from '#contract/leads/labels.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { deleteList, listHistory } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import * as api from '#contract/prospecting/import-addresses.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { removeExpired } from './take-delivery.ts'

let t: TestApp
let user: TestUser
let listId: number
beforeAll(async () => {
  t = await sharedWebApp()
})
beforeEach(async () => {
  user = await t.account()
  listId = (await seedList(t, user, { type: 'people' })).id
})
afterAll(() => t.close())

const ANNA = { Name: 'Anna Quill', Email: 'anna@quill.example', Company: 'Quill Ltd' }
const BO = { Name: 'Bo Reed', Email: 'bo@reed.example', Company: 'Reed Ltd' }

async function address(signed = false) {
  const renewed = await t.call(api.renewImportAddress, { params: { id: listId }, body: { signed } }, user)
  expect(renewed.status, JSON.stringify(renewed.error)).toBe(201)
  const { data } = renewed.body
  return { ...data, key: data.address.split('/').at(-1) as string }
}
const deliver = (key: string, body: unknown, options: Parameters<TestApp['call']>[3] = {}) =>
  t.call(api.deliverLeads, { params: { key }, body: body as never }, null, options)
async function post(key: string, payload: string, headers: Record<string, string> = {}) {
  const answer = await t.app.http.inject({ method: 'POST', url: `/api/in/${key}`, payload, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const values = async () => {
  const found = await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)
  return found.body.data.map((lead) => lead.values)
}
const show = async () => (await t.call(api.importAddress, { params: { id: listId } }, user)).body.data
const log = async () => (await t.call(api.importDeliveries, { params: { id: listId } }, user)).body.data
const change = (body: object) =>
  t.call(api.changeImportAddress, { params: { id: listId }, body: body as never }, user)

describe('an import address', () => {
  it('makes leads of rows, with origin, label, one entry that undoes all, and a notification', async () => {
    const { key } = await address()
    const label = (await t.call(createLabel, { body: { name: 'Sheet' } }, user)).body.data
    await change({ label_ids: [label.id] })
    const taken = await deliver(key, [ANNA, BO])
    expect(taken.status, JSON.stringify(taken.error)).toBe(200)
    expect(taken.body.data).toMatchObject({ rows: 2, added: 2, joined: 0, refused: 0, unknown_columns: [] })
    expect(await values()).toHaveLength(2)
    const lead = (await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)).body
      .data[0]
    const shown = await t.call(
      showLead,
      { params: { type: 'people', id: listId, resultId: lead?.id as number } },
      user,
    )
    expect(shown.body.data.values).toMatchObject({ labels: 'Sheet' })
    expect(shown.body.data.provenance.email).toMatchObject({ source: 'Import address', method: 'submitted' })
    expect((await t.call(notifications, {}, user)).body.data.map(({ kind }) => kind)).toEqual([
      'leads_received',
    ])
    const entries = (await t.call(listHistory, { params: { id: listId }, body: {} }, user)).body.data
    const entry = entries.find(({ event }) => event === 'leads.received')
    expect(entry).toMatchObject({ can_undo: true, detail: { count: 2 } })
    const undo = {
      params: { type: 'people' as const, id: listId },
      body: { undo_token: entry?.id as number },
    }
    expect((await t.call(undoChange, undo, user)).status).toBe(200)
    expect(await values()).toEqual([])
  })

  it('notifies of the first leads of a day only', async () => {
    const { key } = await address()
    await deliver(key, ANNA)
    await deliver(key, BO)
    expect((await t.call(notifications, {}, user)).body.total).toBe(1)
  })

  it('joins the list’s lead that is the same, fills what it lacks and keeps what it has', async () => {
    const { key } = await address()
    const typed = { values: { name: 'Anna Quill', email: ANNA.Email, company: 'Old Ltd' } }
    await t.call(addLead, { params: { type: 'people', id: listId }, body: typed }, user)
    const taken = await deliver(key, [{ ...ANNA, 'Job title': 'Owner' }, ANNA])
    expect(taken.body.data).toMatchObject({ added: 0, joined: 2 })
    expect(await values()).toEqual([expect.objectContaining({ company: 'Old Ltd', position: 'Owner' })])
  })

  it('takes the same key once, and says so of other rows', async () => {
    const { key } = await address()
    const first = await deliver(key, ANNA, { key: 'one' })
    expect((await deliver(key, ANNA, { key: 'one' })).body).toEqual(first.body)
    expect((await deliver(key, ANNA, { headers: { 'webhook-id': 'one' } })).body).toEqual(first.body)
    expect((await deliver(key, BO, { key: 'one' })).error.code).toBe('idempotency_mismatch')
    expect(await log()).toHaveLength(1)
    const together = await Promise.all(['two', 'two', 'two'].map((one) => deliver(key, BO, { key: one })))
    expect(new Set(together.map(({ body }) => body.data.id)).size).toBe(1)
    expect(together.every(({ body }) => body.data.added === 1)).toBe(true)
    expect(await values()).toHaveLength(2)
  })

  it('keeps nothing of somebody on the suppression list', async () => {
    await t.call(addSuppressions, { body: { values: [ANNA.Email, 'cy@hill.example'] } }, user)
    const { key } = await address()
    // The last one is no lead anyway: its suppressed email is in a column of another kind.
    const rows = [ANNA, BO, { Name: '', Email: '', Remark: 'cy@hill.example' }]
    const taken = await deliver(key, rows)
    expect(taken.body.data.results.map(({ result }) => result)).toEqual(['suppressed', 'added', 'suppressed'])
    expect(await values()).toHaveLength(1)
    const [delivery] = await log()
    const params = { id: listId, delivery_id: delivery?.id as number }
    const shown = await t.call(api.importDelivery, { params }, user)
    expect(shown.body.data.content.map((row) => row.values)).toEqual([null, BO, null])
    const again = await t.call(api.replayImportDelivery, { params }, user)
    expect(again.body.data).toMatchObject({ suppressed: 2, joined: 1, replays: 1 })
  })

  it('names unknown columns, proposes a field, and takes the delivery again once a person has decided', async () => {
    const { key } = await address()
    const taken = await deliver(key, { ...ANNA, 'Shoe size': '42', Empty: '' })
    expect(taken.body.data.unknown_columns).toEqual(['Shoe size'])
    expect((await show()).columns).toMatchObject([
      { name: 'Company', target: { field: 'company' } },
      { name: 'Email', target: { field: 'email' } },
      { name: 'Empty', target: null },
      { name: 'Name', target: { field: 'name' }, is_decided: false, samples: ['Anna Quill'] },
      { name: 'Shoe size', target: { new_field: { label: 'Shoe size', kind: 'number' } }, is_decided: false },
    ])
    const made = { 'Shoe size': { new_field: { label: 'Shoe size', kind: 'number' } } }
    const saved = await change({ mapping: made })
    expect(saved.status, JSON.stringify(saved.error)).toBe(200)
    const field = saved.body.data.columns.find(({ name }) => name === 'Shoe size')
    expect(field).toMatchObject({ is_decided: true, target: { field: expect.stringMatching(/^cf_/) } })
    const params = { id: listId, delivery_id: taken.body.data.id }
    const again = await t.call(api.replayImportDelivery, { params }, user)
    expect(again.body.data).toMatchObject({ joined: 1, unknown_columns: [], replays: 1 })
    const target = field?.target as { field: string }
    expect(await values()).toEqual([expect.objectContaining({ [target.field]: 42 })])
  })

  it('keeps to what people decided, and lets a column be left out', async () => {
    const { key } = await address()
    await deliver(key, { ...ANNA, Mail: 'second@quill.example' })
    await change({ mapping: { Mail: { field: 'email' }, Email: null } })
    const taken = await deliver(key, { ...BO, Mail: 'bo@other.example' })
    expect(taken.body.data.unknown_columns).toEqual([])
    expect((await values()).map(({ email }) => email).sort()).toEqual([
      'anna@quill.example',
      'bo@other.example',
    ])
    expect((await change({ mapping: { Name: null, Mail: null } })).error.fields).toHaveProperty('mapping')
    expect((await change({ mapping: { Mail: { field: 'nonsense' } } })).error.fields).toHaveProperty(
      'mapping',
    )
  })

  it('does not mistake a column for a property of every object', async () => {
    const { key } = await address()
    const taken = await post(
      key,
      '{"Name":"Anna","Email":"anna@quill.example","constructor":"x","__proto__":"y","toString":"z"}',
    )
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    expect(taken.body.data.unknown_columns).toEqual(['constructor', '__proto__', 'toString'])
    expect((await deliver(key, BO)).status).toBe(200)
  })

  it('says which row is no lead and which cell was left empty, and takes the others', async () => {
    const { key } = await address()
    const rows = [{ ...ANNA, Website: 'no website at all' }, { Company: 'Nobody Ltd' }, BO]
    const { results } = (await deliver(key, rows)).body.data
    expect(results).toMatchObject([
      { result: 'added' },
      { result: 'refused', reason: expect.stringContaining('needs a name') },
      { result: 'added', reason: null },
    ])
    expect(await values()).toHaveLength(2)
  })

  it('takes a form, also JSON that is sent as one, and objects within objects', async () => {
    const { key } = await address()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = [
      await post(key, 'Name=Anna+Quill&Email=anna%40quill.example', form),
      await post(key, JSON.stringify(BO), form),
      await post(key, JSON.stringify({ contact: { Name: 'Cy Hill', Email: 'cy@hill.example' } }), {
        'content-type': 'text/plain',
      }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await values()).toHaveLength(3)
  })
})

describe('a delivery that can’t be taken', () => {
  it.each([
    ['is not JSON', '{"Name": ', 400, 'Send one lead as a JSON object'],
    ['is empty', '', 422, 'The body is empty'],
    ['is a text', 'hello', 422, 'neither JSON nor a form'],
    ['has no rows', '[]', 422, 'There is no row'],
    ['has rows that are no objects', '[["Anna"]]', 422, 'Row 1 is no object'],
    ['has too many rows', JSON.stringify(Array(1001).fill(ANNA)), 413, 'at most 1,000'],
  ])('%s: the reply says what to send', async (_what, payload, status, message) => {
    const { key } = await address()
    const answer = await post(key, payload, { 'content-type': 'application/json' })
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(await log()).toEqual([])
  })

  it('names no column that tells leads apart, is kept, and is taken once that is decided', async () => {
    const { key } = await address()
    const rows = { Who: 'Anna Quill', Where: 'Quill Ltd', 'Reach at': 'unknown' }
    const refused = await deliver(key, rows, { key: 'one' })
    expect([refused.status, refused.error.message]).toEqual([
      422,
      expect.stringContaining('Choose which column'),
    ])
    expect(await log()).toMatchObject([{ state: 'refused', reason: refused.error.message, rows: 1 }])
    await change({ mapping: { Who: { field: 'name' }, Where: { field: 'company' } } })
    const again = await deliver(key, rows, { key: 'one' })
    expect(again.body.data, JSON.stringify(again.error)).toMatchObject({ added: 1 })
    expect(await log()).toMatchObject([{ state: 'accepted' }])
  })

  it('is for a list in the trash', async () => {
    const { key } = await address()
    await t.call(deleteList, { params: { id: listId } }, user)
    expect((await deliver(key, ANNA)).error).toMatchObject({ code: 'conflict' })
  })

  it('is for an account that is closed', async () => {
    const { key } = await address()
    await t.app.database.pool.query('update account set closed_at = now(), delete_at = now() where id = $1', [
      user.accountId,
    ])
    expect((await deliver(key, ANNA)).error.code).toBe('account_closed')
  })
})

describe('the key of an address', () => {
  it('is stored as a hash, stops working when renewed or turned off, and keeps what was decided', async () => {
    const first = await address()
    const { rows } = await t.app.database.pool.query(
      'select a::text as row from import_address a where account_id = $1',
      [user.accountId],
    )
    expect(rows[0].row).not.toContain(first.key)
    await deliver(first.key, { ...ANNA, Remark: 'x' })
    await change({ mapping: { Remark: null } })
    const second = await address()
    expect((await deliver(first.key, BO)).error).toMatchObject({ code: 'not_found' })
    expect((await deliver(second.key, { ...BO, Remark: 'y' })).body.data.unknown_columns).toEqual([])
    const off = await t.call(api.removeImportAddress, { params: { id: listId } }, user)
    expect(off.status).toBe(200)
    expect((await deliver(second.key, BO)).status).toBe(404)
    expect(await show()).toMatchObject({ is_on: false, columns: expect.arrayContaining([]) })
    expect(await log()).toHaveLength(2)
  })

  it('signs deliveries where that is asked for', async () => {
    const { key, secret } = await address(true)
    const body = JSON.stringify(ANNA)
    const now = Math.floor(Date.now() / 1000)
    const sign = (id: string, at: number, text = body) => ({
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${createHmac('sha256', Buffer.from(String(secret).slice(6), 'base64'))
        .update(`${id}.${at}.${text}`)
        .digest('base64')}`,
    })
    expect((await post(key, body)).status).toBe(401)
    expect((await post(key, body, sign('a', now, JSON.stringify(BO)))).status).toBe(401)
    expect((await post(key, body, sign('a', now - 301))).status).toBe(401)
    expect((await post(key, body, sign('a', now))).body.data).toMatchObject({ added: 1 })
    expect((await show()).is_signed).toBe(true)
  })
})

it('forgets deliveries after 30 days', async () => {
  const { key } = await address()
  await deliver(key, ANNA)
  const age = (days: number) =>
    t.app.database.pool.query(
      `update import_delivery set received_at = now() - make_interval(days => $2) where account_id = $1`,
      [user.accountId, days],
    )
  await age(29)
  await removeExpired(t.app.ctx)
  expect(await log()).toHaveLength(1)
  await age(31)
  await removeExpired(t.app.ctx)
  expect(await log()).toEqual([])
})
