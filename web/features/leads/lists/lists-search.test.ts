import { expect, test } from 'vitest'
import { lists } from '#contract/leads/lists.ts'
import { listsSearch, toApiQuery } from './lists-search.ts'

test('old bookmarked addresses keep their meaning', () => {
  const raw = { q: 'bars', type: 'people', view: 'archived', sort: '-total', page: 3, limit: 50 }
  const query = listsSearch.read(raw)
  expect(query).toEqual({
    search: 'bars',
    folder: null,
    tag: null,
    type: 'people',
    created_by: null,
    run_state: null,
    pinned: null,
    view: 'archived',
    sort: '-total',
    page: 3,
    limit: 50,
  })
  expect(listsSearch.write(query)).toEqual(raw)
})

test('any address gives a query that the API accepts', () => {
  for (const raw of [
    {},
    { q: ' a\0 ', type: 'x', view: 4, sort: [], page: -1, limit: 7 },
    { sort: 'total' },
    { by: '7', run: 'working', pinned: 'only', sort: '-coverage' },
    { tag: ' Spring ' },
    { tag: 2026 },
    { tag: [] },
    { folder: 'Spring' },
    { folder: 2026 },
    { by: 'x', run: 'x', pinned: 'x', sort: 'x' },
  ]) {
    const query = Object.fromEntries(
      Object.entries(toApiQuery(listsSearch.read(raw))).map(([key, value]) => [key, String(value)]),
    )
    expect(lists.query?.safeParse(query).success).toBe(true)
  }
})
