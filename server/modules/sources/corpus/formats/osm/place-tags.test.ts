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
])('the category and state of a place in OpenStreetMap’s tags: %s', (_what, tags, category, status) => {
  const place = placeInTags({ name: 'A', ...tags })
  expect([place?.category, place?.status, place?.street || undefined]).toEqual([category, status, undefined])
})

it('a place without a name is skipped', () => {
  expect(placeInTags({ amenity: 'cafe' })).toBeNull()
})

it.each([
  ['DE', 'Lange Straße', '12', 'Lange Straße 12'],
  ['IT', 'Via Nuova', '7/A', 'Via Nuova 7/A'],
  ['NL', 'Korte Dijk', '3', 'Korte Dijk 3'],
  ['US', 'Main Street', '40', '40 Main Street'],
  ['FR', 'Rue Haute', '9', '9 Rue Haute'],
  ['', 'Bachweg', '7', 'Bachweg 7'],
  ['', 'High Street', '7', '7 High Street'],
  ['', 'Rue Haute', '9', '9 Rue Haute'],
  ['DE', '', '9', ''],
])('the house number in %s stands where it is written there: %s %s', (country, street, number, written) => {
  const tags = { 'addr:street': street, 'addr:housenumber': number, 'addr:country': country }
  expect(placeInTags({ name: 'Amsel', shop: 'bakery', ...tags })?.street).toBe(written)
})
