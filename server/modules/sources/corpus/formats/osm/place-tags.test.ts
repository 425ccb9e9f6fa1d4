import { expect, it } from 'vitest'
import { placeInTags } from './place-tags.ts'

it('place tags become lead fields', () => {
  expect(
    placeInTags({
      name: 'Chez Eve',
      amenity: 'restaurant',
      'addr:housenumber': '12',
      'addr:street': 'Rue Longue',
      'addr:city': 'Monaco',
      'addr:postcode': '98000',
      'addr:country': 'MC',
      'contact:phone': '+377 97 00 00 00',
      'contact:website': 'https://eve.example',
      email: 'hello@eve.example',
    }),
  ).toEqual({
    name: 'Chez Eve',
    category: 'amenity=restaurant',
    street: '12 Rue Longue',
    city: 'Monaco',
    state: '',
    postal_code: '98000',
    country: 'MC',
    phone: '+377 97 00 00 00',
    website: 'https://eve.example',
    email: 'hello@eve.example',
  })
})

it.each<[string, Record<string, string>, string | undefined, string | undefined]>([
  [
    'of several kinds the one that the vocabulary knows',
    { shop: 'strange', amenity: 'cafe' },
    'amenity=cafe',
    undefined,
  ],
  ['a kind that nobody knows', { shop: 'strange' }, 'shop=strange', undefined],
  ['a kind that is denied', { shop: 'no' }, undefined, undefined],
  ['a former kind', { 'disused:shop': 'bakery' }, undefined, undefined],
  ['an abandoned one', { 'abandoned:tourism': 'hotel' }, undefined, undefined],
  [
    'a former kind beside a living one',
    { 'disused:shop': 'bakery', amenity: 'cafe' },
    'amenity=cafe',
    undefined,
  ],
  ['out of use', { disused: 'yes', amenity: 'cafe' }, 'amenity=cafe', 'closed'],
  [
    'a house number without a street',
    { amenity: 'cafe', 'addr:housenumber': '3' },
    'amenity=cafe',
    undefined,
  ],
])('%s', (_what, tags, category, status) => {
  const place = placeInTags({ name: 'A', ...tags })
  expect([place?.category, place?.status, place?.street || undefined]).toEqual([category, status, undefined])
})

it('a place without a name is skipped', () => {
  expect(placeInTags({ amenity: 'cafe' })).toBeNull()
})
