import { expect, test } from 'vitest'
import { PLACE_FIELDS } from '#contract/leads/place-fields.ts'
import {
  columnLabels,
  fileLabels,
  isMapped,
  listFields,
  mapField,
  missingFields,
  statedMapping,
} from './mapping.ts'

test('an import requires an id and a name', () => {
  expect(missingFields({}, 'places')).toEqual(['id', 'name'])
  expect(missingFields(mapField({ id: 'osm_id' }, 'name', 'title'), 'places')).toEqual([])
  expect(missingFields(mapField({ id: 'a', name: 'b' }, 'name', ''), 'places')).toEqual(['name'])
  expect(missingFields({ email: 'mail' }, 'people')).toEqual(['name'])
  expect(missingFields({ last_name: 'Surname' }, 'people')).toEqual([])
})

test('one column can feed several fields, and the preview shows each', () => {
  expect(listFields({ id: 'key', name: 'title', website: 'key' }, 'key', 'places')).toEqual(['id', 'website'])
})

test('describes a file in one line: its format and its columns', () => {
  const csv = { format: 'csv' as const, layout: null, columns: ['a', 'b'], delimiter: '\t', mapping: {} }
  expect(fileLabels(csv)).toBe('CSV, 2 columns, separated by tab')
  expect(fileLabels({ ...csv, delimiter: '~' })).toBe('CSV, 2 columns, separated by “~”')
  expect(fileLabels({ ...csv, format: 'geojson', delimiter: null })).toBe('GeoJSON, 2 columns')
  const known = { ...csv, format: 'osm.pbf' as const, layout: 'OpenStreetMap', delimiter: null }
  expect(fileLabels(known)).toBe('OpenStreetMap, no columns to map')
  expect([columnLabels(csv, 'id'), columnLabels(known, 'id')]).toEqual(['id', 'ID in the source'])
})

test('a known layout needs no mapping', () => {
  const file = { format: 'parquet' as const, columns: [], delimiter: null, mapping: {} }
  expect(isMapped({ ...file, layout: null }, {}, 'places')).toBe(false)
  expect(isMapped({ ...file, layout: null }, { id: 'a', name: 'b' }, 'places')).toBe(true)
  expect(isMapped({ ...file, layout: 'Overture Maps' }, {}, 'places')).toBe(true)
})

test('the request maps every field in view to a column or to none', () => {
  const sent = statedMapping({ id: 'ID', name: 'Title' }, 'places')
  expect(Object.keys(sent)).toEqual([...PLACE_FIELDS])
  expect(sent).toMatchObject({ id: 'ID', name: 'Title', phone: '', lat: '' })
})
