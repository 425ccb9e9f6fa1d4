import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIST_TYPE_IDS, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { defaultColumns, ROW_HEIGHTS, ViewColumns } from '#contract/leads/views.ts'
import { listFields } from '#web/lib/list-fields.ts'
import {
  findPlace,
  isShown,
  listWidths,
  moveColumnTo,
  readColumns,
  toggleColumn,
  togglePin,
  validColumns,
  withoutDistance,
  withWidths,
  writeColumns,
} from './grid-columns.ts'
import { anyColumns } from './testing/column-arbitrary.ts'

const anyType = fc.constantFrom(...LIST_TYPE_IDS)
const typeAndColumns = anyType.chain((type) => fc.tuple(fc.constant(type), anyColumns(type)))
const names = ({ shown }: ViewColumns) => shown.map(({ field }) => field)

/** Invariants of every grid: known columns, no duplicates, pinned ones first, widths within limits. */
function expectUsable(type: (typeof LIST_TYPE_IDS)[number], columns: ViewColumns) {
  expect(ViewColumns.safeParse(columns).success).toBe(true)
  const known = listFields(type).map(({ name }) => name)
  expect(names(columns).every((name) => known.includes(name))).toBe(true)
  expect(new Set(names(columns)).size).toBe(columns.shown.length)
  const pins = columns.shown.map(({ pinned }) => pinned)
  expect(pins).toEqual([...pins].sort((a, b) => Number(b) - Number(a)))
}

describe('columns in an address', () => {
  test('survives a round trip through a real address without escapes', () => {
    fc.assert(
      fc.property(typeAndColumns, ([type, columns]) => {
        const cols = writeColumns(type, columns)
        const address = defaultStringifySearch({ cols })
        expect(address).toBe(`?cols=${cols}`)
        expect(readColumns(type, (defaultParseSearch(address) as { cols: unknown }).cols)).toEqual(columns)
      }),
    )
  })

  test('any input gives usable columns or none', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('name', 'email*', 'phone-1', 'gone', '-tall', '-', '*'),
    )
    const hostile = fc.oneof(
      fc.anything(),
      fc.array(word).map((parts) => parts.join('.')),
    )
    fc.assert(
      fc.property(anyType, hostile, (type, raw) => {
        const columns = readColumns(type, raw)
        if (columns) expectUsable(type, columns)
      }),
    )
  })

  test('uses short forms for built-in columns, without collisions with fields or heights', () => {
    for (const type of LIST_TYPE_IDS) {
      expect(writeColumns(type, defaultColumns(type))).toBe('default')
      expect(readColumns(type, 'default')).toEqual(defaultColumns(type))
      for (const { name } of listFields(type)) expect(name).toMatch(/^(?!default$)\w+$/)
    }
    for (const height of ROW_HEIGHTS) expect(height).toMatch(/^[a-z]+$/)
  })

  test('has readable labels', () => {
    expect(readColumns('local', 'name.phone-220.email*.name.-compact')).toEqual({
      shown: [
        { field: 'email', pinned: true, width: null },
        { field: 'name', pinned: false, width: null },
        { field: 'phone', pinned: false, width: 220 },
      ],
      row_height: 'compact',
    })
  })
})

describe('stored columns', () => {
  test('lose deleted fields, and fall back to the default when none are left', () => {
    const column = (field: string) => ({ field, pinned: false, width: null })
    const stored = { shown: [column('gone'), column('phone')], row_height: 'tall' as const }
    expect(validColumns('local', stored)).toEqual({ shown: [column('phone')], row_height: 'tall' })
    expect(validColumns('local', { ...stored, shown: [column('gone')] })).toEqual(defaultColumns('local'))
    expect(validColumns('local', null)).toEqual(defaultColumns('local'))
  })
})

describe('changing columns', () => {
  test('each change leaves a usable grid', () => {
    const change = fc.constantFrom('toggle', 'pin', 'move')
    fc.assert(
      fc.property(typeAndColumns, change, fc.nat(), fc.integer(), ([type, columns], how, which, place) => {
        const { fields } = LIST_TYPES[type]
        const name = fields[which % fields.length]?.name as string
        const changed = {
          toggle: () => toggleColumn(columns, name),
          pin: () => togglePin(columns, name),
          move: () => moveColumnTo(columns, name, place),
        }[how]()
        expect(changed.shown.length).toBeGreaterThan(0)
        expectUsable(type, changed)
      }),
    )
  })

  test('moving keeps every column and stops at the ends and at pinned columns', () => {
    const columns = defaultColumns('local')
    const [first, second] = names(columns) as [string, string]
    expect(names(moveColumnTo(columns, second, 999)).at(-1)).toBe(second)
    expect(names(moveColumnTo(columns, second, -1))).toEqual(names(columns))
    expect(findPlace(moveColumnTo(columns, first, 3), first)).toBe(0)
    expect(names(moveColumnTo(columns, 'gone', 0))).toEqual(names(columns))
  })

  test('a shown column is added at the end, a pinned one after the pinned columns; the last one cannot be hidden', () => {
    let columns = toggleColumn(defaultColumns('single'), 'domain')
    columns = isShown(columns, 'domain') ? columns : toggleColumn(columns, 'domain')
    expect(names(columns).at(-1)).toBe('domain')
    expect(names(togglePin(columns, 'domain'))[1]).toBe('domain')
    for (const name of names(columns)) columns = toggleColumn(columns, name)
    expect(columns.shown).toHaveLength(1)
  })

  test('widths are whole pixels within limits, and unnamed columns have their default width', () => {
    const columns = withWidths(defaultColumns('local'), { name: 5000, phone: 99.6, gone: 100 })
    expect(listWidths(columns)).toEqual({ name: 600, phone: 100 })
    expect(listWidths(withWidths(columns, {}))).toEqual({})
  })
})

test('the distance is a column only where a lead has one', () => {
  const columns = defaultColumns('local')
  const none = withoutDistance('local', columns, [{ values: { name: 'A' } }])
  expect(names(columns)).toContain('distance_km')
  expect(names(none)).toEqual(names(columns).filter((name) => name !== 'distance_km'))
  expect(withoutDistance('local', columns, [{ values: { distance_km: 0 } }])).toBe(columns)
})
