import { describe, expect, it } from 'vitest'
import { placeFile } from '#server/testing/place-files.ts'
import { recogniseFormat } from './recognise-format.ts'

const idOf = async (content: string | Buffer, name?: string, stated?: 'csv' | 'ndjson' | 'geojson') =>
  (await recogniseFormat(placeFile(content, { ...(name && { name }) }), stated)).id

const FEATURES = '{"type": "FeatureCollection", "features": []}'

describe('a format is recognised', () => {
  it.each<[string, string, string, string]>([
    ['a table', 'id,name\n1,One\n', 'places', 'csv'],
    ['nothing that we know', 'id', 'places.xyz', 'csv'],
    ['one object a line', '{"id": 1}\n{"id": 2}\n', 'places.json', 'ndjson'],
    ['one long object', `{"id": "${'x'.repeat(70_000)}"}\n`, 'places', 'ndjson'],
    ['a collection', FEATURES, 'places.json', 'geojson'],
    [
      'an indented collection',
      '{\n  "name": "a",\n  "type": "FeatureCollection",\n  "features": [',
      'a',
      'geojson',
    ],
    ['a collection that says so last', '{"features": [{"type": "Feature"', 'a.json', 'geojson'],
    ['records that have features of their own', '{"id": 1, "features": ["wifi"]}\n', 'a', 'ndjson'],
    ['records whose first is broken', '{"id": 1,\n{"id": 2}\n', 'a.jsonl', 'ndjson'],
  ])('by its contents: %s', async (_what, content, name, id) => {
    expect(await idOf(content, name)).toBe(id)
  })

  it('as stated, where possible', async () => {
    expect(await idOf('id\n1\n', 'a', 'csv')).toBe('csv')
    expect(await idOf(FEATURES, 'a.csv', 'geojson')).toBe('geojson')
    await expect(idOf('id\n1\n', 'a', 'geojson')).rejects.toThrow('This file is not GeoJSON.')
    await expect(idOf(FEATURES, 'a', 'csv')).rejects.toThrow('This file is not CSV. It looks like GeoJSON.')
  })
})

describe('and unsupported ones are named', () => {
  const workbook = Buffer.from(
    'PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\x13\0\x08\x02[Content_Types].xml',
  )
  it.each<[string, string | Buffer, RegExp]>([
    ['a workbook', workbook, /^This is a spreadsheet/],
    ['an archive', Buffer.from('PK\x03\x04 and so on'), /^This is a zip archive/],
    ['a list', '[{"id": 1}]', /^This is JSON, but neither/],
    ['one object over many lines', '{\n  "id": 1\n}\n', /^This is JSON, but neither/],
  ])('%s', async (_what, content, message) => {
    await expect(idOf(content, 'places.csv')).rejects.toThrow(message)
    await expect(idOf(content, 'places.csv', 'csv')).rejects.toThrow(message)
  })

  it('by its name when nothing else matches', async () => {
    await expect(idOf('id,name\n', 'places.geojson')).rejects.toThrow('The name says GeoJSON')
  })
})
