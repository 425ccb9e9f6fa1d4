import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDomain, readDomainFile, readDomains } from './domain-list.ts'

test.each([
  ['acme.example', 'acme.example'],
  ['  WWW.Acme.Example. ', 'acme.example'],
  ['https://www.acme.example/contact?x=1#y', 'acme.example'],
  ['http://acme.example:8080/', 'acme.example'],
  ['info@acme.example', 'acme.example'],
  ['mailto:info@acme.example', 'acme.example'],
  ['<info@acme.example>', 'acme.example'],
  ['"acme.example"', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['www.example', 'www.example'],
  ['acme', null],
  ['127.0.0.1', null],
  ['ftp://acme.example', null],
  ['javascript:alert(1)', null],
  ['acme..example', null],
  ['-acme.example', null],
  ['a b.example', null],
  ['', null],
])('%s is read as %s', (entry, domain) => expect(readDomain(entry)).toBe(domain))

test('reads many domains with any separator', () => {
  expect(
    readDomains('acme.example, www.acme.example;\n other.example\tnot-a-domain\n\nthird.example'),
  ).toEqual({
    domains: ['acme.example', 'other.example', 'third.example'],
    wrong: ['not-a-domain'],
    repeated: 1,
  })
  expect(readDomains(' \n')).toEqual({ domains: [], wrong: [], repeated: 0 })
})

test('reads the domain column of a file without its header', () => {
  const csv =
    'Name;Web site;City\r\nAcme;https://acme.example;Portland\r\nOther;other.example;\r\nNone;;Salem\r\nOdd;n/a;Salem'
  expect(readDomainFile(csv)).toEqual({
    domains: ['acme.example', 'other.example'],
    wrong: ['n/a'],
    repeated: 0,
  })
  expect(readDomainFile('acme.example\nother.example').domains).toEqual(['acme.example', 'other.example'])
  expect(readDomainFile('').domains).toEqual([])
})

test('accepts any text, and accepts its own output again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { domains } = readDomains(text)
      expect(readDomains(domains.join('\n')).domains).toEqual(domains)
      readDomainFile(text)
    }),
  )
})
