import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineSource, type SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import {
  type LeadBatch,
  type LeadSource,
  ProviderError,
  type SearchContext,
  type SourceQuery,
} from '#server/providers/lead-sources/index.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { createJoinedSource } from './joined-source.ts'

let t: TestApp
let accountId: number
beforeAll(async () => {
  t = await sharedWebApp()
  accountId = (await t.account()).accountId
})
afterAll(() => t.close())

type Cursors = Record<string, (Record<string, unknown> | null)[]>
/** A source with one lead; it records the cursors that it continues from. */
function sourceOf(id: string, declared: Partial<SourceDeclaration> = {}, cursors: Cursors = {}): LeadSource {
  const declaration = defineSource({
    id,
    label: id,
    answers: { local: [], people: [] },
    terms: { text: 'For tests', url: null },
    ...declared,
  })
  return {
    declaration,
    quote: async () => ({ matched: 1, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }),
    async *search(_query, { cursor }): AsyncIterable<LeadBatch> {
      cursors[id] = [...(cursors[id] ?? []), cursor]
      yield { leads: [{ key: `${id}-1`, values: {} } as never], cursor: { page: 2 } }
    },
  }
}
const failing = (id: string): LeadSource => ({
  ...sourceOf(id),
  search() {
    throw new ProviderError({ id, label: id }, 'unauthorized')
  },
})

const QUERY: SourceQuery = { type: 'local', search: {} }
const joinedOf = (sources: LeadSource[]) =>
  createJoinedSource(testContext({ db: t.app.database.db, sources }))
interface Search {
  type?: SourceQuery['type']
  cursor?: Record<string, unknown> | null
  isAborted?: boolean
}
async function search(sources: LeadSource[], { type = 'local', cursor = null, isAborted }: Search = {}) {
  const joined = joinedOf(sources)
  const controller = new AbortController()
  if (isAborted) controller.abort()
  const context = { accountId, cursor, batchSize: 5, signal: controller.signal } as unknown as SearchContext
  const found: { key: string; free: boolean; cursor: unknown }[] = []
  for await (const batch of joined.search!({ ...QUERY, type }, context))
    for (const { key, free: isFree } of batch.leads)
      found.push({ key, free: isFree === true, cursor: batch.cursor })
  return found
}
const keys = async (...input: Parameters<typeof search>) => (await search(...input)).map(({ key }) => key)

describe('the account’s sources together', () => {
  it('are searched for businesses without a vendor’s price first, for people in their order', async () => {
    const sources = [sourceOf('paid', { vendorPrice: '1 a lead' }), sourceOf('unpaid')]
    expect(await keys(sources)).toEqual(['unpaid-1', 'paid-1'])
    expect(await keys(sources, { type: 'people' })).toEqual(['paid-1', 'unpaid-1'])
  })

  it('continue with the cursor of the source that had given it, and start the later ones', async () => {
    const cursors: Cursors = {}
    const sources = ['first', 'second', 'third'].map((id) => sourceOf(id, {}, cursors))
    const found = await search(sources, { cursor: { source: 'second', cursor: { page: 9 } } })
    expect(cursors).toEqual({ second: [{ page: 9 }], third: [null] })
    expect(found.at(-1)?.cursor).toEqual({ source: 'third', cursor: { page: 2 } })
  })

  it('start again when the source of the cursor is gone', async () => {
    const cursors: Cursors = {}
    const sources = ['first', 'second'].map((id) => sourceOf(id, {}, cursors))
    await search(sources, { cursor: { source: 'gone', cursor: { page: 9 } } })
    expect(cursors).toEqual({ first: [null], second: [null] })
  })

  it('mark as free what is free for the account', async () => {
    const found = await search([sourceOf('mine', { price: 'free' }), sourceOf('shared')])
    expect(found.map(({ key, free }) => [key, free])).toEqual([
      ['mine-1', true],
      ['shared-1', false],
    ])
  })

  it('go on after one that fails, and fail when none has answered', async () => {
    expect(await keys([failing('broken'), sourceOf('works')])).toEqual(['works-1'])
    await expect(search([failing('broken')])).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('end with the search that is stopped', async () => {
    await expect(search([failing('broken'), sourceOf('works')], { isAborted: true })).rejects.toThrow(
      ProviderError,
    )
  })

  it('leave out one that can’t find similar leads', async () => {
    const similar = sourceOf('similar', { findsAlike: true })
    const joined = joinedOf([similar, sourceOf('plain')])
    const quote = await joined.quote({ ...QUERY, search: { alike: [1] } }, { accountId, keys: 0 } as never)
    expect(quote.matched).toBe(1)
    expect(quote.requested?.map(({ leftOut }) => leftOut)).toEqual([null, 'plain can’t find similar leads'])
  })
})
