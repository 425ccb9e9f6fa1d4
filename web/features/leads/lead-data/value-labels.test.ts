import { describe, expect, test } from 'vitest'
import { choiceLabel, countryName, phoneHref, prettyId, safeUrl, shortUrl } from './value-labels.ts'

describe('links', () => {
  test.each([
    ['example.com/a?b=1', 'https://example.com/a?b=1'],
    [' HTTP://example.com ', 'http://example.com/'],
    ['example.com:8080', 'https://example.com:8080/'],
  ])('the address “%s” links to %s', (value, href) => expect(safeUrl(value)).toBe(href))

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'java\tscript:alert(1)',
    'ftp://example.com',
    'n/a',
    '',
    'https://',
  ])('the address “%s” is never linked', (value) => expect(safeUrl(value)).toBeNull())

  test('links of phone numbers contain digits only', () => {
    expect(phoneHref('+1 (503) 555-0199')).toBe('tel:+15035550199')
    expect(phoneHref('n/a')).toBeNull()
  })

  test('addresses are shortened for reading', () =>
    expect(shortUrl('https://www.example.com/')).toBe('example.com'))
})

test('a code without a label is shown in words, and what is no code as it is', () => {
  expect(prettyId('amenity/fast_food')).toBe('Fast food')
  expect([countryName('US'), countryName('Oregon')]).toEqual(['United States', 'Oregon'])
})

test('names are as their owners write them, and choices as somebody wrote them', () => {
  expect(['youtube', 'tiktok', 'other'].map((id) => choiceLabel('platform', id))).toEqual([
    'YouTube',
    'TikTok',
    'other',
  ])
  expect(choiceLabel('business_status', 'temporarily_closed')).toBe('Temporarily closed')
  expect(choiceLabel('account_handle', 'fossasia')).toBe('fossasia')
  expect(['hunter', 'fossasia', 'FOSSASIA', 'city_register'].map((id) => choiceLabel('source', id))).toEqual([
    'Hunter',
    'fossasia',
    'FOSSASIA',
    'city_register',
  ])
})
