import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { run as showRun } from '#contract/activity/runs.ts'
import { deleteLeads, leads } from '#contract/leads/leads.ts'
import {
  archiveList,
  bulkArchiveLists,
  bulkDeleteLists,
  createList,
  deleteList,
  listHistory,
  lists,
  renameList,
  restoreLists,
  searchIntoList,
  showList,
} from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
})
afterAll(() => t.close())

const byId = (id: number) => ({ params: { id } })
const sample = (name: string, as = user) =>
  t.call(createList, { body: { name, type: 'people', search: { source: 'sample' }, limit: 2 } }, as)
const names = async (query: object, as: TestUser) =>
  (await t.call(lists, { query }, as)).body.data.map((list) => list.name)

describe('a list', () => {
  it('is created with its search and shown', async () => {
    const { status, body } = await sample('  First  ')
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'First',
      type: 'people',
      run: { state: 'queued', kind: 'search' },
    })
    expect((await t.call(showList, byId(body.data.id), user)).body.data).toMatchObject({
      id: body.data.id,
      name: 'First',
      type: 'people',
      is_archived: false,
      total: 0,
      search: { source: 'sample' },
      created_by: user.email,
      deleted_at: null,
      last_run: { id: body.data.run.id },
    })
  })

  it('is renamed, with one entry in its history', async () => {
    const { id } = await seedList(t, user, { name: 'Old' })
    for (const name of ['New', ' New ']) {
      const renamed = await t.call(renameList, { ...byId(id), body: { name } }, user)
      expect(renamed.body).toMatchObject({ data: { id, name: 'New' }, message: 'List renamed' })
    }
    const { body } = await t.call(listHistory, { ...byId(id), body: {} }, user)
    expect(body).toMatchObject({
      total: 2,
      data: [
        { event: 'list.renamed', detail: { from: 'Old', to: 'New' }, user: user.email, run: null },
        { event: 'list.created', detail: { name: 'Old' } },
      ],
    })
  })

  it('is archived and unarchived by the same call', async () => {
    const { id } = await seedList(t, user)
    const states = []
    for (let tries = 0; tries < 3; tries += 1)
      states.push((await t.call(archiveList, byId(id), user)).body.data.is_archived)
    expect(states).toEqual([true, false, true])
  })

  it.each([
    ['one character', 'x'],
    ['200 characters', 'n'.repeat(200)],
    ['emojis and marks', '👩‍👩‍👧‍👦 ñ ﷽ שלום \u202e'],
    ['quotes and markup', `"'<b>\\%_$1{{x}}`],
  ])('can be called %s', async (_what, name) => {
    const { id } = await seedList(t, user)
    const { status, body } = await t.call(renameList, { ...byId(id), body: { name } }, user)
    expect([status, body.data?.name]).toEqual([200, name])
  })

  it.each([
    ['nothing', '', 'Field is required'],
    ['spaces', ' \t\n\u00a0 ', 'Field is required'],
    ['null', null, 'Field is required'],
    ['a number', 5, 'Type is not valid'],
    ['255 emojis', '😀'.repeat(255), 'Field must be max 200'],
    ['201 characters', 'n'.repeat(201), 'Field must be max 200'],
  ])('cannot be called %s', async (_what, name, message) => {
    const { id } = await seedList(t, user, { name: 'Kept' })
    const body = { name } as { name: string }
    for (const answer of [
      await t.call(renameList, { ...byId(id), body }, user),
      await t.call(createList, { body: { ...body, type: 'people', search: {} } }, user),
    ])
      expect([answer.status, answer.error.code, answer.error.fields]).toEqual([
        422,
        'validation_failed',
        { name: message },
      ])
    expect((await t.call(showList, byId(id), user)).body.data.name).toBe('Kept')
  })

  it('is refused with unknown fields and types', async () => {
    const search = { source: 'sample' }
    const unknown = await t.call(
      createList,
      { body: { name: 'x', type: 'people', search, colour: 1 } as never },
      user,
    )
    const wrong = await t.call(createList, { body: { name: 'x', type: 'pets', search } as never }, user)
    const inside = await t.call(
      createList,
      { body: { name: 'x', type: 'people', search: { source: 'sample', colour: 1 } } },
      user,
    )
    expect([unknown.error.fields, wrong.error.fields, inside.error.fields]).toEqual([
      { colour: 'Unknown field' },
      { type: 'Type is not valid' },
      { 'search.colour': 'Unknown field' },
    ])
  })
})

describe('the page of lists', () => {
  let owner: TestUser
  beforeAll(async () => {
    owner = await t.account()
    for (const [name, type, size] of [
      ['Alpha 100%', 'local', 1],
      ['beta', 'people', 3],
      ['Gamma_x', 'local', 2],
      ['ÄPFEL', 'single', 0],
    ] as const)
      await seedList(t, owner, { name, type, leads: Array.from({ length: size }, () => ({})) })
    const hidden = await seedList(t, owner, { name: 'Archived' })
    const gone = await seedList(t, owner, { name: 'Gone' })
    await t.call(archiveList, byId(hidden.id), owner)
    await t.call(deleteList, byId(gone.id), owner)
  })

  it.each([
    [{}, ['ÄPFEL', 'Gamma_x', 'beta', 'Alpha 100%']],
    [{ sort: 'created_at' }, ['Alpha 100%', 'beta', 'Gamma_x', 'ÄPFEL']],
    [{ sort: 'name' }, ['Alpha 100%', 'ÄPFEL', 'beta', 'Gamma_x']],
    [{ sort: '-name' }, ['Gamma_x', 'beta', 'ÄPFEL', 'Alpha 100%']],
    [{ sort: '-total' }, ['beta', 'Gamma_x', 'Alpha 100%', 'ÄPFEL']],
    [{ sort: 'total' }, ['ÄPFEL', 'Alpha 100%', 'Gamma_x', 'beta']],
    [{ view: 'archived' }, ['Archived']],
    [{ view: 'bin' }, ['Gone']],
    [{ search: 'A' }, ['ÄPFEL', 'Gamma_x', 'beta', 'Alpha 100%']],
    [{ search: 'äpf' }, ['ÄPFEL']],
    [{ search: '%' }, ['Alpha 100%']],
    [{ search: '_' }, ['Gamma_x']],
    [{ search: '\\' }, []],
    [{ search: `'` }, []],
    [{ type: 'local' }, ['Gamma_x', 'Alpha 100%']],
    [{ type: 'industry' }, ['Gamma_x', 'Alpha 100%']],
    [{ type: 'single', search: 'beta' }, []],
    [{ page: 2, limit: 3 }, ['Alpha 100%']],
    [{ page: 1_000_000, limit: 200 }, []],
  ])('for %j', async (query, expected) => {
    expect(await names(query, owner)).toEqual(expected)
  })

  it('shows its position and the total', async () => {
    const { body } = await t.call(lists, { query: { page: 2, limit: 3 } }, owner)
    expect(body).toMatchObject({ currentPage: 2, pageSize: 3, total: 4 })
  })

  it.each([
    [{ page: 0 }, 'page'],
    [{ limit: 201 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ sort: 'id; drop table list' }, 'sort'],
    [{ view: 'all' }, 'view'],
    [{ type: 'pets' }, 'type'],
  ])('is refused for %j', async (query, field) => {
    const { status, error } = await t.call(lists, { query: query as never }, owner)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })
})

describe('several lists at once', () => {
  it('are archived, unarchived, deleted and restored; unchanged ones are not counted', async () => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => seedList(t, user)))
    const ids = [one?.id, other?.id] as number[]
    await t.call(archiveList, byId(ids[0] as number), user)
    const counts = []
    for (const is_archived of [true, true, false])
      counts.push(
        (await t.call(bulkArchiveLists, { body: { resultIds: [...ids, ...ids], is_archived } }, user)).body
          .count,
      )
    for (const endpoint of [bulkDeleteLists, bulkDeleteLists, restoreLists, restoreLists])
      counts.push((await t.call(endpoint, { body: { resultIds: ids } }, user)).body.count)
    expect(counts).toEqual([1, 0, 2, 2, 0, 2, 0])
    expect((await t.call(showList, byId(third?.id as number), user)).status).toBe(200)
  })

  it.each([[[]], [[0]], [[-1]], [[1.5]], [['1']], [Array.from({ length: 1001 }, (_, at) => at + 1)]])(
    'are refused as %j',
    async (resultIds) => {
      const { status } = await t.call(bulkDeleteLists, { body: { resultIds } as never }, user)
      expect(status).toBe(422)
    },
  )
})

describe('the trash', () => {
  it('keeps a list with its contents', async () => {
    const list = await seedList(t, user, { name: 'Back', leads: [{ values: { name: 'a' } }, {}, {}] })
    const params = { type: 'local', id: list.id } as const
    await t.call(deleteLeads, { params, body: { resultIds: [list.leadIds[2] as number] } }, user)
    const before = (await t.call(showList, byId(list.id), user)).body.data
    expect((await t.call(deleteList, byId(list.id), user)).body).toEqual({
      success: true,
      message: 'List deleted',
    })
    for (const answer of [
      await t.call(showList, byId(list.id), user),
      await t.call(deleteList, byId(list.id), user),
      await t.call(renameList, { ...byId(list.id), body: { name: 'x' } }, user),
      await t.call(archiveList, byId(list.id), user),
      await t.call(listHistory, { ...byId(list.id), body: {} }, user),
      await t.call(leads, { params, body: {} }, user),
      await t.call(searchIntoList, { ...byId(list.id), body: { search: { source: 'sample' } } }, user),
    ])
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found'])
    const [binned] = (await t.call(lists, { query: { view: 'bin', search: 'Back' } }, user)).body.data
    expect(binned).toMatchObject({ id: list.id, total: 2, deleted_at: expect.any(String) })

    await t.call(restoreLists, { body: { resultIds: [list.id] } }, user)
    const after = (await t.call(showList, byId(list.id), user)).body.data
    expect(after).toEqual({ ...before, updated_at: after.updated_at })
    const page = await t.call(leads, { params, body: {} }, user)
    expect(page.body.data.map((lead) => lead.id)).toEqual(list.leadIds.slice(0, 2))
    const { body } = await t.call(listHistory, { ...byId(list.id), body: {} }, user)
    expect(body.data.map((entry) => entry.event)).toEqual([
      'list.restored',
      'list.deleted',
      'leads.deleted',
      'list.created',
    ])
  })

  it('pages its history', async () => {
    const { id } = await seedList(t, user)
    for (let turn = 0; turn < 4; turn += 1) await t.call(archiveList, byId(id), user)
    const { body } = await t.call(listHistory, { ...byId(id), body: { page: 2, limit: 2 } }, user)
    expect(body).toMatchObject({ currentPage: 2, pageSize: 2, total: 5 })
    expect(body.data.map((entry) => entry.event)).toEqual(['list.unarchived', 'list.archived'])
  })

  it('stops running work on a list and releases its credits', async () => {
    const payer = await t.account({ credits: 100 })
    await t.places('bin', [{ name: 'One', lat: -41.5, lon: 3.25 }])
    const search = { category: 'brewery', near: { lat: -41.5, lon: 3.25 } }
    const started = await t.call(createList, { body: { name: 'Paid', type: 'local', search } }, payer)
    const { id, run } = started.body.data
    const second = await t.call(
      searchIntoList,
      { ...byId(id), body: { search: { source: 'sample' } } },
      payer,
    )
    expect((await t.call(userLimits, {}, payer)).body.data).toMatchObject({ available: 99, reserved: 1 })
    const other = await sample('Untouched', payer)

    await t.call(deleteList, byId(id), payer)
    const stateOf = async (runId: number) => (await t.call(showRun, byId(runId), payer)).body.data.state
    expect(await stateOf(run.id)).toBe('cancelled')
    expect(await stateOf(second.body.data.run.id)).toBe('cancelled')
    expect(await stateOf(other.body.data.run.id)).toBe('queued')
    expect((await t.call(userLimits, {}, payer)).body.data).toMatchObject({
      available: 100,
      reserved: 0,
      spent: 0,
    })

    await t.call(restoreLists, { body: { resultIds: [id] } }, payer)
    expect((await t.call(showList, byId(id), payer)).body.data).toMatchObject({
      last_run: { state: 'cancelled' },
    })
  })
})
