import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp, previewCleanUp } from '#contract/leads/clean-up.ts'
import { editLead, undoChange } from '#contract/leads/lead-edits.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { showList } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let list: { id: number; leadIds: number[] }
let people: { id: number; leadIds: number[] }
beforeAll(async () => {
  t = await testApp()
  user = await t.account()
})
afterAll(() => t.close())
beforeEach(async () => {
  list = await seedList(t, user, {
    leads: [
      {
        values: {
          name: 'ACORN CAFE GMBH',
          email: 'A@Acorn.example',
          email_state: 'valid',
          phone: '030 1234567',
          country: 'DE',
          city: 'BERLIN',
          website: 'https://acorn.example/?utm_source=x',
        },
      },
      { values: { name: 'McDonald', website: 'https://www.birch.example/' } },
    ],
  })
  people = await seedList(t, user, { type: 'people', leads: [{ values: { email: 'ann@acorn.example' } }] })
})

const at = (id = list.id) => ({ type: 'local' as const, id })
const everything = { filters: {} }
const add = (values: Record<string, string>, params: { type: 'local' | 'people'; id: number } = at()) =>
  t.call(addLead, { params, body: { values } }, user)
const undo = (undo_token: number) => t.call(undoChange, { params: at(), body: { undo_token } }, user)
const rows = async () => (await t.call(leads, { params: at(), body: {} }, user)).body.data
const total = async () => (await t.call(showList, { params: { id: list.id } }, user)).body.data.total

describe('a lead added manually', () => {
  it('has normalized values with their source, and undo removes it', async () => {
    const { status, body } = await add({
      website: 'Cedar.example',
      name: 'Cedar',
      country: 'Germany',
      state: 'Berlin',
      phone: '030 1234567',
      first_name: '',
    })
    expect([status, body.is_new, body.message]).toEqual([200, true, 'Lead added'])
    expect(body.data.values).toMatchObject({
      website: 'http://cedar.example',
      domain: 'cedar.example',
      country: 'DE',
      region: 'Berlin',
      phone: '+49301234567',
    })
    expect(body.data.provenance.name).toMatchObject({ source: 'manual', method: 'typed' })
    expect(body.data.history[0]).toMatchObject({ event: 'leads.added_by_hand', user: user.email })
    expect(await total()).toBe(3)
    expect((await undo(body.undo_token as number)).body).toMatchObject({ count: 1, left: 0 })
    expect(await total()).toBe(2)
    const second = await add({ website: 'cedar.example', name: 'Cedar' })
    expect([second.status, second.body]).toMatchObject([409, { message: expect.stringContaining('trash') }])
  })

  it('matches an existing one when the website is the same and no name differs', async () => {
    const duplicate = await add({ website: 'http://birch.example' })
    expect(duplicate.body).toMatchObject({ is_new: false, data: { id: list.leadIds[1] } })
    expect(duplicate.body.undo_token).toBeUndefined()
    expect((await add({ website: 'http://birch.example', name: 'Quite Another' })).body.is_new).toBe(true)
    const both = await Promise.all([1, 2].map(() => add({ website: 'https://dogwood.example' })))
    expect(both.map(({ body }) => body.is_new).toSorted()).toEqual([false, true])
    expect(await total()).toBe(4)
  })

  it('requires the fields of its list type, and names the wrong one', async () => {
    const inPeople = { type: 'people' as const, id: people.id }
    const wrong = async (answer: ReturnType<typeof add>) => {
      const { status, body } = await answer
      return [status, (body as unknown as { fields: object }).fields]
    }
    expect(await wrong(add({ name: 'Elm' }))).toEqual([422, { 'values.website': 'Field is required' }])
    expect(await wrong(add({ name: 'Elm' }, inPeople))).toEqual([
      422,
      { 'values.linkedin_url': 'Field is required' },
    ])
    expect(await wrong(add({ email: 'Elm' }, inPeople))).toEqual([
      422,
      { 'values.email': 'Field must be a valid email' },
    ])
    expect(await wrong(add({ website: 'elm.example', rank: '1' }))).toMatchObject([
      422,
      { 'values.rank': expect.any(String) },
    ])
    expect((await add({ email: 'Ann@Acorn.example' }, inPeople)).body.is_new).toBe(false)
    const linked = await add({ linkedin_url: 'de.linkedin.com/in/Elm?x=1', name: '🌳‮ <b>' }, inPeople)
    expect(linked.body.data.values.linkedin_url).toBe('https://www.linkedin.com/in/elm')
  })
})

describe('a clean-up', () => {
  it('is previewed, changes the chosen kinds only, and is undone as one', async () => {
    const before = await rows()
    const { body } = await t.call(previewCleanUp, { params: at(), body: { selection: everything } }, user)
    expect(Object.fromEntries(body.data.map(({ kind, count }) => [kind, count]))).toEqual({
      phones: 1,
      names: 1,
      urls: 1,
      emails: 1,
      cities: 1,
    })
    expect(body.data[1]!.examples).toEqual([
      { lead_id: list.leadIds[0], field: 'name', from: 'ACORN CAFE GMBH', to: 'Acorn Cafe GmbH' },
    ])
    expect(await rows()).toEqual(before)
    const done = await t.call(
      cleanUp,
      { params: at(), body: { selection: everything, kinds: ['phones', 'names', 'emails', 'urls'] } },
      user,
    )
    expect(done.body).toMatchObject({ count: 1, skipped: 1, message: '1 lead cleaned up' })
    const { data } = (
      await t.call(showLead, { params: { ...at(), resultId: list.leadIds[0] as number } }, user)
    ).body
    expect(data.values).toMatchObject({
      name: 'Acorn Cafe GmbH',
      phone: '+49301234567',
      city: 'BERLIN',
      website: 'https://acorn.example/',
      email: 'a@acorn.example',
    })
    expect(data.email_state).toBe('valid')
    expect((await undo(done.body.undo_token as number)).body).toMatchObject({ count: 1, left: 0 })
    expect((await rows()).map(({ values }) => values)).toEqual(before.map(({ values }) => values))
  })

  it('keeps later edits when undone, and changes nothing twice', async () => {
    const run = () =>
      t.call(cleanUp, { params: at(), body: { selection: everything, kinds: ['names'] } }, user)
    const { undo_token } = (await run()).body
    expect((await run()).body).toMatchObject({ count: 0, skipped: 2 })
    const first = { ...at(), resultId: list.leadIds[0] as number }
    await t.call(editLead, { params: first, body: { values: { name: 'Mine' } } }, user)
    expect((await undo(undo_token as number)).body).toMatchObject({ count: 0, left: 1 })
  })
})
