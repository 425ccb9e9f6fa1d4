import { expect, test } from 'vitest'
import { PLACE_FIELDS } from '#contract/place-fields.ts'
import { delimiterWords, fieldsOf, mapField, missingFields, statedMapping } from './mapping.ts'

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

test('what is sent says of every field where it stands, or that it stands nowhere', () => {
  const sent = statedMapping({ id: 'ID', name: 'Title' })
  expect(Object.keys(sent)).toEqual([...PLACE_FIELDS])
  expect(sent).toMatchObject({ id: 'ID', name: 'Title', phone: '', lat: '' })
})
