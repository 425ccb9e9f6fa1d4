import { createReadStream, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { normalisePhone } from '#server/platform/text/read-phone.ts'
import { openData } from '#server/testing/open-data.ts'
import { cleanText } from './clean-text.ts'
import { normaliseEmail } from './normalise-email.ts'
import { normaliseStatus } from './normalise-status.ts'
import { normaliseUrl, ownDomain, registrableDomain } from './normalise-url.ts'
import { parseCoordinate } from './parse-coordinate.ts'

describe('normalisePhone', () => {
  it.each<[string, string | null, string, string[]]>([
    ['(503) 555-0123', 'US', '+15035550123', []],
    ['+49 9261 628000', null, '+499261628000', []],
    ['0049 9261 628000', null, '+499261628000', []],
    ['09261 628000', 'DE', '+499261628000', []],
    ['0911/604237', 'DE', '+49911604237', []],
    ['+377 93 15 15 15; +377 93 50 68 60', 'MC', '+37793151515', ['+37793506860']],
    ['503-555-0123 / 503-555-0124', 'US', '+15035550123', ['+15035550124']],
    ['503-555-0123 or 503-555-0123', 'US', '+15035550123', []],
    ['n/a, 503-555-0123', 'US', '+15035550123', []],
    ['503-555-0123 ext. 4', 'US', '+15035550123', []],
    ['503-555-0123, ext 4', 'US', '+15035550123', []],
    ['4915123456780', 'DE', '+4915123456780', []],
    ['(49) 151 23456780', 'DE', '+4915123456780', []],
    ['62812345670', 'ID', '+62812345670', []],
    ['38344123450', 'XK', '+38344123450', []],
    ['015123456780', 'DE', '+4915123456780', []],
    ['15112345678', 'DE', '+4915112345678', []],
    ['5111234567', 'DE', '+495111234567', []],
    ['00 49 30 901820', 'US', '+4930901820', []],
    ['٠٣٠ ٩٠١٨٢٠', 'DE', '+4930901820', []],
    ['０３０ ９０１８２０', 'DE', '+4930901820', []],
    ['Tel: 503.555.0123', 'US', '+15035550123', []],
    ['9054445050.0', 'CA', '+19054445050', []],
  ])('%s in %s becomes %s', (raw, country, e164, rest) => {
    expect(normalisePhone(raw, country)).toEqual({ e164, rest })
  })

  it.each<[string, string | null]>([
    ['', 'US'],
    ['call us', 'US'],
    ['714660', 'US'],
    ['http://www.example.com/', 'US'],
    ['09261 628000', null],
    ['09261 628000', 'XX'],
    ['41791234560', 'DE'],
    ['491512345678.0', 'DE'],
    ['436641234560', 'DE'],
  ])('finds nothing in %j (%s)', (raw, country) => {
    expect(normalisePhone(raw, country)).toBeNull()
  })
})

const phones = openData('phones/real_phones_oracle.csv')
describe.skipIf(!phones)('normalisePhone on real phone numbers', () => {
  it('matches the reference implementation', async () => {
    let [valid, agreed, invalid, refused] = [0, 0, 0, 0]
    for await (const event of readCsv(createReadStream(phones!))) {
      if (event.kind !== 'row') continue
      const [, , raw, region, e164, isValid] = event.values
      const found = normalisePhone(raw!, region!)?.e164 ?? null
      if (isValid === '1') {
        valid++
        if (found === e164) agreed++
      } else {
        invalid++
        // Numbers with ".0" from a spreadsheet are accepted on purpose.
        if (found === null || raw!.endsWith('.0')) refused++
      }
    }
    expect(valid).toBe(24_405)
    expect(agreed / valid).toBeGreaterThanOrEqual(0.999)
    expect(refused / invalid).toBeGreaterThanOrEqual(0.99)
  })
})

describe('normaliseUrl', () => {
  it.each([
    ['http://www.antla.de', 'http://www.antla.de'],
    ['http://Example.COM/Path/?q=1#x', 'http://example.com/Path/?q=1#x'],
    ['HTTPS://example.com/', 'https://example.com/'],
    ['www.example.com', 'http://www.example.com'],
    [' example.com/shop ', 'http://example.com/shop'],
    ['//example.com', 'http://example.com'],
    ['example.com:8080/x', 'http://example.com:8080/x'],
    ['http:/example.com', 'http://example.com'],
    ['http//example.com', 'http://example.com'],
    ['http://www.bergmühle.de/', 'http://www.xn--bergmhle-b6a.de/'],
    ['http://a.example; http://b.example', 'http://a.example'],
    ['shop.acme.test', 'http://shop.acme.test'],
    ['http://192.0.2.7/x', 'http://192.0.2.7/x'],
  ])('%s becomes %s', (raw, url) => {
    expect(normaliseUrl(raw)).toBe(url)
  })

  it.each([
    '',
    'none',
    'N/A',
    'n.a',
    'http://tbd',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'ftp://example.com',
    'info@example.com',
    'http://info@example.com',
    'http://exa mple.com',
    'http://www..example.com',
    'http://2130706433',
    'http://0x7f.1',
    'file:///etc/passwd',
    '/relative',
    'http://',
    'http://<script>.com',
    `http://example.com/${'x'.repeat(3000)}`,
  ])('refuses %j', (raw) => {
    expect(normaliseUrl(raw)).toBeNull()
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (raw) => {
        const once = normaliseUrl(raw)
        if (once !== null) expect(normaliseUrl(once)).toBe(once)
      }),
    )
  })
})

describe('registrableDomain', () => {
  it('handles shared suffixes', () => {
    expect(registrableDomain('https://www.acme.co.uk/x')).toBe('acme.co.uk')
    expect(registrableDomain('https://shop.acme.myshopify.com')).toBe('acme.myshopify.com')
    expect(registrableDomain('https://myshopify.com')).toBeNull()
    expect(registrableDomain('http://127.0.0.1/')).toBeNull()
  })

  it('distinguishes pages on shared hosts from own domains', () => {
    expect(ownDomain('https://www.facebook.com/acme')).toBeNull()
    expect(ownDomain('https://www.google.de/maps/place/acme')).toBeNull()
    expect(ownDomain('https://www.yelp.co.uk/biz/acme')).toBeNull()
    expect(ownDomain('https://www.google-acme.example/')).toBe('google-acme.example')
    expect(normaliseUrl('http://https://acme.example')).toBe('https://acme.example')
    expect(ownDomain('https://www.acme.de/')).toBe('acme.de')
  })
})

const suffixes = openData('web/psl/test_psl.json')
describe.skipIf(!suffixes)('registrableDomain on the vectors of the Public Suffix List', () => {
  const cases = suffixes
    ? (JSON.parse(readFileSync(suffixes, 'utf8')) as [string | null, string | null][])
    : []
  it('agrees with all of them', () => {
    expect(cases.length).toBeGreaterThan(70)
    for (const [host, domain] of cases) if (host !== null) expect(registrableDomain(host), host).toBe(domain)
  })
})

describe('normaliseEmail', () => {
  it.each([
    ['Info@Example.COM', 'info@example.com'],
    ['mailto:info@example.com?subject=x', 'info@example.com'],
    ['<info@example.com>', 'info@example.com'],
    ['a@example.com; b@example.com', 'a@example.com'],
    ['info@bergmühle.de', 'info@xn--bergmhle-b6a.de'],
    ["o'neil+tag@mail.example.co.uk", "o'neil+tag@mail.example.co.uk"],
  ])('%s becomes %s', (raw, email) => {
    expect(normaliseEmail(raw)).toBe(email)
  })

  it.each(['', 'info', 'info@', '@example.com', 'info@example', 'a..b@example.com', 'a@b@c', 'a@-x.com'])(
    'refuses %j',
    (raw) => {
      expect(normaliseEmail(raw)).toBeNull()
    },
  )
})

describe('cleanText', () => {
  it('removes control characters, collapses white space and keeps the text', () => {
    expect(cleanText(' a\u0000b\u0007 \t c\r\nd\u00a0e\ufeff ')).toBe('ab c d e')
    expect(cleanText('Cafe\u0301 👩‍🍳 مقهى')).toBe('Café 👩‍🍳 مقهى')
    expect(cleanText('a\ud800b')).toBe('a\ufffdb')
  })

  it('is idempotent and leaves nothing that a database refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const text = cleanText(raw)
        expect(cleanText(text)).toBe(text)
        expect(text.includes('\u0000')).toBe(false)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})

const naughty = openData('security/blns/blns.json')
describe.skipIf(!naughty)('naughty strings', () => {
  it('pass through every function', () => {
    const strings = naughty ? (JSON.parse(readFileSync(naughty, 'utf8')) as string[]) : []
    expect(strings.length).toBeGreaterThan(400)
    for (const text of strings) {
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
      expect(normaliseUrl(text) ?? 'http').toMatch(/^https?/)
      for (const read of [normaliseEmail, normaliseStatus, parseCoordinate, registrableDomain]) {
        expect(() => read(text)).not.toThrow()
      }
      expect(() => normalisePhone(text, 'US')).not.toThrow()
    }
  })
})

describe('parseCoordinate', () => {
  it.each([
    ['45.52', 45.52],
    ['-122,67', -122.67],
    ['−122.67', -122.67],
    ['+5', 5],
    ['5e-05', 0.00005],
    ['45.52° N', 45.52],
    ['122.67W', -122.67],
    [`43°36'36"N`, 43.61],
    [`122°30'W`, -122.5],
  ])('%s is %s degrees', (raw, degrees) => {
    expect(parseCoordinate(raw)).toBeCloseTo(degrees, 9)
  })

  it.each(['', 'abc', '1.2.3', '12,3,4', '0x10', '45 apples', `43°99'00"N`])('rejects %j', (raw) => {
    expect(parseCoordinate(raw)).toBeNaN()
  })
})

describe('normaliseStatus', () => {
  it.each([
    ['closed', 'closed'],
    ['CLOSED_PERMANENTLY', 'closed'],
    ['Permanently closed', 'closed'],
    ['out of business', 'closed'],
    ['defunct', 'closed'],
    ['CLOSED_TEMPORARILY', 'temporarily_closed'],
    ['temporarily closed', 'temporarily_closed'],
    ['OPERATIONAL', 'open'],
    ['micro', 'open'],
    ['planning', 'open'],
    ['closed on Mondays', 'open'],
    ['', 'open'],
  ])('%s is %s', (raw, status) => {
    expect(normaliseStatus(raw)).toBe(status)
  })
})
