import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIST_TYPE_IDS, LIST_TYPES } from '#contract/list-types/index.ts'
import {
  defaultPrefs,
  MAX_WIDTH,
  MIN_WIDTH,
  moveColumn,
  moveColumnTo,
  readPrefs,
  toggleColumn,
  togglePin,
  visibleColumns,
} from './column-prefs.ts'

describe('column preferences', () => {
  test('what is stored is read back', () => {
    const prefs = togglePin(toggleColumn(moveColumn(defaultPrefs('local'), 'phone', 2), 'email'), 'city')
    expect(readPrefs('local', JSON.stringify(prefs))).toEqual(prefs)
  })

  test('anything stored gives a usable grid: every field once, at least one shown', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          order: fc.array(fc.constantFrom('name', 'phone', 'gone', 'email')),
          hidden: fc.array(fc.constantFrom('name', 'phone', 'gone', 'email')),
          pinned: fc.anything(),
          widths: fc.dictionary(fc.constantFrom('name', 'gone'), fc.double()),
          density: fc.anything(),
        })
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...LIST_TYPE_IDS), junk, (type, stored) => {
        const prefs = readPrefs(type, stored)
        const names = LIST_TYPES[type].fields.map((field) => field.name)
        expect([...prefs.order].sort()).toEqual([...names].sort())
        expect(visibleColumns(prefs).length).toBeGreaterThan(0)
        for (const width of Object.values(prefs.widths)) {
          expect(width).toBeGreaterThanOrEqual(MIN_WIDTH)
          expect(width).toBeLessThanOrEqual(MAX_WIDTH)
        }
      }),
    )
  })

  test('a field added to the declaration later arrives hidden at the end', () => {
    const stored = JSON.stringify({ order: ['phone', 'name'], hidden: [] })
    const prefs = readPrefs('local', stored)
    expect(visibleColumns(prefs)).toEqual(['phone', 'name'])
    expect(prefs.hidden).toContain('website')
  })

  test('moving keeps every column and stops at the ends', () => {
    const prefs = defaultPrefs('local')
    const first = prefs.order[0]!
    expect(moveColumn(prefs, first, -1).order).toEqual(prefs.order)
    expect(moveColumnTo(prefs, first, 999).order.at(-1)).toBe(first)
    expect(moveColumn(prefs, first, 1).order[1]).toBe(first)
  })

  test('pinned columns come first, and the last shown column cannot be hidden', () => {
    let prefs = togglePin(defaultPrefs('single'), 'domain')
    expect(visibleColumns(prefs).slice(0, 2)).toEqual(['name', 'domain'])
    for (const name of prefs.order)
      prefs = visibleColumns(prefs).includes(name) ? toggleColumn(prefs, name) : prefs
    expect(visibleColumns(prefs)).toHaveLength(1)
  })
})
