import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { normaliseAddress } from './normalise-address.ts'
import { parseAddress } from './parse-address.ts'

const folder = openData('email/isemail')
interface Case {
  id: string
  address_decoded: string
  category: string
  diagnosis: string
}
const USABLE = new Set(['ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN', 'ISEMAIL_RFC5321'])
/** The older file accepts `::` for a single group; the newer one and its description call it obsolete. */
const OBSOLETE = 'ISEMAIL_RFC5321_IPV6DEPRECATED'

describe.skipIf(folder === null).each(['tests.json', 'tests-original.json'])('the collection %s', (file) => {
  it('is judged as expected there', () => {
    const cases = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Case[]
    expect(cases.length).toBeGreaterThan(160)
    const wrong = cases.filter(({ address_decoded, category, diagnosis }) => {
      const usable = USABLE.has(category) && diagnosis !== OBSOLETE
      return (typeof parseAddress(address_decoded) === 'object') !== usable
    })
    expect(wrong).toEqual([])
  })
})

describe('an address', () => {
  it.each([
    ['ann@acme.example', 'ann@acme.example'],
    ['  Ann.Lee@ACME.Example\n', 'Ann.Lee@acme.example'],
    ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
    // A combining mark as a separate character.
    ['ann@Bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['"ann lee"@acme.example', '"ann lee"@acme.example'],
    ['ann@[IPv6:2001:db8::1]', 'ann@[ipv6:2001:db8::1]'],
    ['jörg@acme.example', 'jörg@acme.example'],
  ])('%j is normalized to %j', (text, address) => {
    expect(normaliseAddress(text)).toMatchObject({ address, key: address.toLowerCase() })
  })

  it('reports whether its local part has non-ASCII characters', () => {
    expect([normaliseAddress('jörg@acme.example'), normaliseAddress('jorg@bücher.example')]).toMatchObject([
      { utf8: true, domain: 'acme.example' },
      { utf8: false, domain: 'xn--bcher-kva.example' },
    ])
  })

  it.each([
    ['ann', 'no_at'],
    ['', 'no_at'],
    ['@acme.example', 'bad_local_part'],
    ['ann lee@acme.example', 'bad_local_part'],
    ['ann\u200b@acme.example', 'bad_local_part'],
    ['ann@acme\u00a0.example', 'bad_domain'],
    ['ann@acme_corp.example', 'bad_domain'],
    ['ann@acme.example>\r\nRCPT TO:<eve@evil.example', 'bad_local_part'],
    ['ann\r\n@acme.example', 'bad_local_part'],
    ['"ann\r\n"@acme.example', 'bad_local_part'],
    ['ann@', 'bad_domain'],
    [`${'a'.repeat(65)}@acme.example`, 'too_long'],
    // 33 letters, but 66 octets.
    [`${'ö'.repeat(33)}@acme.example`, 'too_long'],
    [`ann@${'ü'.repeat(62)}.example`, 'bad_domain'],
    [`ann@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`, 'too_long'],
  ])('%j is invalid: %s', (text, problem) => {
    expect(normaliseAddress(text)).toBe(problem)
  })

  it('is parsed in one pass, however long the text is', () => {
    expect(parseAddress(`${'a.'.repeat(500_000)}@x`)).toBe('too_long')
    expect(parseAddress('@'.repeat(1_000_000))).toBe('too_long')
  })
})
