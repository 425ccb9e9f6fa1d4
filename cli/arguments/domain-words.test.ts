import { expect, it } from 'vitest'
import { distinctDomains, domainWords, registrableDomain } from './domain-words.ts'

it.each([
  ['acme.example', 'acme.example'],
  ['WWW.Acme.Example.', 'acme.example'],
  ['https://www.acme.co.uk/contact?x=1#top', 'acme.co.uk'],
  ['jane@mail.acme.example', 'acme.example'],
  ['acme.example:8080/team', 'acme.example'],
  ['shop.acme.github.io', 'acme.github.io'],
  ['https://www.bücher.example/über', 'xn--bcher-kva.example'],
  ['localhost', 'localhost'],
  ['192.0.2.7', '192.0.2.7'],
  [' Not A Domain ', 'not a domain'],
])('%s belongs to %s', (text, domain) => {
  expect(registrableDomain(text)).toBe(domain)
})

it('reads what people paste', () => {
  expect(domainWords(['a.example, b.example;c.example', 'd.example\n\te.example', ''])).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
    'e.example',
  ])
})

it('keeps the order and asks once', () => {
  const words = ['b.example', 'https://a.example/x', 'www.b.example', 'info@a.example']
  expect(distinctDomains(words)).toEqual(['b.example', 'a.example'])
})
