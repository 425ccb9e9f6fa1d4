import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CRMS } from '#contract/core/crms/index.ts'
import {
  connectCrm,
  createCrmField,
  createMissingCrmFields,
  crmConnections,
  crmFields,
  crmMapping,
  crmOwners,
  crmRunRows,
  disconnectCrm,
  previewCrm,
  pushCrm,
  retryCrm,
  saveCrmMapping,
  testCrm,
} from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { listDetails } from '#contract/leads/lists.ts'
import { createService, type ServiceSignal } from '#contract/leads/services.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let ghl: FakeCrm
let t: TestApp
let user: TestUser
let connection: number
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({ crms: { ghl: { baseUrl: ghl.url } } })
  user = await t.account()
  const body = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const made = await t.call(connectCrm, { body }, user)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  connection = made.body.data.id
})
afterAll(async () => {
  await t.close()
  await ghl.close()
})
beforeEach(() => {
  ghl.contacts.clear()
  ghl.tokens.add(FAKE_TOKEN)
})

const person = (name: string, more: Record<string, string | null> = {}): SeedLead => ({
  values: {
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@fox.example`,
    email_state: 'valid',
    company: 'Fox Ltd',
    ...more,
  },
})
const seeded = (people: SeedLead[]) => seedList(t, user, { type: 'people', name: 'Foxes', leads: people })
const request = (more: object = {}) =>
  ({ connection_id: connection, selection: { filters: {} }, ...more }) as never

async function ran(endpoint: typeof pushCrm | typeof previewCrm, id: number, more: object = {}) {
  const answer = await t.call(endpoint, { params: { type: 'people', id }, body: request(more) }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return t.finished(answer.body.data.run.id, user)
}
const pushed = (id: number, more: object = {}) => ran(pushCrm, id, more)
const ledger = async (id: number) =>
  (await t.call(crmLedger, { params: { type: 'people', id }, query: { limit: 100 } }, user)).body.data
const rows = async (id: number) => (await t.call(crmRunRows, { params: { id } }, user)).body.data
const all = () => [...ghl.contacts.values()]

test('a token is tested before it is stored, and never shown or stored in the clear', async () => {
  const wrong = { crm: 'ghl' as const, token: 'some-other-token', location: FAKE_LOCATION }
  const refused = await t.call(connectCrm, { body: wrong }, user)
  expect([refused.status, refused.error?.fields]).toEqual([
    422,
    { token: expect.stringContaining('rejected this token') },
  ])
  const { data, offered } = (await t.call(crmConnections, {}, user)).body
  expect(data).toMatchObject([
    { crm: 'ghl', label: 'Fox Agency', hint: FAKE_TOKEN.slice(-4), state: 'ready' },
  ])
  expect(JSON.stringify(data)).not.toContain(FAKE_TOKEN)
  expect(offered.map(({ crm }) => crm)).toEqual(CRMS)
  const stored = await t.app.database.db.selectFrom('crm_connection').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(FAKE_TOKEN)
  expect((await t.call(testCrm, { params: { id: connection } }, user)).body.message).toContain('works')
})

test('one call creates and maps missing CRM fields', async () => {
  const params = { id: connection, type: 'local' as const }
  const before = (await t.call(crmMapping, { params }, user)).body.data
  expect(before.items.some(({ field }) => field === 'labels' || field === 'ai_first_line')).toBe(false)
  const { body } = await t.call(createMissingCrmFields, { params }, user)
  expect(body.created).toBeGreaterThan(1)
  const known = (await t.call(crmFields, { params: { id: connection } }, user)).body.data
  for (const [name, label] of [
    ['labels', 'Labels'],
    ['ai_first_line', 'AI first line'],
  ]) {
    const to = body.data.items.find(({ field }) => field === name)?.to
    expect(known.find(({ key }) => key === to)).toMatchObject({ label, is_custom: true })
  }
  expect(body.data).toMatchObject({ version: before.version + 1 })
  // The second time there is nothing to create, and nothing is duplicated.
  expect((await t.call(createMissingCrmFields, { params }, user)).status).toBe(409)
  expect((await t.call(crmFields, { params: { id: connection } }, user)).body.data).toEqual(known)
})

test('fields are those of the CRM; one is created on request and mapped where its type fits', async () => {
  const params = { id: connection, type: 'people' as const }
  const { items, version } = (await t.call(crmMapping, { params }, user)).body.data
  expect(version).toBe(0)
  expect(items).toEqual(expect.arrayContaining([{ field: 'first_name', to: 'firstName', policy: 'fill' }]))
  const body = { label: 'Position', kind: 'text' as const }
  const made = (await t.call(createCrmField, { params: { id: connection }, body }, user)).body.data
  const number = (
    await t.call(
      createCrmField,
      { params: { id: connection }, body: { label: 'Score', kind: 'number' } },
      user,
    )
  ).body.data
  const repeated = await t.call(createCrmField, { params: { id: connection }, body }, user)
  expect(repeated.status).toBe(409)
  const known = (await t.call(crmFields, { params: { id: connection } }, user)).body.data
  expect(known).toEqual(expect.arrayContaining([made, number]))
  const save = (to: string, at: number) =>
    t.call(
      saveCrmMapping,
      { params, body: { items: [...items, { field: 'position', to }], version: at } },
      user,
    )
  expect((await save(number.key, 0)).error?.message).toBe('Position doesn’t fit Score')
  expect((await save(made.key, 0)).body.data).toMatchObject({ version: 1 })
  expect((await save(made.key, 0)).status).toBe(409)
  const { id } = await seeded([person('Lee, Dr. Ann', { position: 'CEO' })])
  await pushed(id)
  expect(all()).toMatchObject([{ firstName: 'Ann', lastName: 'Lee', customFields: [{ value: 'CEO' }] }])
  expect((await t.call(crmOwners, { params: { id: connection } }, user)).body).toEqual({
    data: [{ id: 'user1', name: 'Ann Lee' }],
    takes_owner: true,
  })
})

test('a CRM gets as Why the three strongest reasons that apply, in words', async () => {
  const params = { id: connection, type: 'local' as const }
  const service = (name: string, signals: ServiceSignal[]) =>
    t.call(createService, { body: { name, signals } }, user)
  await service('Web design', [
    { signal: 'not_mobile', is: 'yes' },
    { signal: 'outdated', is: 'yes' },
    { signal: 'broken_links', at_least: 3 },
  ])
  await service('Booking', [{ signal: 'no_booking', is: 'yes' }])
  const field = { label: 'Why them', kind: 'text' as const }
  const made = (await t.call(createCrmField, { params: { id: connection }, body: field }, user)).body.data
  const { items, version } = (await t.call(crmMapping, { params }, user)).body.data
  const body = { items: [...items, { field: 'why', to: made.key }], version }
  expect((await t.call(saveCrmMapping, { params, body }, user)).status).toBe(200)
  const business = (name: string, signals: Record<string, string | number>): SeedLead => ({
    values: { name, email: `info@${name.toLowerCase()}.example`, email_state: 'valid', ...signals },
  })
  const { id } = await seedList(t, user, {
    type: 'local',
    leads: [
      business('Needy', { not_mobile: 'yes', outdated: 'yes', broken_links: 4, no_booking: 'yes' }),
      business('Fine', { not_mobile: 'no', outdated: 'no', broken_links: 0, no_booking: 'no' }),
    ],
  })
  const push = await t.call(pushCrm, { params: { type: 'local', id }, body: request() }, user)
  await t.finished(push.body.data.run.id, user)
  const sent = all().map(({ email, customFields }) => [email, customFields])
  expect(Object.fromEntries(sent)).toEqual({
    'info@needy.example': [
      expect.objectContaining({
        value:
          'Visitors can’t book online; Pages aren’t laid out for phones; The newest copyright year is at least two years old',
      }),
    ],
    'info@fine.example': [],
  })
})

test('a preview shows what a push would do and sends nothing; repeating the push creates no duplicates', async () => {
  ghl.add({ email: 'bob@fox.example', firstName: 'Bob' })
  ghl.add({ email: 'cat@fox.example', firstName: 'Catherine', phone: '+4930111' })
  const { id, leadIds } = await seeded([
    person('Ann Lee'),
    person('Bob Ray'),
    person('Cat Moe'),
    { values: { name: 'Nobody Known' } },
  ])
  await t.call(listDetails, { body: { id, tags: ['Foxes'], source: 'Fair' } }, user)
  const before = JSON.stringify(all())
  const preview = await ran(previewCrm, id)
  expect(preview.counts).toEqual({ create: 1, update: 1, skip: 1, conflict: 1 })
  expect(JSON.stringify(all())).toBe(before)
  expect((await rows(preview.id)).rows).toMatchObject([
    {
      state: 'conflict',
      conflicts: [{ field: 'first_name', ours: 'Cat', theirs: 'Catherine', wins: 'theirs' }],
    },
    { state: 'skip', reason: 'no_contact' },
  ])
  const first = await pushed(id, { tags: ['Autumn'], owner: 'user1' })
  expect([first.state, first.counts, first.cost]).toEqual([
    'succeeded',
    { created: 1, updated: 2, skipped: 1 },
    0,
  ])
  expect(
    all().map((contact) => [contact.firstName, contact.companyName, contact.tags, contact.assignedTo]),
  ).toEqual([
    ['Bob', 'Fox Ltd', ['Foxes', 'Autumn'], 'user1'],
    ['Catherine', 'Fox Ltd', ['Foxes', 'Autumn'], 'user1'],
    ['Ann', 'Fox Ltd', ['Foxes', 'Autumn'], 'user1'],
  ])
  expect(all()[2]).toMatchObject({ source: 'Fair' })
  const entries = await ledger(id)
  expect(entries).toHaveLength(3)
  const ann = entries.find(({ lead_id }) => lead_id === leadIds[0])
  expect(ann).toMatchObject({ state: 'sent', times: 1, dropped: [], stored: { email: 'ann@fox.example' } })
  expect(ann?.link).toContain(ann?.remote_id as string)
  const sent = (await t.call(leads, { params: { type: 'people', id }, body: { sent: 1 } }, user)).body
  expect(sent.data.map(({ values }) => values.name)).toEqual(
    expect.arrayContaining(['Ann Lee', 'Bob Ray', 'Cat Moe']),
  )
  expect(sent.total).toBe(3)
  const detail = await t.call(
    showLead,
    { params: { type: 'people', id, resultId: leadIds[0] as number } },
    user,
  )
  expect(JSON.stringify(detail.body)).toContain('lead.sent')
  const second = await pushed(id, { policy: 'always' })
  expect(second.counts).toEqual({ updated: 3, skipped: 1 })
  expect(all()).toHaveLength(3)
  expect(all()[1]).toMatchObject({ firstName: 'Cat' })
  expect((await ledger(id)).map(({ times }) => times)).toEqual([2, 2, 2])
})

test('a push does not send suppressed leads, sample data or, on request, unverified addresses', async () => {
  const { id, leadIds } = await seeded([
    person('Dora Fox'),
    { ...person('Eve Fox'), isSample: true },
    person('Gil Fox', { email_state: 'risky' }),
    person('Hal Fox'),
  ])
  const put = await t.call(addSuppressions, { body: { values: ['dora@fox.example'] } }, user)
  expect(put.status, JSON.stringify(put.error)).toBeLessThan(300)
  const run = await pushed(id, { only_verified: true, selection: { resultIds: leadIds } })
  expect(run.counts).toEqual({ created: 1, skipped: 3 })
  expect(all().map(({ email }) => email)).toEqual(['hal@fox.example'])
  const { rows: reported } = await rows(run.id)
  expect(reported.map(({ reason }) => reason)).toEqual(['gone', 'sample', 'not_verified'])
})

test('a push does not send what an account above suppresses, hidden or not', async () => {
  const { id, leadIds } = await seeded([
    person('Ivy Fox', { email: 'ivy@above.example' }),
    // Without its country code: the entry matches by its digits.
    person('Jon Fox', { phone: '020 7946 0018', country: 'GB' }),
    person('Kim Fox'),
  ])
  const values = ['above.example', '+442079460018']
  await t.call(addSuppressions, { body: { values } }, await t.admin())
  const run = await pushed(id, { selection: { resultIds: leadIds } })
  expect(run.counts).toEqual({ created: 1, skipped: 2 })
  expect(all().map(({ email }) => email)).toEqual(['kim@fox.example'])
  expect((await rows(run.id)).rows.map(({ reason }) => reason)).toEqual(['gone', 'gone'])
})

test('a push of only new leads skips existing contacts and those sent from any list before, and leaves them unchanged', async () => {
  ghl.add({ email: 'una@fox.example', firstName: 'Una' })
  ghl.add({ phone: '+49301234567', firstName: 'Somebody' })
  const val = { ...person('Val Fir'), key: 'val-fir' }
  const earlier = await seeded([val])
  await pushed(earlier.id)
  ghl.contacts.delete([...ghl.contacts.keys()].at(-1) as string)
  const before = JSON.stringify(all())
  const { id } = await seeded([
    person('Una Fir'),
    person('Viv Fir', { phone: '+49301234567' }),
    val,
    person('Wim Fir'),
    person('Wim Duplicate', { email: 'wim@fox.example' }),
  ])
  const preview = await ran(previewCrm, id, { only_new: true })
  expect(preview.counts).toEqual({ create: 2, skip: 3 })
  expect(JSON.stringify(all())).toBe(before)
  const run = await pushed(id, { only_new: true, policy: 'always' })
  expect(run.counts).toEqual({ created: 1, skipped: 4 })
  expect((await rows(run.id)).rows.map(({ reason }) => reason)).toEqual(Array(4).fill('in_crm'))
  expect(JSON.stringify(all().slice(0, 2))).toBe(before)
  expect(all().map(({ email }) => email)).toEqual(['una@fox.example', undefined, 'wim@fox.example'])
  expect(await ledger(id)).toMatchObject([{ state: 'sent' }])
})

test('a push of only new leads does not mistake a contact of an unanswered request for an existing one', async () => {
  const { id } = await seeded(Array.from({ length: 12 }, (_, index) => person(`R${index} Fir`)))
  ghl.setChaos({ refusals: 1 })
  const failing = await pushed(id, { only_new: true })
  ghl.setChaos({})
  expect(failing.counts).toEqual({ failed: 12 })
  ghl.add({ email: 'r3@fox.example' })
  const repeated = await t.call(retryCrm, { params: { id: failing.id } }, user)
  const run = await t.finished(repeated.body.data.run.id, user)
  expect(run.counts).toEqual({ created: 12 })
  expect(new Set(all().map(({ email }) => email)).size).toBe(12)
})

test('an email and a phone of two contacts: merges neither, and leaves the phone where it is', async () => {
  ghl.add({ email: 'ivy@fox.example', firstName: 'Ivy' })
  ghl.add({ phone: '+49301234567', firstName: 'Somebody' })
  const { id } = await seeded([person('Ivy Oak', { phone: '+49301234567' })])
  const preview = await ran(previewCrm, id)
  expect(preview.counts).toEqual({ conflict: 1 })
  await pushed(id)
  const [ivy, other] = all()
  expect([ivy?.phone, ivy?.lastName, other?.phone, other?.firstName]).toEqual([
    undefined,
    'Oak',
    '+49301234567',
    'Somebody',
  ])
})

test('a contact found by a second email keeps its first', async () => {
  ghl.add({ email: 'main@fox.example', additionalEmails: [{ email: 'jo@fox.example' }], firstName: 'Jo' })
  const { id } = await seeded([person('Jo Ash')])
  const run = await pushed(id, { policy: 'always' })
  expect(run.counts).toEqual({ updated: 1 })
  expect(all()).toMatchObject([{ email: 'main@fox.example', lastName: 'Ash', companyName: 'Fox Ltd' }])
})

test('sends no unknown property that makes the CRM refuse a contact', async () => {
  ghl.add({ email: 'kim@fox.example' })
  const { id } = await seeded([
    person('Kim Elm', { position: 'CEO', city: 'Berlin', country: 'DE' }),
    person('Lee Elm'),
  ])
  const run = await pushed(id)
  expect(run.counts).toEqual({ created: 1, updated: 1 })
  expect(all().map(({ companyName }) => companyName)).toEqual(['Fox Ltd', 'Fox Ltd'])
})

test('finds a contact that was refused but stored, and does not create it twice', async () => {
  const { id } = await seeded([person('Max Yew')])
  ghl.setChaos({ lateRefusals: 1 })
  const run = await pushed(id)
  ghl.setChaos({})
  expect(run.counts).toEqual({ created: 1 })
  expect(all()).toMatchObject([{ email: 'max@fox.example' }])
  expect(await ledger(id)).toMatchObject([{ state: 'sent', remote_id: all()[0]?.id }])
})

test('looks up a request whose answer was lost before it sends it again', async () => {
  ghl.setChaos({ lateTimeouts: 0.3 })
  const { id } = await seeded(Array.from({ length: 30 }, (_, index) => person(`P${index} Fir`)))
  const run = await pushed(id)
  ghl.setChaos({})
  expect(run.counts).toEqual({ created: 30 })
  expect(ghl.lost()).toBeGreaterThan(3)
  expect(new Set(all().map(({ email }) => email)).size).toBe(30)
  expect(all()).toHaveLength(30)
})

test('a token revoked during the push pauses it with a reason, and it continues after reconnecting', async () => {
  const { id } = await seeded(Array.from({ length: 12 }, (_, index) => person(`Q${index} Fir`)))
  ghl.revoke()
  const answer = await t.call(pushCrm, { params: { type: 'people', id }, body: request() }, user)
  const runId = answer.body.data.run.id
  await expect.poll(async () => (await rows(runId)).paused).toContain('Reconnect to continue')
  expect((await t.call(crmConnections, {}, user)).body.data[0]?.state).toBe('refused')
  ghl.tokens.add('another-token-of-a-crm')
  const body = { crm: 'ghl' as const, token: 'another-token-of-a-crm', location: FAKE_LOCATION }
  expect((await t.call(connectCrm, { body }, user)).body.data.id).toBe(connection)
  const run = await t.finished(runId, user)
  expect([run.state, run.counts]).toEqual(['succeeded', { created: 12 }])
  ghl.tokens.add(FAKE_TOKEN)
})

test('retries failed leads automatically, and nothing else', async () => {
  const { id } = await seeded([person('Ned Oak'), person('Oda Oak', { company: null })])
  ghl.add({ email: 'oda@fox.example' })
  ghl.setChaos({ refusals: 1 })
  const failing = await pushed(id)
  ghl.setChaos({})
  expect(failing.counts).toEqual({ updated: 1, failed: 1 })
  expect((await rows(failing.id)).rows).toMatchObject([
    { state: 'failed', reason: expect.stringContaining('Unprocessable') },
  ])
  expect((await ledger(id)).map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
  const repeated = await t.call(retryCrm, { params: { id: failing.id } }, user)
  expect(repeated.status, JSON.stringify(repeated.error)).toBe(201)
  const run = await t.finished(repeated.body.data.run.id, user)
  expect(run.counts).toEqual({ created: 1 })
  expect((await t.call(retryCrm, { params: { id: run.id } }, user)).status).toBe(409)
})

test('a disconnected CRM is removed, and its ledger stays', async () => {
  const other = await t.account()
  const body = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const { id } = (await t.call(connectCrm, { body }, other)).body.data
  expect((await t.call(disconnectCrm, { params: { id } }, other)).status).toBe(200)
  expect((await t.call(crmConnections, {}, other)).body.data).toEqual([])
  expect((await t.call(crmFields, { params: { id } }, other)).status).toBe(404)
})
