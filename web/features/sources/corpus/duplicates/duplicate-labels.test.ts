import { expect, it } from 'vitest'
import { apartLabel, comparedFields, type PlaceOfDuplicate, reasonLabel } from './duplicate-labels.ts'

const place = (part: Partial<PlaceOfDuplicate>): PlaceOfDuplicate => ({
  id: 1,
  source: 'osm',
  licence: 'ODbL',
  source_key: '1',
  name: 'Café Müller',
  category: null,
  street: null,
  postal_code: null,
  city: null,
  country: null,
  phone: null,
  website: null,
  email: null,
  status: 'open',
  ...part,
})

it('reasons have labels, the name once and the distance last', () => {
  expect(reasonLabel({ same: ['name', 'phone', 'spot'], metres: 38, names: 1 }, 'km')).toEqual([
    'Same name',
    'Same phone',
    '38 m apart',
  ])
  expect(reasonLabel({ same: ['domain'], metres: null, names: 0.82 }, 'km')).toEqual([
    'Same website',
    'Names 82% alike',
  ])
})

it('distances are in the reader’s unit', () => {
  expect([apartLabel(38, 'mi'), apartLabel(1200, 'km')]).toEqual(['125 ft apart', '1.2 km apart'])
})

it('marks differences, but not other spellings or missing values', () => {
  const fields = comparedFields({
    other: place({ phone: '+4930', website: 'https://www.a.example/', street: 'Torstr. 1' }),
    place: place({ name: 'cafe muller', website: 'http://a.example', street: 'Weserstr. 2' }),
  })
  expect(fields.map(({ label, differs }) => [label, differs])).toEqual([
    ['Name', false],
    ['Street', true],
    ['Phone', false],
    ['Website', false],
    ['Status', false],
  ])
})
