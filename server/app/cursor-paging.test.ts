import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { leads } from '#contract/leads/leads.ts'
import { listHistory, lists } from '#contract/leads/lists.ts'
import { transaction } from '#server/platform/db/db.ts'
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

const namesOf = (names: readonly (string | null)[]) => names.map((name) => ({ values: { name, city: name } }))

/** Moves leads to another list, which takes them out of theirs, or back. */
const moveLeads = (ids: readonly number[], listId: number) =>
  transaction(t.app.ctx.db, () =>
    t.app.ctx.db
      .updateTable('lead')
      .set({ list_id: listId })
      .where('account_id', '=', user.accountId)
      .where('id', 'in', ids.length > 0 ? [...ids] : [0])
      .execute(),
  )

/** Reads a list to its end by cursor; `between` runs before each further page. */
async function readAll(
  endpoint: Endpoint,
  { params, part, values, limit }: { params?: object; part: 'query' | 'body'; values: object; limit: number },
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<{ ids: number[]; pages: number[]; totals: number[] }> {
  const found = { ids: [] as number[], pages: [] as number[], totals: [] as number[] }
  let at: object = {}
  for (;;) {
    const input = { ...(params && { params }), [part]: { ...values, limit, ...at } }
    const { status, body } = await t.call(endpoint, input as never, user)
    expect([status, body]).toEqual([200, expect.anything()])
    const { data, next_cursor, currentPage, total } = body as never as {
      data: { id: number }[]
      next_cursor: string | null
      currentPage: number
      total: number
    }
    expect(data.length).toBeLessThanOrEqual(limit)
    found.ids.push(...data.map(({ id }) => id))
    found.pages.push(currentPage)
    found.totals.push(total)
    if (next_cursor === null) return found
    await between(currentPage)
    at = { cursor: next_cursor }
  }
}

describe('reading by cursor', () => {
  // Equal names, different cases, none at all, and letters that collations order in their own way.
  const name = fc.option(fc.constantFrom('a', 'A', 'ä', 'b', 'B', 'ß', 'z', '10', '9', ' x', '漢'))
  const SORTS = [undefined, 'name', '-name', 'added_at', '-added_at', '-score', 'city']

  it('returns every lead that is there throughout exactly once, in order, while others come and go', async () => {
    const elsewhere = await seedList(t, user)
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 12 }),
        fc.array(name, { maxLength: 8 }),
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.boolean()),
        async (stay, move, sort, limit, coin) => {
          const { id, leadIds } = await seedList(t, user, { leads: namesOf([...stay, ...move]) })
          const [staying, moving] = [leadIds.slice(0, stay.length), leadIds.slice(stay.length)]
          const read = (between?: () => Promise<unknown>) =>
            readAll(leads, { params: { type: 'local', id }, part: 'body', values: { sort }, limit }, between)
          const before = await read()
          expect([...before.ids].sort((a, b) => a - b)).toEqual(leadIds)
          const { ids, pages, totals } = await read(async () => {
            const [out, back] = [
              moving.filter(() => coin.next().value),
              moving.filter(() => coin.next().value),
            ]
            await moveLeads(out, elsewhere.id)
            await moveLeads(back, id)
          })
          const isStaying = (one: number) => staying.includes(one)
          expect(ids.filter(isStaying)).toEqual(before.ids.filter(isStaying))
          expect(new Set(ids).size).toBe(ids.length)
          expect(pages).toEqual(pages.map((_, index) => index + 1))
          expect(new Set(totals)).toEqual(new Set([leadIds.length]))
          await moveLeads(moving, id)
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each(['name', '-name', '-created_at', 'updated_at', 'last_run', '-coverage', 'created_by', 'type'])(
    'returns the saved lists by %s as pages do',
    async (sort) => {
      const own = await t.account()
      for (const one of ['b', 'B', 'a', 'ä', 'a']) await seedList(t, own, { name: one })
      const values = { sort }
      const { body } = await t.call(lists, { query: { ...values, limit: 100 } as never }, own)
      const read = async () => {
        const [was, ids] = [user, [] as number[]]
        user = own
        ids.push(...(await readAll(lists, { part: 'query', values, limit: 2 })).ids)
        user = was
        return ids
      }
      expect(await read()).toEqual(body.data.map(({ id }) => id))
    },
  )

  it('goes on from any page by number', async () => {
    const { id, leadIds } = await seedList(t, user, { leads: namesOf(['a', 'b', 'c', 'd', 'e']) })
    const call = (body: object) => t.call(leads, { params: { type: 'local', id }, body: body as never }, user)
    const second = await call({ page: 2, limit: 2 })
    const third = await call({ cursor: second.body.next_cursor, limit: 10 })
    expect(third.body.data.map((lead) => lead.id)).toEqual(leadIds.slice(4))
    expect(third.body).toMatchObject({ currentPage: 3, pageSize: 10, total: 5, next_cursor: null })
  })
})

describe('a cursor is refused', () => {
  const names = namesOf(['a', 'b', 'c'])
  let listId: number
  let cursor: string
  const call = (body: object, id = listId, as = user, type = 'local') =>
    t.call(leads, { params: { type: type as never, id }, body: body as never }, as)
  beforeAll(async () => {
    listId = (await seedList(t, user, { leads: names })).id
    cursor = (await call({ limit: 1, sort: 'name', search: '' })).body.next_cursor as string
  })
  const refusal = { status: 400, error: { code: 'bad_request', fields: { cursor: expect.anything() } } }

  it('not with the call it belongs to, also with other pages and by another key or person of the account', async () => {
    expect(await call({ cursor, limit: 2, sort: 'name', search: '' })).toMatchObject({ status: 200 })
    const body = { name: 'Key', scopes: ['read'] as never, password: user.password }
    const { key } = (await t.call(createApiKey, { body }, user)).body.data
    expect((await call({ cursor, sort: 'name', search: '' }, listId, { ...user, token: key })).status).toBe(
      200,
    )
    expect((await call({ cursor, sort: 'name', search: '' }, listId, await t.member(user))).status).toBe(200)
  })

  it.each([
    ['with another order', { sort: '-name', search: '' }],
    ['without its order', { search: '' }],
    ['with another filter', { sort: 'name', search: 'a' }],
    ['in the trash', { sort: 'name', search: '', view: 'bin' }],
  ])('%s', async (_what, body) => {
    expect(await call({ cursor, ...body })).toMatchObject(refusal)
  })

  it('with a page', async () => {
    const answer = await call({ cursor, page: 1, sort: 'name', search: '' })
    expect(answer).toMatchObject(refusal)
    expect(answer.error.message).toBe('Send either cursor or page')
  })

  it('in another list, in another account, and at another call', async () => {
    const other = await seedList(t, user, { leads: names })
    expect(await call({ cursor, sort: 'name', search: '' }, other.id)).toMatchObject(refusal)
    const stranger = await t.account()
    const theirs = await seedList(t, stranger, { leads: names })
    const found = await call({ limit: 1, sort: 'name', search: '' }, theirs.id, stranger)
    expect(await call({ cursor: found.body.next_cursor, sort: 'name', search: '' })).toMatchObject(refusal)
    const history = { params: { id: listId }, body: { cursor } as never }
    expect(await t.call(listHistory, history, user)).toMatchObject(refusal)
    expect(await t.call(lists, { query: { cursor } as never }, user)).toMatchObject(refusal)
  })

  it.each([
    ['cut off', (whole: string) => whole.slice(0, -1)],
    ['changed', (whole: string) => whole.replace(/.{4}$/, 'AAAA')],
    ['made up', () => 'v1.eyJvcmRlciI6IngiLCJ2YWx1ZXMiOltdfQ'],
    ['a number', () => '2'],
  ])('when it is %s', async (_what, change) => {
    expect(await call({ cursor: change(cursor), sort: 'name', search: '' })).toMatchObject(refusal)
  })

  it('when the reader’s language orders names otherwise than the one it was made with', async () => {
    const own = await t.account()
    const { id } = await seedList(t, own, { leads: names })
    const first = await call({ limit: 1, sort: 'name' }, id, own)
    await t.app.ctx.db.updateTable('app_user').set({ locale: 'sv-SE' }).where('id', '=', own.id).execute()
    expect(await call({ cursor: first.body.next_cursor, sort: 'name' }, id, own)).toMatchObject(refusal)
  })
})
