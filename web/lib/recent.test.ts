import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRecent, noteRecent, readRecent } from './recent.ts'

// Files share a worker: leftovers would affect the next one.
afterEach(() => vi.unstubAllGlobals())

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})

const list = (id: number) =>
  ({ kind: 'list', href: `/saved-lists/local-${id}`, label: `List ${id}` }) as const

test('the newest entry comes first, without duplicates, per person', () => {
  noteRecent(1, list(1))
  noteRecent(1, list(2))
  noteRecent(1, list(1))
  noteRecent(2, list(3))
  expect(readRecent(1).map(({ label }) => label)).toEqual(['List 1', 'List 2'])
  expect(readRecent(2).map(({ label }) => label)).toEqual(['List 3'])
  for (let id = 10; id < 40; id++) noteRecent(1, list(id))
  expect(readRecent(1)).toHaveLength(12)
})

test('removes a deleted item with its contents and nothing else', () => {
  noteRecent(1, { kind: 'lead', href: '/saved-lists/local-1?lead=5', label: 'Ann' })
  noteRecent(1, list(1))
  noteRecent(1, list(12))
  forgetRecent(1, '/saved-lists/local-1')
  expect(readRecent(1).map(({ label }) => label)).toEqual(['List 12'])
})

test('ignores foreign data in the storage', () => {
  storage.set(
    'recent.1',
    JSON.stringify([
      list(1),
      null,
      ...['//evil.example', '/\\evil.example', '/..//evil.example'].map((href) => ({ ...list(2), href })),
      { kind: 'list' },
    ]),
  )
  expect(readRecent(1)).toEqual([list(1)])
  storage.set('recent.1', '{not json')
  expect(readRecent(1)).toEqual([])
})
