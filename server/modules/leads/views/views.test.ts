import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import {
  changeLeadView,
  chooseLeadView,
  createLeadView,
  deleteLeadView,
  leadViews,
  MAX_VIEWS,
  restoreLeadView,
} from '#contract/leads/views.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { removeOldViews } from './views-store.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  stranger = await t.account()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.account()
  member = await t.member(owner)
})

type NewView = CallInput<typeof createLeadView>['body']
type Change = CallInput<typeof changeLeadView>['body']

const COLUMNS = {
  shown: [{ field: 'email', pinned: true, width: 300 }, { field: 'name' }],
  row_height: 'compact' as const,
}
const create = (as: TestUser, request: Partial<NewView> = {}) =>
  t.call(createLeadView, { body: { type: 'local', name: 'Found', columns: COLUMNS, ...request } }, as)
const made = async (as: TestUser, request: Partial<NewView> = {}) => (await create(as, request)).body.data
const change = (as: TestUser, id: number, body: Change) =>
  t.call(changeLeadView, { params: { id }, body }, as)
const byId = (id: number) => ({ params: { id } })
const seen = async (as: TestUser, type: 'local' | 'people' = 'local') =>
  (await t.call(leadViews, { query: { type } }, as)).body
const names = async (as: TestUser) => (await seen(as)).data.map((view) => view.name)

describe('a view', () => {
  it('stores filters, order and columns, and is listed by its list type', async () => {
    const filters = {
      custom_search: [{ field: 'city', operator: 'like' as const, value: ['Portland', 'Salem'] }],
      filter: { or: [{ field: 'name', operator: 'not empty' as const }] },
      search: 'ale',
      search_type: 'start' as const,
      startDate: '2026-01-01',
      endDate: '2026-02-01',
      sent: 2 as const,
      withEmail: 1 as const,
    }
    const { status, body } = await create(owner, { name: '  Found ', filters, sort: '-name' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      type: 'local',
      name: 'Found',
      visibility: 'mine',
      filters,
      sort: '-name',
      is_mine: true,
      can: { edit: true },
      owner: owner.email,
      columns: {
        row_height: 'compact',
        shown: [
          { field: 'email', pinned: true, width: 300 },
          { field: 'name', pinned: false, width: null },
        ],
      },
    })
    expect((await seen(owner)).data).toEqual([body.data])
    expect((await seen(owner, 'people')).data).toEqual([])
  })

  it('changes only the given fields', async () => {
    const view = await made(owner, { filters: { search: 'ale' }, sort: 'name' })
    const renamed = await change(owner, view.id, { name: 'Renamed' })
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', sort: 'name', filters: { search: 'ale' } })
    const cleared = await change(owner, view.id, { filters: {}, sort: null })
    expect(cleared.body.data).toMatchObject({ name: 'Renamed', sort: null, columns: view.columns })
    expect(cleared.body.data.filters.search).toBeUndefined()
  })

  it('is deleted, restored completely, and removed after 30 days', async () => {
    const view = await made(owner)
    await t.call(chooseLeadView, { body: { type: 'local', default_view_id: view.id } }, owner)
    expect((await t.call(deleteLeadView, byId(view.id), owner)).status).toBe(200)
    expect(await seen(owner)).toMatchObject({ data: [], default_view_id: null })
    expect((await t.call(deleteLeadView, byId(view.id), owner)).status).toBe(404)
    const { body } = await t.call(restoreLeadView, byId(view.id), owner)
    expect(body.data).toEqual(view)
    expect((await seen(owner)).default_view_id).toBe(view.id)
    expect((await t.call(restoreLeadView, byId(view.id), owner)).status).toBe(404)

    await t.call(deleteLeadView, byId(view.id), owner)
    const { db } = t.app.database
    await removeOldViews(db)
    expect((await t.call(restoreLeadView, byId(view.id), owner)).status).toBe(200)
    await t.call(deleteLeadView, byId(view.id), owner)
    await sql`update lead_view set deleted_at = now() - interval '31 days' where id = ${view.id}`.execute(db)
    await removeOldViews(db)
    expect((await t.call(restoreLeadView, byId(view.id), owner)).status).toBe(404)
  })

  it('is created once per Idempotency-Key', async () => {
    const body = { type: 'local' as const, name: 'Once', columns: COLUMNS }
    const first = await t.call(createLeadView, { body }, owner, { key: 'once' })
    const second = await t.call(createLeadView, { body }, owner, { key: 'once' })
    expect(second.body).toEqual(first.body)
    expect(await names(owner)).toEqual(['Once'])
  })
})

describe('who sees and changes a view', () => {
  it('is its owner only until shared, and never another account', async () => {
    const view = await made(owner)
    const others = [member, stranger]
    for (const other of others) {
      expect(await names(other)).toEqual([])
      expect((await change(other, view.id, { name: 'x' })).status).toBe(404)
      expect((await t.call(deleteLeadView, byId(view.id), other)).status).toBe(404)
      expect((await t.call(restoreLeadView, byId(view.id), other)).status).toBe(404)
      const choice = { type: 'local' as const, default_view_id: view.id }
      expect((await t.call(chooseLeadView, { body: choice }, other)).status).toBe(404)
    }
    await change(owner, view.id, { visibility: 'everyone' })
    expect(await names(member)).toEqual(['Found'])
    expect(await names(stranger)).toEqual([])
    expect((await change(stranger, view.id, { name: 'x' })).status).toBe(404)
  })

  it("is everyone of the account once shared, and its owner and the account's owner for changes", async () => {
    const shared = await made(member, { visibility: 'everyone' })
    const other = await t.member(owner)
    expect((await seen(other)).data).toMatchObject([
      { is_mine: false, can: { edit: false }, owner: member.email },
    ])
    for (const answer of [
      await change(other, shared.id, { name: 'Taken over' }),
      await t.call(deleteLeadView, byId(shared.id), other),
    ])
      expect([answer.status, answer.error.code]).toEqual([403, 'forbidden'])
    expect((await seen(owner)).data).toMatchObject([{ is_mine: false, can: { edit: true } }])
    expect((await change(owner, shared.id, { name: 'Ours' })).body.data.name).toBe('Ours')
    expect((await change(owner, shared.id, { visibility: 'mine' })).status).toBe(200)
    expect(await names(owner)).toEqual([])
    expect(await names(member)).toEqual(['Ours'])
    expect((await change(owner, shared.id, { name: 'Lost' })).status).toBe(404)
  })
})

describe('the name of a view', () => {
  it('is unique among your own and among the shared ones, in any case', async () => {
    await made(owner, { name: 'Verified' })
    const clash = await create(owner, { name: 'VERIFIED' })
    expect([clash.status, clash.error.code, clash.error.fields]).toEqual([
      409,
      'conflict',
      { name: 'There is already a view called “VERIFIED”' },
    ])
    expect((await create(owner, { name: 'Verified', type: 'people' })).status).toBe(201)
    const own = await made(member, { name: 'Verified' })
    await made(owner, { name: 'Shared', visibility: 'everyone' })
    expect((await create(member, { name: 'shared', visibility: 'everyone' })).status).toBe(409)
    expect((await change(member, own.id, { name: 'Shared', visibility: 'everyone' })).status).toBe(409)
    expect((await change(member, own.id, { name: 'Shared' })).status).toBe(200)
  })

  it('taken by another in the meantime prevents restoring a deleted view', async () => {
    const view = await made(owner)
    await t.call(deleteLeadView, byId(view.id), owner)
    await made(owner)
    expect((await t.call(restoreLeadView, byId(view.id), owner)).status).toBe(409)
  })

  it.each(['👩‍👩‍👧‍👦 ñ ﷽ שלום \u202e', `"'<b>\\%_$1{{x}}`, 'n'.repeat(100), 'null', 'İıſΣς'])(
    'can be %s',
    async (name) => {
      const { status, body } = await create(owner, { name, filters: { search: name } })
      expect([status, body.data.name, body.data.filters.search]).toEqual([201, name, name])
    },
  )

  it.each([
    ['nothing', ''],
    ['spaces', ' \t '],
    ['101 characters', 'n'.repeat(101)],
    ['a NUL', 'a\0b'],
    ['half a character', '\ud800'],
  ])('cannot be %s', async (_what, name) => {
    const { status, error } = await create(owner, { name })
    expect([status, Object.keys(error.fields)]).toEqual([422, ['name']])
  })
})

describe('refuses what no list could show', () => {
  const rule = { field: 'name', operator: 'like' as const, value: 'x' }
  it.each<[string, Partial<NewView>, string]>([
    [
      'a column of another list type',
      { columns: { shown: [{ field: 'followers' }] } },
      'columns.shown.0.field',
    ],
    [
      'a column twice',
      { columns: { shown: [{ field: 'name' }, { field: 'name' }] } },
      'columns.shown.1.field',
    ],
    ['no column', { columns: { shown: [] } }, 'columns.shown'],
    ['a width of nothing', { columns: { shown: [{ field: 'name', width: 1 }] } }, 'columns.shown.0.width'],
    [
      'a filter of another list type',
      { filters: { custom_search: [{ ...rule, field: 'followers' }] } },
      'filters.custom_search.0.field',
    ],
    [
      'an operator that the field has not',
      { filters: { filter: { and: [{ ...rule, operator: 'greater' }] } } },
      'filters.filter.and.0.operator',
    ],
    ['an order that there is not', { sort: 'nothing' }, 'sort'],
    [
      'filters that are too long',
      { filters: { custom_search: Array.from({ length: 50 }, () => ({ ...rule, value: 'x'.repeat(500) })) } },
      'filters',
    ],
    ['a page', { filters: { page: 2 } as never }, 'filters.page'],
  ])('is refused: %s', async (_what, request, field) => {
    const { status, error } = await create(owner, request)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
    const stored = await made(owner)
    const changed = await change(owner, stored.id, request as Change)
    expect([changed.status, Object.keys(changed.error.fields)]).toEqual([422, [field]])
  })

  it('are limited to 100 per person and list type', async () => {
    const { db } = t.app.database
    await sql`insert into lead_view (account_id, list_type, owner_id, name, visibility, filters, columns)
      select ${owner.accountId}, 'people', ${owner.id}, 'View ' || n, 'mine', '{}', '{}'
      from generate_series(1, ${MAX_VIEWS - 2}::int) as n`.execute(db)
    const gone = await made(owner, { name: 'Gone' })
    await t.call(deleteLeadView, byId(gone.id), owner)
    const both = await Promise.all(['a', 'b', 'c'].map((name) => create(owner, { name })))
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 201, 409])
    expect((await t.call(restoreLeadView, byId(gone.id), owner)).status).toBe(409)
    expect((await create(member)).status).toBe(201)
  })
})

describe('the default view', () => {
  it('is chosen per list type: a view or the last columns', async () => {
    const view = await made(owner, { visibility: 'everyone' })
    const choose = (as: TestUser, body: CallInput<typeof chooseLeadView>['body']) =>
      t.call(chooseLeadView, { body }, as)
    expect((await choose(member, { type: 'local', default_view_id: view.id })).status).toBe(200)
    expect((await choose(member, { type: 'people', default_view_id: view.id })).status).toBe(404)
    expect((await choose(member, { type: 'local', columns: COLUMNS })).status).toBe(200)
    expect(await seen(member)).toMatchObject({
      default_view_id: view.id,
      columns: { row_height: 'compact', shown: [{ field: 'email' }, { field: 'name' }] },
    })
    expect(await seen(owner)).toMatchObject({ default_view_id: null, columns: null })
    expect(await seen(member, 'people')).toMatchObject({ default_view_id: null, columns: null })

    await change(owner, view.id, { visibility: 'mine' })
    expect((await seen(member)).default_view_id).toBeNull()
    await choose(member, { type: 'local', columns: null })
    expect((await seen(member)).columns).toBeNull()
  })

  it('starts with the view saved for it', async () => {
    const view = await made(owner, { is_default: true })
    expect((await seen(owner)).default_view_id).toBe(view.id)
  })

  it('refuses unknown columns of the list type', async () => {
    const body = { type: 'local' as const, columns: { shown: [{ field: 'followers' }] } }
    expect((await t.call(chooseLeadView, { body }, owner)).status).toBe(422)
  })

  it('logs changes of views and defaults, not of columns', async () => {
    const view = await made(owner)
    await t.call(chooseLeadView, { body: { type: 'local', default_view_id: view.id } }, owner)
    await t.call(chooseLeadView, { body: { type: 'local', columns: COLUMNS } }, owner)
    await change(owner, view.id, { name: 'Other' })
    await t.call(deleteLeadView, byId(view.id), owner)
    const { rows } = await sql<{ action: string }>`select action from audit_entry
      where account_id = ${owner.accountId} and action like 'view.%' order by seq`.execute(t.app.database.db)
    expect(rows.map(({ action }) => action)).toEqual([
      'view.created',
      'view.default_changed',
      'view.changed',
      'view.deleted',
    ])
  })
})
