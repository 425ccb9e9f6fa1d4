import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageFindings } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import { findPhones } from '../phones/find-phones.ts'
import { chooseOrganisation, decideCountry } from './choose-organisation.ts'
import { findOrganisations } from './find-organisations.ts'
import { hasLegalForm, stripLegalForm } from './legal-forms.ts'
import { countNamedCountries } from './named-countries.ts'
import { readPostalPlace } from './postal-forms.ts'
import { readTextAddress } from './text-address.ts'
import { readVatCountry } from './vat-country.ts'

const findings = (html: string, url = 'https://acme.example/contact'): PageFindings => {
  const page = parsePage(url, html)
  return {
    url,
    lang: page.lang,
    title: page.title,
    emails: [],
    phones: findPhones(page),
    socials: [],
    people: [],
    organisations: findOrganisations(page),
  }
}
const organisation = (html: string, url?: string) => chooseOrganisation('acme.example', [findings(html, url)])
const country = (domain: string, ...htmls: string[]) =>
  decideCountry(
    domain,
    htmls.map((html, index) => findings(html, `https://${domain}/${index === 0 ? 'contact' : `p${index}`}`)),
  )

describe('readPostalPlace', () => {
  it.each<[string, string, string, string | null, string | null]>([
    ['34260 Kaufungen', '34260', 'Kaufungen', null, null],
    ['D-34260 Kaufungen', '34260', 'Kaufungen', null, 'DE'],
    ['A-1010 Wien', '1010', 'Wien', null, 'AT'],
    ['CH - 8001 Zürich', '8001', 'Zürich', null, 'CH'],
    ['60311 Frankfurt am Main, Deutschland', '60311', 'Frankfurt am Main', null, null],
    ['75008 Paris', '75008', 'Paris', null, null],
    ['1012 AB Amsterdam', '1012 AB', 'Amsterdam', null, 'NL'],
    ['Singapore 059819', '059819', 'Singapore', null, 'SG'],
    ['00-001 Warszawa', '00-001', 'Warszawa', null, 'PL'],
    ['1100-148 Lisboa', '1100-148', 'Lisboa', null, 'PT'],
    ['110 00 Praha', '110 00', 'Praha', null, null],
    ['São Paulo - SP, 01310-100', '01310-100', 'São Paulo', 'SP', 'BR'],
    ['Bengaluru - 560001', '560001', 'Bengaluru', null, 'IN'],
  ])('reads the place in %s', (line, code, city, region, of) => {
    expect(readPostalPlace(line)).toMatchObject({ postal_code: code, city, region, country: of })
  })

  it.each([
    '2024 Acme',
    'Tel. 030 123456',
    'HRB 12345',
    'We sold 12345 things',
    '29.11.2023 Berlin',
    '',
    'x'.repeat(500),
  ])('reads no place in %s', (line) => {
    expect(readPostalPlace(line)).toBeNull()
  })
})

describe('names of companies', () => {
  it('have legal forms that are recognised', () => {
    for (const name of [
      'Acme GmbH',
      'Acme GmbH & Co. KG',
      'Acme e.V.',
      'Acme, Inc.',
      'Acme S.r.l.',
      'Acme Sp. z o.o.',
      'Acme Pty Ltd',
      'Acme B.V.',
    ])
      expect([name, hasLegalForm(name)]).toEqual([name, true])
    for (const name of ['Contact', 'Ada Sample', 'Musterweg 1', 'Our services'])
      expect([name, hasLegalForm(name)]).toEqual([name, false])
    expect(stripLegalForm('Acme Sample GmbH & Co. KG')).toBe('Acme Sample')
  })

  it('have VAT numbers that name a country', () => {
    expect(readVatCountry('USt-IdNr.: DE123456789')).toBe('DE')
    expect(readVatCountry('UID: ATU12345678')).toBe('AT')
    expect(readVatCountry('VAT no. GB 123 4567 89')).toBe('GB')
    expect(readVatCountry('IBAN DE44430609671165042000')).toBeNull()
    expect(readVatCountry('Order DE123456789')).toBeNull()
  })
})

describe('chooseOrganisation', () => {
  it.each<[string, string, object]>([
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"LocalBusiness","name":"Acme Ltd","address":{"@type":"PostalAddress","streetAddress":"1 Sample Road","addressLocality":"London","postalCode":"SW1A 1AA","addressCountry":"United Kingdom"}}</script>',
      { name: 'Acme Ltd', address: { street: '1 Sample Road', postal_code: 'SW1A 1AA', city: 'London' } },
    ],
    [
      'a German imprint',
      '<h1>Impressum</h1><h2>Angaben gemäß § 5 DDG</h2><p>Acme GmbH<br>Musterweg 1<br>12345 Musterstadt</p><p>Tel. 030 123456</p>',
      {
        name: 'Acme GmbH',
        address: { street: 'Musterweg 1', postal_code: '12345', city: 'Musterstadt', region: null },
      },
    ],
    [
      'a person between name and street',
      '<h1>Impressum</h1><p>Acme GmbH<br>Ada Sample<br>Musterstraße 12a<br>D-12345 Musterstadt</p>',
      {
        name: 'Acme GmbH',
        address: { street: 'Musterstraße 12a', postal_code: '12345', city: 'Musterstadt', region: null },
      },
    ],
    [
      'one line in the foot',
      '<footer>© 2015–2024 Acme Inc. All rights reserved. | 1 Sample St, Suite 4, Springfield, IL 62701</footer>',
      {
        name: 'Acme Inc.',
        address: { street: '1 Sample St, Suite 4', postal_code: '62701', city: 'Springfield', region: 'IL' },
      },
    ],
    [
      'an address element',
      '<address>Acme Sample<br>12 rue de l’Exemple<br>75008 Paris<br>France</address>',
      {
        name: 'Acme Sample',
        address: { street: '12 rue de l’Exemple', postal_code: '75008', city: 'Paris', region: null },
      },
    ],
    [
      'preformatted lines',
      '<h2>Impressum</h2><pre>Acme e.V.\nMusterweg 1\nD-12345 Musterstadt\n\nTel: 1</pre>',
      { name: 'Acme e.V.' },
    ],
    [
      'a meta element',
      '<meta property="og:site_name" content="Acme Sample">',
      { name: 'Acme Sample', address: null },
    ],
    [
      'a notice without a name',
      '<title>Contact | Acme</title><footer>© Copyright 2012. All Rights Reserved.</footer>',
      { name: 'Acme' },
    ],
    ['a notice twice', '<footer>Copyright © 2012 Copyright - Acme Sample</footer>', { name: 'Acme Sample' }],
    ['a title', '<title>Contact us | Acme</title>', { name: 'Acme', address: null }],
    ['nothing', '<p>Hello</p>', { name: null, address: null }],
  ])('reads %s', (_, html, expected) => {
    expect(organisation(html)).toMatchObject(expected)
  })

  it('takes no product number for an address on an English page', () => {
    const html = (place: string) =>
      `<html lang="en"><p>The home of our routers and switches, with all you need for your network.</p>
      <p>Acme 2900</p><p>${place}</p>`
    expect(organisation(html('1800 Series Routers')).address).toBeNull()
    expect(
      organisation(html('1800 Series Routers').replace('Acme 2900', 'Musterweg 2')).address,
    ).not.toBeNull()
    expect(organisation(`${html('10115 Berlin')}<p>Germany</p>`).address).not.toBeNull()
  })

  it('reads an address under a heading of contacts, on any page', () => {
    const address = '<p>12 Oak Street<br>Springfield, IL 62701</p>'
    const read = (heading: string) =>
      organisation(`<p>News</p><h4>${heading}</h4>${address}`, 'https://acme.example/news/a').address
    expect(read('General Contacts')).toMatchObject({ street: '12 Oak Street', city: 'Springfield' })
    expect(read('What we built')).toBeNull()
  })

  it('prefers an address with its postal code', () => {
    const html = '<p>1 Elm Road<br>Shelbyville, IL</p><p>12 Oak Street<br>Springfield, IL 62701</p>'
    expect(organisation(html).address).toMatchObject({ city: 'Springfield', postal_code: '62701' })
  })

  it('leaves out other companies', () => {
    const own = '<h1>Impressum</h1><p>Acme GmbH<br>Musterweg 1<br>12345 Musterstadt</p>'
    const html = `${own}<h2>Aufsichtsbehörde</h2><p>Amt für Muster<br>Amtsplatz 2<br>54321 Anderstadt</p>
      <h2>Webdesign</h2><p>Studio Sample GmbH<br>Werkweg 3<br>54321 Anderstadt</p>
      <script type="application/ld+json">{"@type":"Article","author":{"@type":"Organization","name":"Wire Inc"}}</script>`
    const found = findings(html).organisations
    expect(found.map(({ name }) => name)).toEqual(['Acme GmbH'])
  })

  it('prefers the name like the domain, with its legal form, and the address on most pages', () => {
    const foot = '<footer>© Acme Sample<br>Acme Sample GmbH<br>Musterweg 1<br>12345 Musterstadt</footer>'
    const pages = [
      findings(`<p>Host Ltd<br>2 Event Road<br>London SW1A 1AA</p>${foot}`, 'https://acme.example/contact'),
      findings(foot, 'https://acme.example/about'),
    ]
    expect(chooseOrganisation('acme.example', pages)).toMatchObject({
      name: 'Acme Sample GmbH',
      address: { street: 'Musterweg 1', city: 'Musterstadt' },
    })
  })
})

describe('decideCountry', () => {
  it.each<[string, string, string, string | null]>([
    ['the domain', 'acme.de', '', 'DE'],
    ['the domain of the United Kingdom', 'acme.co.uk', '', 'GB'],
    ['a domain that all countries use, not', 'acme.io', '', null],
    ['a domain that all countries use, with its own language', 'acme.co', '<html lang="es">', 'CO'],
    ['numbers as in North America', 'acme.com', '<footer>Tel. (202) 555-0110</footer>', 'US'],
    [
      'such numbers in another language, not',
      'acme.com',
      '<html lang="es"><footer>Tel. (601) 635-4400</footer>',
      null,
    ],
    [
      'structured data',
      'acme.com',
      '<script type="application/ld+json">{"@type":"Store","name":"A","address":{"addressCountry":"AT"}}</script>',
      'AT',
    ],
    [
      'the country under the address',
      'acme.com',
      '<address>Acme<br>12 rue Sample<br>75008 Paris<br>France</address>',
      'FR',
    ],
    [
      'letters before the postal code',
      'acme.com',
      '<address>Acme<br>Musterweg 1<br>CH-8001 Zürich</address>',
      'CH',
    ],
    [
      'the form of the postal code',
      'acme.com',
      '<address>Acme<br>1 Sample St<br>Springfield, IL 62701</address>',
      'US',
    ],
    ['a tax number', 'acme.com', '<p>USt-IdNr.: ATU12345678</p>', 'AT'],
    ['a phone number', 'acme.com', '<p>Tel. +49 30 123456</p>', 'DE'],
    ['the language', 'acme.com', '<html lang="pl"><p>Witamy</p>', 'PL'],
    ['the region of the language', 'acme.com', '<html lang="de-AT"><p>Servus</p>', 'AT'],
    ['English, not', 'acme.com', '<html lang="en-US"><p>Hello</p>', null],
    [
      'the address before the domain and the language',
      'acme.de',
      '<html lang="de"><address>Acme GmbH<br>Musterweg 1<br>A-1010 Wien<br>Österreich</address><p>Tel. +43 1 123456</p><p>UID: ATU12345678</p>',
      'AT',
    ],
    [
      'the foot before an office abroad',
      'acme.com',
      '<p>Tel. +33 1 42 68 53 00</p><footer>Tel. +49 30 123456, +49 30 123457</footer>',
      'DE',
    ],
    ['numbers as in Britain', 'acme.com', '<html lang="en"><footer>Tel. 0207 515 7774</footer>', 'GB'],
    ['numbers as in Australia', 'acme.com', '<html lang="en"><footer>Tel. (08) 9443 6444</footer>', 'AU'],
    ['nothing', 'acme.com', '', null],
  ])('decides by %s', (_, domain, html, expected) => {
    expect(country(domain, html)).toBe(expected)
  })
})

describe('countries that a text names', () => {
  const named = (text: string, lang = 'en') => {
    const page = parsePage('https://acme.com/', `<html lang="${lang}"><p>${text}</p>`)
    return decideCountry('acme.com', [{ ...findings(''), lang, countries: countNamedCountries(page) }])
  }
  it.each([
    ['We remodel homes all over Georgia and South Carolina.', 'US'],
    ['Drilling in Alberta since 1990.', 'CA'],
    ['Holidays on the islands of Greece. Greece is not Italy.', 'GR'],
    ['Our shop is open every day.', null],
  ])('tell where nothing else does: %s', (text, expected) => {
    expect(named(text)).toBe(expected)
  })

  it('tell nothing in another language, and less than a number', () => {
    expect(named('Lieferung nach Alberta', 'de')).not.toBe('CA')
    expect(country('acme.com', '<html lang="en"><p>From Canada</p><footer>Tel. +49 30 123456</footer>')).toBe(
      'DE',
    )
  })
})

describe('hostile pages', () => {
  it('never make the readers throw', () => {
    const piece = fc.constantFrom(
      ...[
        'Acme GmbH',
        'Musterweg 1',
        '12345 ',
        'Musterstadt',
        '<br>',
        '<p>',
        '</p>',
        ', ',
        'SW1A 1AA',
        '©',
        '2024',
        'DE123456789',
        'VAT ',
        '<address>',
        '</address>',
        '-',
        'St. ',
        'IL 62701',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = findings(pieces.join(''))
        chooseOrganisation('acme.example', [page])
        decideCountry('acme.example', [page])
        readTextAddress(pieces, 0)
      }),
    )
  })

  it('finish with long rows of one thing', () => {
    for (const piece of ['A ', 'Aa-', '1 A', "A'", 'a.', '12345 A', 'A B, ', '© A', '<p>12345 Aa']) {
      expect(
        findings(`<footer>${piece.repeat(100_000 / piece.length)}</footer>`).organisations.length,
      ).toBeLessThanOrEqual(40)
      expect(hasLegalForm(piece.repeat(100))).toBe(false)
    }
  })
})
