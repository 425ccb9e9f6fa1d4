import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tidyCase, tidyEmail, tidyName, tidyPhone, tidyUrl } from './tidy-value.ts'

describe('a tidied name', () => {
  it.each([
    ['ACME BREWING GMBH', 'Acme Brewing GmbH'],
    ['acme brewing ,inc.', 'Acme Brewing, Inc.'],
    ['anna müller', 'Anna Müller'],
    ["O'BRIEN AND SONS", "O'Brien and Sons"],
    ['MCDONALD GARAGE', 'McDonald Garage'],
    ['JEAN-LUC PICARD', 'Jean-Luc Picard'],
    ['IBM DEUTSCHLAND', 'IBM Deutschland'],
  ])('%s becomes %s', (from, to) => expect(tidyName(from)).toBe(to))

  it.each([
    'McDonald',
    'deBoer',
    'IBM',
    'eBay',
    'Acme GmbH',
    'Booking.com',
    'booking.com',
    '漢字',
    'ΑΒΓΔΕ ΖΗΘ',
    'H&M',
    '3M',
    '3m',
    '',
  ])('%s stays', (name) => expect(tidyName(name)).toBe(name))
})

it('drops directions for visitors from an address, and nothing else', () => {
  expect(tidyUrl('HTTPS://Acme.Example/a?utm_source=x&id=2&fbclid=9#top')).toBe(
    'https://acme.example/a?id=2#top',
  )
  expect(tidyUrl('https://acme.example/?gclid=1')).toBe('https://acme.example/')
  expect(tidyUrl('acme.example')).toBe('http://acme.example')
  for (const url of ['https://acme.example', 'https://acme.example/a?id=%20b', 'not an address'])
    expect(tidyUrl(url)).toBe(url)
})

it('lowercases emails, but leaves what is not a single address', () => {
  expect(tidyEmail('Info@Acme.Example')).toBe('info@acme.example')
  for (const text of ['A@b.example, C@d.example', 'Nobody']) expect(tidyEmail(text)).toBe(text)
})

it('writes a phone number as E.164, but leaves longer text alone', () => {
  expect(tidyPhone('030 1234567', 'DE')).toBe('+49301234567')
  expect(tidyPhone('+49 (30) 1234567', null)).toBe('+49301234567')
  for (const text of [
    '030 1234567',
    '+49 30 1234567 ext. 5',
    '1-800-FLOWERS',
    '+49 30 1234567; +49 30 1234568',
  ])
    expect(tidyPhone(text, null)).toBe(text)
})

const naughty = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(..."aAbMmCcßİıÄä'’-/,. &1ǅŉ", 'GMBH', 'inc', ' and ', '?utm_a=1&', 'http://', '@'),
  }),
)
const KINDS = { tidyName, tidyCase, tidyUrl, tidyEmail, tidyPhone: (text: string) => tidyPhone(text, 'DE') }

it.each(Object.entries(KINDS))('%s is idempotent and never empties a value', (_name, tidy) => {
  fc.assert(
    fc.property(naughty, (text) => {
      const once = tidy(text)
      expect(tidy(once)).toBe(once)
      expect(once === '').toBe(text === '')
    }),
    { numRuns: 2000 },
  )
})
