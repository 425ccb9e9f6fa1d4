import { describe, expect, test } from 'vitest'
import { countryName, phoneHref, plainValue, prettyId, safeUrl, shortUrl } from './value-labels.ts'

describe('links', () => {
  test.each([
    ['example.com/a?b=1', 'https://example.com/a?b=1'],
    [' HTTP://example.com ', 'http://example.com/'],
    ['example.com:8080', 'https://example.com:8080/'],
  ])('%s links to %s', (value, href) => expect(safeUrl(value)).toBe(href))

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'java\tscript:alert(1)',
    'ftp://example.com',
    'n/a',
    '',
    'https://',
  ])('%s is never linked', (value) => expect(safeUrl(value)).toBeNull())

  test('phone links contain digits only', () => {
    expect(phoneHref('+1 (503) 555-0199')).toBe('tel:+15035550199')
    expect(phoneHref('n/a')).toBeNull()
  })

  test('shortens addresses for reading', () =>
    expect(shortUrl('https://www.example.com/')).toBe('example.com'))
})

describe('labels', () => {
  test('coded values have readable labels', () => {
    expect(prettyId('amenity/fast_food')).toBe('Fast food')
    expect(countryName('US')).toBe('United States')
    expect(countryName('Oregon')).toBe('Oregon')
    expect(plainValue({ name: 'category', kind: 'category' }, 'craft/brewery', 'Craft Brewery')).toBe(
      'Craft Brewery',
    )
    expect(plainValue({ name: 'email_state', kind: 'choice' }, 'catch_all')).toBe('Accept-all')
    expect(plainValue({ name: 'email_kind', kind: 'choice' }, 'org')).toBe('General')
  })
})
