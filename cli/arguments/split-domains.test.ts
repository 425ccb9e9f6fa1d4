import { expect, it } from 'vitest'
import { registrableDomain, requestedDomains, splitDomains } from './split-domains.ts'

it.each([
  ['acme.example', 'acme.example'],
  ['WWW.Acme.Example.', 'acme.example'],
  ['https://www.acme.co.uk/contact?x=1#top', 'acme.co.uk'],
  ['jane@mail.acme.example', 'acme.example'],
  ['acme.example:8080/team', 'acme.example'],
  ['shop.acme.github.io', 'acme.github.io'],
  ['github.io', 'github.io'],
  ['https://www.bücher.example/über', 'xn--bcher-kva.example'],
  ['<jane@acme.example>', 'acme.example'],
  ['"acme.example"', 'acme.example'],
  ['localhost', null],
  ['192.0.2.7', null],
  ['acme.nosuchsuffix', null],
  ['co.uk', null],
  ['n/a', null],
])('%s belongs to %s', (text, domain) => {
  expect(registrableDomain(text)).toBe(domain)
})

it('domains are read from pasted text', () => {
  expect(splitDomains(['a.example, b.example;c.example', 'd.example\n\te.example', ''])).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
    'e.example',
  ])
})

it('domains keep their order, without repeats and separates words that aren’t domains', () => {
  const typed = ['b.example', 'https://2016.a.example/x', 'n/a', 'www.b.example', 'info@a.example', 'n/a']
  expect(requestedDomains(typed)).toEqual([
    { name: 'b.example', isDomain: true, hosts: ['b.example'] },
    { name: 'a.example', isDomain: true, hosts: ['2016.a.example', 'a.example'] },
    { name: 'n/a', isDomain: false, hosts: ['n/a'] },
  ])
})
