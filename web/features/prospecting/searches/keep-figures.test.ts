import { expect, it } from 'vitest'
import { keepFigures } from './keep-figures.ts'

const requested = (type: string, source: string) => ({
  queryKey: ['searches.count', { body: { type, search: { source } } }],
})

it('a search form keeps figures while the search changes and drops those of another source or type', () => {
  const keep = keepFigures('people', 'hunter')
  expect(keep(7, requested('people', 'hunter'))).toBe(7)
  expect(keep(7, requested('people', 'corpus'))).toBeUndefined()
  expect(keep(7, requested('local', 'hunter'))).toBeUndefined()
  expect(keep(7, undefined)).toBeUndefined()
})
