import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLabel } from '#contract/leads/labels.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { deleteList, listHistory, showList } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { type ReceivedLead, receiveLead } from './receive-lead.ts'

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

const ANNA = { name: 'Anna Quill', email: 'anna.quill@bakers.example' }
const receive = (given: Partial<ReceivedLead> = {}) =>
  transaction(t.app.database.db, () =>
    receiveLead(t.app.ctx, {
      accountId: user.accountId,
      listId,
      type: 'people',
      values: ANNA,
      from: 'Contact us',
      labelIds: [],
      consent: null,
      ...given,
    }),
  )
const inList = async () =>
  (await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)).body.data
const values = async () => (await inList()).map((lead) => lead.values)
const count = async () => (await t.call(showList, { params: { id: listId } }, user)).body.data.total

it('makes a lead with its origin, consent, labels and one entry that undoes it', async () => {
  const label = (await t.call(createLabel, { body: { name: 'Website' } }, user)).body.data
  const agreed = { text: 'You may call me.', at: new Date('2026-11-03T10:00:00Z') }
  const { leadId, isNew } = await receive({ labelIds: [label.id, 987_654], consent: agreed })
  expect(isNew).toBe(true)
  const params = { type: 'people' as const, id: listId, resultId: leadId as number }
  const { data } = (await t.call(showLead, { params }, user)).body
  expect(data.values).toMatchObject({ ...ANNA, labels: 'Website', source: 'Contact us' })
  expect(data.provenance.email).toMatchObject({ source: 'Contact us', method: 'submitted' })
  const entries = (await t.call(listHistory, { params: { id: listId }, body: {} }, user)).body.data
  const entry = entries.find(({ event }) => event === 'leads.received')
  expect(entry).toMatchObject({
    event: 'leads.received',
    can_undo: true,
    detail: { from: 'Contact us', consent: agreed.text, agreed_at: agreed.at.toISOString(), count: 1 },
  })
  const undo = { params: { type: 'people' as const, id: listId }, body: { undo_token: entry?.id as number } }
  expect((await t.call(undoChange, undo, user)).status).toBe(200)
  expect(await values()).toEqual([])
})

it('joins a lead that somebody typed, fills what it lacks and changes nothing that it has', async () => {
  const typed = { name: 'Anna Quill', email: ANNA.email, company: 'Quill Ltd' }
  const params = { type: 'people' as const, id: listId }
  const added = await t.call(addLead, { params, body: { values: typed } }, user)
  expect([200, 201], JSON.stringify(added.error)).toContain(added.status)
  const again = { ...ANNA, company: 'Another Ltd', position: 'Owner' }
  expect(await receive({ values: again })).toMatchObject({ isNew: false, leadId: added.body.data.id })
  expect(await values()).toEqual([expect.objectContaining({ company: 'Quill Ltd', position: 'Owner' })])
})

it('joins what was sent before, also when it is sent twice at once', async () => {
  const all = await Promise.all([receive(), receive(), receive()])
  expect(new Set(all.map(({ leadId }) => leadId)).size).toBe(1)
  expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await values()).toHaveLength(1)
  expect(await count()).toBe(1)
})

it('keeps two people of one company apart', async () => {
  await receive()
  await receive({ values: { name: 'Bo Reed', email: 'bo.reed@bakers.example' } })
  expect(await values()).toHaveLength(2)
})

it('makes no lead of somebody on the suppression list', async () => {
  await t.call(addSuppressions, { body: { values: [ANNA.email] } }, user)
  expect(await receive()).toEqual({ leadId: null, isNew: false, isSuppressed: true })
  expect(await values()).toEqual([])
  expect((await receive({ values: { ...ANNA, email: 'anna@quill.example' } })).isSuppressed).toBe(false)
})

it.each([
  [
    'is in the trash',
    async () => {
      await t.call(deleteList, { params: { id: listId } }, user)
    },
  ],
  [
    'belongs to another account',
    async () => {
      user = await t.account()
    },
  ],
])('refuses a list that %s', async (_what, change) => {
  await change()
  await expect(receive()).rejects.toMatchObject({ code: 'not_found' })
})
