import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count, freeText, oneOf, pageSearch, paging } from './page-search.ts'
import { changed } from './search-change.ts'

const STATES = ['queued', 'sent', 'failed'] as const
const mails = pageSearch(
  { search: freeText(60), state: oneOf(STATES, null), ...paging, mail: count(null) },
  { stays: ['mail'] },
)
const EMPTY = { search: '', state: null, page: 1, limit: 20, mail: null }

test('an empty address gives the default, and the default an empty address', () => {
  expect(mails.read({})).toEqual(EMPTY)
  expect(mails.write(EMPTY)).toEqual({})
})

test('only differences are in the address, under their short names', () => {
  const query = { ...EMPTY, search: 'ann', state: 'failed' as const, mail: 7 }
  expect(mails.write(query)).toEqual({ q: 'ann', state: 'failed', mail: 7 })
})

test('survives a round trip through a real address', () => {
  const texts = fc.oneof(
    fc
      .string({ unit: 'grapheme', maxLength: 6 })
      .filter((text) => text.isWellFormed() && !text.includes('\0')),
    fc.constantFrom('123', 'null', 'true', '"x"', '[1]', '{"a":1}'),
  )
  const queries = fc.record({
    search: texts,
    state: fc.constantFrom(null, ...STATES),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    limit: fc.constantFrom(20, 50, 100),
    mail: fc.option(fc.integer({ min: 1 })),
  })
  fc.assert(
    fc.property(queries, (query) => {
      const address = defaultStringifySearch(mails.write(query))
      expect(mails.read(defaultParseSearch(address))).toEqual(query)
    }),
  )
})

test('the parameters of a page are read from any address, however wrong', () => {
  const keys = fc.constantFrom('q', 'state', 'page', 'limit', 'mail')
  fc.assert(
    fc.property(fc.dictionary(keys, fc.anything()), (raw) => {
      const query = mails.read(raw)
      expect(mails.read(mails.write(query))).toEqual(query)
      expect(query.page).toBeGreaterThan(0)
      expect(query.search.length).toBeLessThanOrEqual(60)
    }),
  )
})

test.each([
  [{ page: '3' }, { page: 3 }],
  [{ page: 0 }, { page: 1 }],
  [{ page: 1.5 }, { page: 1 }],
  [{ page: 1_000_001 }, { page: 1 }],
  [{ limit: 7 }, { limit: 20 }],
  [{ limit: 50 }, { limit: 50 }],
  [{ state: 'unknown' }, { state: null }],
  [{ q: 12 }, { search: '12' }],
  [{ q: 'a\0b\ud800' }, { search: 'ab\ufffd' }],
  [{ mail: -1 }, { mail: null }],
])('%j is read as %j', (raw, expected) => {
  expect(mails.read(raw)).toMatchObject(expected)
})

test('a changed query returns to the first page; another record or page does not', () => {
  const now = { ...EMPTY, page: 4 }
  expect(changed(mails, now, { search: 'ann' }).page).toBe(1)
  expect(changed(mails, now, { mail: 3 }).page).toBe(4)
  expect(changed(mails, now, { state: null }).page).toBe(4)
  expect(changed(mails, now, { page: 2 }).page).toBe(2)
  expect(changed(mails, now, { state: 'sent', page: 3 }).page).toBe(3)
})
