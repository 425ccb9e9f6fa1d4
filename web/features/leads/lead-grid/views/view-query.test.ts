import { describe, expect, test } from 'vitest'
import { defaultColumns, LeadView, ViewFilters } from '#contract/leads/views.ts'
import { readColumns } from '../../lead-data/grid-columns.ts'
import { EMPTY_QUERY, type GridQuery } from '../../lead-data/grid-query.ts'
import { currentView } from './use-views.ts'
import { allLeadsQuery, isChanged, openedQuery, savedPart, type ViewsReply, viewQuery } from './view-query.ts'

const COLUMNS = readColumns('local', 'email*-300.name.-compact') as NonNullable<
  ReturnType<typeof readColumns>
>
const QUERY: GridQuery = {
  ...EMPTY_QUERY,
  search: ' ale ',
  search_type: 'start',
  custom_search: [{ field: 'city', operator: 'like', value: ['Portland'] }],
  filter: { or: [{ field: 'name', operator: 'not empty' }] },
  startDate: '2026-01-01',
  endDate: '2026-02-01',
  sent: 2,
  withEmail: 1,
  sort: '-name',
  page: 3,
  limit: 50,
  lead: 7,
  cols: 'email*-300.name.-compact',
}

/** As stored by the server: JSON whose keys return in another order. */
function stored(part: ReturnType<typeof savedPart>, id = 5): LeadView {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, turned(item)]),
    )
  }
  return LeadView.parse({
    id,
    type: 'local',
    name: 'Ales',
    visibility: 'mine',
    ...(turned(part) as object),
    is_mine: true,
    can: { edit: true },
    owner: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  })
}
const VIEW = stored(savedPart(QUERY, COLUMNS))
const saved = (change: Partial<ViewsReply> = {}): ViewsReply => ({
  data: [VIEW],
  default_view_id: null,
  columns: null,
  ...change,
})
const opened = (query: Partial<GridQuery>, views?: ViewsReply) =>
  openedQuery('local', { ...EMPTY_QUERY, ...query }, views)

describe('a saved view', () => {
  test('stores what the contract allows: everything but page, open lead and trash', () => {
    const { filters, sort, columns } = savedPart(QUERY, COLUMNS)
    expect(ViewFilters.parse(filters)).toEqual(filters)
    expect({ sort, columns }).toEqual({ sort: '-name', columns: COLUMNS })
    expect(filters).toMatchObject({ search: 'ale', withEmail: 1, sent: 2, startDate: '2026-01-01' })
  })

  test('opens unchanged on the first page', () => {
    const again = viewQuery('local', VIEW, QUERY)
    expect(again).toEqual({ ...QUERY, search: 'ale', page: 1, lead: null, viewId: 5 })
    expect(isChanged('local', again, VIEW)).toBe(false)
    expect(isChanged('local', { ...again, page: 2, limit: 20, lead: 3, view: 'bin' }, VIEW)).toBe(false)
  })

  test.each<[string, Partial<GridQuery>]>([
    ['a filter', { withEmail: -1 }],
    ['the order', { sort: 'name' }],
    ['a group', { filter: null }],
    ['the words', { search: '' }],
    ['a width', { cols: 'email*-301.name.-compact' }],
    ['the row height', { cols: 'email*-300.name' }],
  ])('is changed by %s', (_what, change) => {
    expect(isChanged('local', { ...viewQuery('local', VIEW), ...change }, VIEW)).toBe(true)
  })

  test('of an older version drops unknown parts', () => {
    const old = {
      ...VIEW,
      sort: 'gone',
      filters: ViewFilters.parse({ custom_search: [{ field: 'gone', operator: 'empty' }] }),
    }
    expect(viewQuery('local', old)).toMatchObject({ sort: null, custom_search: [] })
  })
})

describe('an incomplete address', () => {
  test('opens the default view, or else all leads with the last columns', () => {
    expect(opened({}, saved({ default_view_id: 5 }))).toEqual(viewQuery('local', VIEW))
    expect(opened({}, saved({ columns: COLUMNS }))).toEqual({ ...EMPTY_QUERY, cols: QUERY.cols })
    expect(opened({}, undefined)).toEqual({ ...EMPTY_QUERY, cols: 'default' })
    expect(opened({ lead: 9 }, saved({ default_view_id: 5 }))).toMatchObject({ viewId: 5, lead: 9 })
  })

  test('opens the view it names', () => {
    expect(opened({ viewId: 5 }, saved())).toEqual(viewQuery('local', VIEW))
    expect(opened({ viewId: 6 }, saved({ columns: COLUMNS }))).toEqual(
      allLeadsQuery('local', saved({ columns: COLUMNS })),
    )
  })

  test('keeps its own filters, sort order and trash', () => {
    for (const own of [{ withEmail: 2 }, { sort: 'name' }, { view: 'bin' }] as Partial<GridQuery>[])
      expect(opened(own, saved({ default_view_id: 5, columns: COLUMNS }))).toEqual({
        ...EMPTY_QUERY,
        ...own,
        cols: QUERY.cols,
      })
  })

  test('always gets columns, so that it is completed once', () => {
    for (const views of [undefined, saved(), saved({ default_view_id: 5 })])
      for (const query of [{}, { viewId: 5 }, { viewId: 6 }, { sent: 1 as const }])
        expect(opened(query, views).cols).not.toBe('')
  })
})

describe('the current view', () => {
  test('is the opened one, all leads, or an unshared view', () => {
    const on = (query: Partial<GridQuery>, views?: ViewsReply) => {
      const { view, name, changed } = currentView(
        'local',
        { ...EMPTY_QUERY, cols: 'default', ...query },
        views,
      )
      return [view?.id, name, changed]
    }
    expect(on(viewQuery('local', VIEW), saved())).toEqual([5, 'Ales', false])
    expect(on({ viewId: 5 }, saved())).toEqual([5, 'Ales', true])
    expect(on({}, saved())).toEqual([undefined, 'All leads', false])
    expect(on({ cols: 'name' }, saved())).toEqual([undefined, 'All leads', false])
    expect(on({ sort: 'name' }, saved())).toEqual([undefined, 'All leads', true])
    expect(on({ viewId: 6 }, saved())).toEqual([undefined, 'Unsaved view', true])
    expect(on({ viewId: 6 }, undefined)).toEqual([undefined, 'All leads', false])
    expect(defaultColumns('local').shown.length).toBeGreaterThan(1)
  })
})
