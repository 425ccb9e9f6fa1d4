import { expect, test } from 'vitest'
import { delimiterWords, fieldsOf, mapField, missingFields } from './mapping.ts'

test('an import needs an id and a name', () => {
  expect(missingFields({})).toEqual(['id', 'name'])
  expect(missingFields(mapField({ id: 'osm_id' }, 'name', 'title'))).toEqual([])
  expect(missingFields(mapField({ id: 'a', name: 'b' }, 'name', ''))).toEqual(['name'])
})

test('one column may feed several fields, and the preview shows all of them', () => {
  expect(fieldsOf({ id: 'key', name: 'title', website: 'key' }, 'key')).toEqual(['id', 'website'])
})

test('delimiters are named', () => {
  expect([delimiterWords('\t'), delimiterWords('~')]).toEqual(['tab', '“~”'])
})
