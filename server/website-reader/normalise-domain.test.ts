import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamedHost, normaliseDomain } from './normalise-domain.ts'

describe('normaliseDomain', () => {
  it.each([
    ['https://www.acme.co.uk/contact?x=1#y', 'acme.co.uk'],
    ['HTTP://Shop.ACME.de:8080', 'acme.de'],
    ['//cdn.acme.de/x', 'acme.de'],
    ['acme.de', 'acme.de'],
    ['acme.de.', 'acme.de'],
    ['acme.de/kontakt', 'acme.de'],
    ['info@acme.de', 'acme.de'],
    ['mailto:info@mail.acme.de', 'acme.de'],
    ['https://jane:secret@acme.de/', 'acme.de'],
    ['Visit <www.acme.de>, please', 'acme.de'],
    ['"acme.example"', 'acme.example'],
    ['www.acme.test', 'acme.test'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['www.foo.github.io', 'foo.github.io'],
    ['github.io', 'github.io'],
  ])('reads %j as %s', (text, domain) => {
    expect(normaliseDomain(text)).toBe(domain)
  })

  it.each([
    ...[
      '',
      ' ',
      'acme',
      'Acme Ltd',
      'localhost',
      'http://localhost:3000',
      '127.0.0.1',
      'http://10.0.0.1/x',
      '[::1]',
      'http://[::1]/',
    ],
    ...[
      'co.uk',
      'readme.txt',
      'acme.invalidtld',
      '-acme.de',
      'a..de',
      'a_b.de',
      'javascript:alert(1)',
      'https://',
      '@',
      '.',
    ],
  ])('finds no domain in %j', (text) => {
    expect(normaliseDomain(text)).toBeNull()
  })

  it.each([
    ['https://2016.conference.example/program', '2016.conference.example', 'conference.example'],
    ['www.acme.co.uk', 'acme.co.uk', 'acme.co.uk'],
    ['www.shop.acme.de', 'shop.acme.de', 'acme.de'],
    ['info@mail.acme.de', 'acme.de', 'acme.de'],
    ['www.example', 'www.example', 'www.example'],
  ])('finds in %j the host %s of %s', (text, host, domain) => {
    expect(findNamedHost(text)).toEqual({ host, domain })
  })

  it('leaves a normalised domain as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.emailAddress(), fc.string()), (text) => {
        const domain = normaliseDomain(text)
        if (domain !== null) expect(normaliseDomain(domain)).toBe(domain)
      }),
    )
  })
})
