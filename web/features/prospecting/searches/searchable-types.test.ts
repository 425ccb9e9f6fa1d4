import { expect, test } from 'vitest'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { searchableTypes } from './searchable-types.ts'

test('offers the types that the server lists, in its order and with its labels', () => {
  const allowed = [
    { type: 'single', label: 'Domains' },
    { type: 'later', label: 'Of a newer server' },
    { type: 'local', label: 'Places' },
  ]
  expect(searchableTypes(allowed)).toEqual([
    { id: 'single', label: 'Domains' },
    { id: 'local', label: 'Places' },
  ])
  expect(searchableTypes([]).map(({ id }) => id)).toEqual(LIST_TYPE_IDS)
})
