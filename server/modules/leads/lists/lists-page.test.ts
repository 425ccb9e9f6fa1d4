import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLeads, restoreLeads } from '#contract/leads/leads.ts'
import {
  bulkDeleteLists,
  deleteList,
  listCreators,
  listDetails,
  lists,
  listTags,
  pinList,
  showList,
} from '#contract/leads/lists.ts'
import { reportBounces } from '#contract/prospecting/bounces.ts'
import { emptyTrash, fillLeadValues } from '#server/modules/leads/leads/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectBalancedBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

const byId = (id: number) => ({ params: { id } })
const names = async (query: object, as: TestUser) =>
  (await t.call(lists, { query }, as)).body.data.map((list) => list.name)
const emailsOf = async (id: number, as: TestUser) => (await t.call(showList, byId(id), as)).body.data.emails
const pin = (id: number, is_pinned: boolean, as: TestUser) =>
  t.call(pinList, { ...byId(id), body: { is_pinned } }, as)

const withEmail = (state: string | null) => ({
  values: { email: `a${Math.random()}@b.example`, email_state: state },
})
const leadsOf = (covered: number, all: number) =>
  Array.from({ length: all }, (_, at) => (at < covered ? withEmail('valid') : {}))

describe('how many leads of a list have an email', () => {
  it('follows every change of its leads', async () => {
    const user = await t.account()
    const { db } = t.app.database
    const states = ['valid', 'catch_all', null, 'invalid', 'no_mx']
    const list = await seedList(t, user, { leads: [...states.map(withEmail), {}, {}] })
    const params = { type: 'local', id: list.id } as const
    expect(await emailsOf(list.id, user)).toBe(3)

    const resultIds = [list.leadIds[0], list.leadIds[3], list.leadIds[6]] as number[]
    const gone = await t.call(deleteLeads, { params, body: { resultIds } }, user)
    expect(await emailsOf(list.id, user)).toBe(2)
    await t.call(restoreLeads, { params, body: { undo_token: gone.body.undo_token as number } }, user)
    expect(await emailsOf(list.id, user)).toBe(3)

    const origin = { source: 'test', method: 'by hand', confidence: 1 }
    const where = { accountId: user.accountId, listId: list.id, runId: 1, userId: user.id }
    const fill = (at: number, email: string, email_state: string) => ({
      leadId: list.leadIds[at] as number,
      values: { email: { value: email, origin }, email_state: { value: email_state, origin } },
    })
    await transaction(db, () =>
      fillLeadValues(t.app.ctx, where, [
        fill(5, 'Five@x.example', 'risky'),
        fill(6, 'six@x.example', 'invalid'),
      ]),
    )
    expect(await emailsOf(list.id, user)).toBe(4)

    // The same address in a second list, once in its trash: a bounce removes it from each list that shows it.
    const other = await seedList(t, user, {
      leads: [1, 2].map(() => ({ values: { email: 'five@x.example', email_state: 'valid' } })),
    })
    const inOther = { type: 'local', id: other.id } as const
    await t.call(deleteLeads, { params: inOther, body: { resultIds: [other.leadIds[0] as number] } }, user)
    await t.call(reportBounces, { body: { bounces: [{ email: 'five@x.example', kind: 'hard' }] } }, user)
    expect([await emailsOf(list.id, user), await emailsOf(other.id, user)]).toEqual([3, 0])
    await expectBalancedBooks(db, user.accountId)
  })
})

describe('the page of lists', () => {
  it('sorts by leads, coverage, type and creator over all pages; lists without leads come last', async () => {
    const user = await t.account()
    const mate = await t.member(user)
    for (const [name, type, covered, all, by] of [
      ['half', 'single', 2, 4, user],
      ['none', 'people', 0, 3, mate],
      ['full', 'local', 1, 1, user],
      ['empty', 'influencer', 0, 0, mate],
    ] as const)
      await seedList(t, by, { name, type, leads: leadsOf(covered, all) })
    const inPages = async (sort: string) => [
      ...(await names({ sort, limit: 3 }, user)),
      ...(await names({ sort, limit: 3, page: 2 }, user)),
    ]
    expect(await inPages('-coverage')).toEqual(['full', 'half', 'none', 'empty'])
    expect(await inPages('coverage')).toEqual(['none', 'half', 'full', 'empty'])
    expect(await inPages('-total')).toEqual(['half', 'none', 'full', 'empty'])
    expect(await inPages('type')).toEqual(['half', 'empty', 'full', 'none'])
    const { body } = await t.call(lists, { query: { created_by: mate.id } }, user)
    expect(body.data.map(({ name, created_by, emails, total }) => [name, created_by, emails, total])).toEqual(
      [
        ['empty', mate.email, 0, 0],
        ['none', mate.email, 0, 3],
      ],
    )
    const creators = (await t.call(listCreators, {}, user)).body.data
    expect(creators.map(({ id, lists: count }) => [id, count]).sort()).toEqual(
      [
        [user.id, 2],
        [mate.id, 2],
      ].sort(),
    )
  })

  it("shows the caller's pins first in any order, and nobody else's", async () => {
    const user = await t.account()
    const mate = await t.member(user)
    const ids: Record<string, number> = {}
    for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await seedList(t, user, { name })).id
    for (const name of ['c', 'b', 'b']) expect((await pin(ids[name] as number, true, user)).status).toBe(200)
    expect(await names({ sort: 'name' }, user)).toEqual(['b', 'c', 'a', 'd'])
    expect(await names({ sort: '-name', limit: 3 }, user)).toEqual(['c', 'b', 'd'])
    expect(await names({ pinned: true }, user)).toEqual(['c', 'b'])
    expect(await names({ sort: 'name' }, mate)).toEqual(['a', 'b', 'c', 'd'])
    const { body } = await pin(ids.b as number, false, user)
    expect(body.data).toEqual({ id: ids.b, is_pinned: false })
    expect(await names({ sort: 'name' }, user)).toEqual(['c', 'a', 'b', 'd'])
    await t.call(deleteList, byId(ids.c as number), user)
    expect((await pin(ids.c as number, true, user)).status).toBe(404)
  })

  it('finds lists by a tag, and by part of one in the search; the trash has no tags', async () => {
    const user = await t.account()
    const stranger = await t.account()
    const tagged = async (name: string, tags: string[], as = user) => {
      const { id } = await seedList(t, as, { name })
      await t.call(listDetails, { body: { id, tags } }, as)
      return id
    }
    await tagged('one', ['Spring fair', '100%'])
    await tagged('two', ['spring FAIR'])
    await tagged('spring', [])
    const gone = await tagged('gone', ['spring', 'old'])
    await t.call(deleteList, byId(gone), user)
    await tagged('theirs', ['spring', 'secret'], stranger)
    expect(await names({ tag: 'SPRING fair', sort: 'name' }, user)).toEqual(['one', 'two'])
    expect(await names({ tag: 'spring' }, user)).toEqual([])
    expect(await names({ search: 'spring', sort: 'name' }, user)).toEqual(['one', 'spring', 'two'])
    expect(await names({ search: '%', sort: 'name' }, user)).toEqual(['one'])
    const { data } = (await t.call(listTags, {}, user)).body
    expect(data.map(({ tag, lists: count }) => [tag.toLowerCase(), count])).toEqual([
      ['100%', 1],
      ['spring fair', 2],
    ])
  })

  it('narrows to the state of the last run', async () => {
    const user = await t.account()
    const { db } = t.app.database
    const run = (listId: number, state: string, kind = 'search') =>
      db
        .insertInto('run')
        .values({ account_id: user.accountId, list_id: listId, kind, state, title: 'x' } as never)
        .execute()
    const ids: Record<string, number> = {}
    for (const name of ['done', 'again', 'fresh', 'broken'])
      ids[name] = (await seedList(t, user, { name })).id
    await run(ids.done as number, 'succeeded')
    await run(ids.again as number, 'failed')
    await run(ids.again as number, 'queued')
    await run(ids.broken as number, 'failed')
    await run(ids.broken as number, 'succeeded', 'export')
    const found = await Promise.all(
      ['succeeded', 'working', 'none', 'failed', 'cancelled'].map((run_state) => names({ run_state }, user)),
    )
    expect(found).toEqual([['done'], ['again'], ['fresh'], ['broken'], []])
    expect(await names({ sort: '-last_run' }, user)).toEqual(['broken', 'again', 'done', 'fresh'])
  })

  it('deletes pins with a permanently deleted list', async () => {
    const user = await t.account()
    const { db } = t.app.database
    const { id } = await seedList(t, user)
    await pin(id, true, user)
    await t.call(bulkDeleteLists, { body: { resultIds: [id] } }, user)
    await db
      .updateTable('list')
      .set({ deleted_at: new Date(0) })
      .where('account_id', '=', user.accountId)
      .where('id', '=', id)
      .execute()

    await emptyTrash(db)
    expect(await names({ view: 'bin' }, user)).toEqual([])
  })
})
