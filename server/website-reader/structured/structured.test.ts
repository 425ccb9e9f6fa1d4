import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { isAboutOthers, isOrganisation } from './organisation-types.ts'
import { readStructured } from './read-structured.ts'
import { parseTolerantJson } from './repair-json.ts'
import { getItems, getText, getTexts, isItem, type StructuredItem } from './structured-item.ts'
import { readVcards } from './vcard.ts'

const read = (html: string) => readStructured(parsePage('https://acme.example/contact', html))
const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const ofType = (items: StructuredItem[], type: string) => items.filter(({ types }) => types.includes(type))

describe('JSON-LD', () => {
  it('opens @graph and arrays, lists nested items, follows references', () => {
    const items = read(
      script(`{"@context":"https://schema.org","@graph":[
        {"@type":["Organization","https://schema.org/Store"],"@id":"#org","name":"Acme &amp; Sons","telephone":"tel:+1-202-555-0110",
         "address":{"@type":"PostalAddress","addressLocality":"Springfield","postalCode":12345},
         "employee":[{"@type":"Person","name":"Ada Sample","worksFor":{"@id":"#org"}}],
         "sameAs":[{"@id":"https://social.example/acme"}]},
        {"@type":"WebSite","publisher":{"@id":"#org"}}]}`),
    )
    const [organisation] = ofType(items, 'Organization')
    expect(organisation?.types).toEqual(['Organization', 'Store'])
    expect(getText(organisation!, 'name')).toBe('Acme & Sons')
    expect(getText(organisation!, 'telephone')).toBe('+1-202-555-0110')
    expect(getTexts(organisation!, 'sameAs')).toEqual(['https://social.example/acme'])
    expect(getText(getItems(organisation!, 'address')[0]!, 'postalCode')).toBe('12345')
    const [person] = ofType(items, 'Person')
    expect([person?.property, person?.parent]).toEqual(['employee', organisation])
    expect(person?.properties.worksFor?.[0]).toBe(organisation)
    expect(ofType(items, 'WebSite')[0]?.properties.publisher?.[0]).toBe(organisation)
  })

  it.each([
    ['a comma too many', '{"@type":"Person","name":"Ada Sample",}'],
    ['line breaks in texts', '{"@type":"Person","name":"Ada\nSample"}'],
    ['comments', '/* us */ {"@type":"Person", // who\n"name":"Ada Sample"}'],
    ['a CDATA section', '//<![CDATA[\n{"@type":"Person","name":"Ada Sample"}\n//]]>'],
    ['an HTML comment', '<!-- {"@type":"Person","name":"Ada Sample"} -->'],
    ['JavaScript escapes', '{"@type":"Person","name":"Ada\\ Sample"}'],
    ['a semicolon', '{"@type":"Person","name":"Ada Sample"};'],
    ['escaped quotes', '{&quot;@type&quot;:&quot;Person&quot;,&quot;name&quot;:&quot;Ada Sample&quot;}'],
  ])('is read despite %s', (_, json) => {
    expect(ofType(read(script(json)), 'Person').map((item) => getText(item, 'name'))).toEqual(['Ada Sample'])
  })

  it('reads several values in one script and goes on after a script that cannot be read', () => {
    const items = read(script('{"@type":"Person","name"') + script('{"@type":"A"}\n{"@type":"B"}'))
    expect(items.map(({ types }) => types)).toEqual([['A'], ['B']])
  })

  it('keeps to its bounds with nesting and references in a circle', () => {
    const deep = `${'{"@type":"Thing","a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect(read(script(deep)).length).toBeLessThanOrEqual(25)
    const circle = read(
      script('[{"@id":"1","b":{"@id":"2"}},{"@id":"2","b":{"@id":"1"}},{"@id":"3","b":{"@id":"3"}}]'),
    )
    expect(circle).toHaveLength(3)
    expect(circle[0]!.properties.b?.[0]).toBe(circle[1])
    expect(circle[2]!.properties.b).toBeUndefined()
  })
})

describe('microdata and RDFa Lite', () => {
  it('reads nested items, several names and the values of links, meta and time', () => {
    const [organisation] = ofType(
      read(`<div itemscope itemtype="http://schema.org/Restaurant"><h1 itemprop="name">Acme <b>Diner</b></h1>
        <a itemprop="telephone" href="tel:+12025550110">Call us</a><meta itemprop="faxNumber" content="+1 202 555 0111">
        <a itemprop="url" href="/">Home</a>
        <div itemprop="address location" itemscope itemtype="https://schema.org/PostalAddress">
          <span itemprop="streetAddress">1 Sample St</span></div></div>`),
      'Restaurant',
    )
    expect(getText(organisation!, 'name')).toBe('Acme Diner')
    expect(getText(organisation!, 'telephone')).toBe('+12025550110')
    expect(getText(organisation!, 'faxNumber')).toBe('+1 202 555 0111')
    expect(getText(organisation!, 'url')).toBe('https://acme.example/')
    expect(organisation!.properties.location).toEqual(organisation!.properties.address)
    expect(organisation!.at?.tag).toBe('div')
  })

  it('follows itemref and reads RDFa', () => {
    const items =
      read(`<p itemscope itemtype="https://schema.org/Person" itemref="more"></p><p id="more"><i itemprop="name">Ada Sample</i></p>
      <div vocab="https://schema.org/" typeof="Organization"><span property="name">Acme</span><span property="og:title">no</span></div>`)
    expect(getText(ofType(items, 'Person')[0]!, 'name')).toBe('Ada Sample')
    expect(ofType(items, 'Organization')[0]!.properties).toEqual({ name: ['Acme'] })
  })
})

describe('cards', () => {
  it('reads hCard and h-card in the words of schema.org', () => {
    const items =
      read(`<div class="vcard"><span class="fn org">Acme Inc</span><div class="adr"><span class="locality">Springfield</span></div>
      <span class="tel"><span class="type">Work</span> <span class="value">+1 202 555 0110</span></span>
      <span class="tel"><span class="type">Fax</span> <span class="value">+1 202 555 0111</span></span></div>
      <div class="h-card"><a class="p-name u-url" href="/ada">Ada Sample</a>, <i class="p-job-title">Engineer</i> at <i class="p-org">Acme Inc</i>
      <a class="u-email" href="mailto:ada@acme.example?subject=x">mail</a></div>
      <span class="author vcard"><a class="url fn n" href="/author/admin">admin</a></span>`)
    const [organisation, person, author] = items
    expect(organisation?.types).toEqual(['Organization'])
    expect(organisation?.properties).toMatchObject({
      name: ['Acme Inc'],
      telephone: ['+1 202 555 0110'],
      faxNumber: ['+1 202 555 0111'],
    })
    expect(getText(getItems(organisation!, 'address')[0]!, 'addressLocality')).toBe('Springfield')
    expect(person?.types).toEqual(['Person'])
    expect(person?.properties).toEqual({
      name: ['Ada Sample'],
      url: ['https://acme.example/ada'],
      jobTitle: ['Engineer'],
      worksFor: ['Acme Inc'],
      email: ['ada@acme.example'],
    })
    expect([author?.types, author?.property]).toEqual([[], 'author'])
  })

  it('reads vCards: folded lines, quoted-printable, groups, escapes', () => {
    const [person, organisation] = readVcards(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n  Sample\r\nORG:Acme\\, Inc;Unit\r\nTITLE;ENCODING=QUOTED-PRINTABLE:Leiterin B=C3=BCro\r\nitem1.TEL;TYPE=CELL:+1 202 555 0110\r\nTEL;WORK;FAX:+1 202 555 0111\r\nADR:;;1 Sample St;Springfield;;12345;USA\r\nEND:VCARD\nBEGIN:VCARD\nFN:Acme\nORG:Acme\nEND:VCARD',
    )
    expect(person?.types).toEqual(['Person'])
    expect(person?.properties).toMatchObject({
      name: ['Ada Sample'],
      worksFor: ['Acme, Inc'],
      jobTitle: ['Leiterin Büro'],
      telephone: ['+1 202 555 0110'],
      faxNumber: ['+1 202 555 0111'],
    })
    expect(getText(getItems(person!, 'address')[0]!, 'postalCode')).toBe('12345')
    expect(organisation?.types).toEqual(['Organization'])
  })

  it('reads vCards in data links and business data in meta elements', () => {
    const items =
      read(`<a href="data:text/vcard;charset=utf-8,BEGIN%3AVCARD%0AFN%3AAda%20Sample%0AEND%3AVCARD">Save</a>
      <meta property="business:contact_data:phone_number" content="+1 202 555 0110"><meta property="og:locality" content="Springfield">`)
    expect(items.map(({ method }) => method)).toEqual(['vcard', 'meta'])
    expect(getText(items[0]!, 'name')).toBe('Ada Sample')
    expect(getText(items[1]!, 'telephone')).toBe('+1 202 555 0110')
  })
})

describe('the owner of an item', () => {
  it('is told by its type and its parent', () => {
    const items = read(
      script(`[{"@type":"Dentist","name":"Acme"},{"@type":"Article","author":{"@type":"Organization","name":"Wire"},"publisher":{"@type":"Organization","name":"Acme"}},
      {"@type":"Event","location":{"@type":"Restaurant","name":"Venue"}}]`),
    ).filter(isOrganisation)
    expect(items.map((item) => [getText(item, 'name'), isAboutOthers(item)])).toEqual([
      ['Acme', false],
      ['Wire', true],
      ['Acme', false],
      ['Venue', true],
    ])
  })
})

describe('hostile pages', () => {
  it('never make the readers throw', () => {
    const piece = fc.constantFrom(
      ...`{ } [ ] " , : // /* */ \\ "@type" "@id" "@graph" "__proto__" <!-- null 1 Person \n &quot;`.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const value of parseTolerantJson(pieces.join(''))) JSON.stringify(value)
        for (const item of read(script(pieces.join(''))))
          for (const values of Object.values(item.properties))
            for (const value of values) expect(isItem(value) || typeof value === 'string').toBe(true)
      }),
    )
  })

  it('are repaired in one pass when a script is large and broken', () => {
    expect(read(script(`[${'{"a":1,},'.repeat(20_000)}]`)).length).toBe(2_000)
    expect(read(script('['.repeat(200_000)))).toEqual([])
    expect(readVcards(`BEGIN:VCARD\n${'A;'.repeat(100_000)}:x\nEND:VCARD`)).toEqual([])
  })
})
