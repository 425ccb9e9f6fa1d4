import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageFindings } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import { choosePhones } from './choose-phones.ts'
import { findPhones } from './find-phones.ts'

const URL_OF = 'https://acme.example/contact'
const findings = (html: string, url = URL_OF): PageFindings => {
  const page = parsePage(url, html)
  return {
    url,
    lang: null,
    title: page.title,
    emails: [],
    phones: findPhones(page),
    socials: [],
    people: [],
    organisations: [],
  }
}
const chosen = (html: string, country: string | null = 'DE', url = URL_OF) =>
  choosePhones([findings(html, url)], { domain: 'acme.example', country })
const numbers = (html: string, country: string | null = 'DE', url = URL_OF) =>
  chosen(html, country, url).map(({ value, extension }) => (extension ? `${value}x${extension}` : value))

describe('forms of phone numbers', () => {
  it.each<[string, string, string, string[]]>([
    ['a label', '<p>Tel.: 030 / 1234-0</p>', 'DE', ['+493012340']],
    [
      'a label in its own cell',
      '<table><tr><td>Telefon</td><td>030 123456</td></tr></table>',
      'DE',
      ['+4930123456'],
    ],
    ['a definition list', '<dl><dt>Phone</dt><dd>(202) 555-0110</dd></dl>', 'US', ['+12025550110']],
    [
      'a label over several lines',
      '<p>Telefon<br>030 123456<br>030 123457</p>',
      'DE',
      ['+4930123456', '+4930123457'],
    ],
    [
      'the header of a column',
      '<table><tr><th>Name</th><th>Telefon</th></tr><tr><td>Ada Sample</td><td>030 123456</td></tr></table>',
      'DE',
      ['+4930123456'],
    ],
    [
      '+ in running text',
      '<p>Our people in Berlin answer at +49 30 123456 all day.</p>',
      'US',
      ['+4930123456'],
    ],
    ['00 with a label', '<p>Tel 0049 30 123456</p>', 'FR', ['+4930123456']],
    ['a trunk zero in brackets', '<p>+49 (0) 30 / 123 456</p>', 'DE', ['+4930123456']],
    [
      'a sentence',
      '<p>Ansonsten sind wir telefonisch erreichbar unter 030-1234-56 und per Mail.</p>',
      'DE',
      ['+4930123456'],
    ],
    ['a call in words', '<p>Call us today at 202-555-0110.</p>', 'US', ['+12025550110']],
    [
      'digits in several elements',
      '<p>Tel: <b>030</b> <span>12</span><span>34</span><i>56</i></p>',
      'DE',
      ['+4930123456'],
    ],
    [
      'digits between hidden ones',
      '<p>Tel: 030 12<span style="display:none">99</span>3456</p>',
      'DE',
      ['+4930123456'],
    ],
    [
      'several in one field',
      '<p>Tel. 030 123456 / 030 123457, 030 123458 oder 030 123459</p>',
      'DE',
      ['+4930123456', '+4930123457', '+4930123458', '+4930123459'],
    ],
    ['ends that differ', '<p>Tel. 030 1234-56/57</p>', 'DE', ['+4930123456', '+4930123457']],
    ['a direct line', '<p>Tel. 030 123456 DW 12</p>', 'DE', ['+4930123456x12']],
    ['an extension', '<p>Phone: 202.555.0110 ext. 42</p>', 'US', ['+12025550110x42']],
    ['an x', '<p>Phone: 202-555-0110x42</p>', 'US', ['+12025550110x42']],
    [
      'a letter',
      '<p>T: 030 123456</p><p>F: 030 123457</p><p>M: 0151 12345678</p>',
      'DE',
      ['+4930123456', '+4915112345678'],
    ],
    ['French pairs with dots', '<p>Tél. : 01.42.68.53.00</p>', 'FR', ['+33142685300']],
    ['Danish pairs with dots', '<p>Tlf. 33.12.34.56</p>', 'DK', ['+4533123456']],
    ['Japanese', '<p>電話番号：03-1234-5678</p>', 'JP', ['+81312345678']],
    ['full-width digits', '<p>電話：０３－１２３４－５６７８</p>', 'JP', ['+81312345678']],
    ['Russian', '<p>тел.: 8 (495) 123-45-67</p>', 'RU', ['+74951234567']],
    ['Arabic digits', '<p>هاتف: ٠٢ ٢٧٣٥ ٦٠٠٠</p>', 'EG', ['+20227356000']],
    ['a typographic dash', '<p>Tel: 030 – 123456</p>', 'DE', ['+4930123456']],
    ['a no-break space', '<p>Tel:&nbsp;030&nbsp;123456</p>', 'DE', ['+4930123456']],
    [
      'preformatted lines',
      '<pre>Acme\nSample St 1\n12345 Town\nTel.: 030-123456\n</pre>',
      'DE',
      ['+4930123456'],
    ],
    ['an icon', '<p><i class="fa fa-phone"></i> 030 123456</p>', 'DE', ['+4930123456']],
    ['a sign', '<p>☎ 030 123456</p>', 'DE', ['+4930123456']],
    ['a picture', '<p><img src="x.png" alt="Telefon"> 030 123456</p>', 'DE', ['+4930123456']],
    ['a class', '<div class="contact-phone"><span>030 123456</span></div>', 'DE', ['+4930123456']],
    ['words behind', '<p>202-555-0110 (office)<br>202-555-0111 (fax)</p>', 'US', ['+12025550110']],
    [
      'an address without a label',
      '<address>Acme<br>1 Sample St<br>Springfield, IL 62701<br>(202) 555-0110</address>',
      'US',
      ['+12025550110'],
    ],
    ['a tel link', '<a href="tel:+49-30-123456">Call us</a>', 'US', ['+4930123456']],
    ['a coded tel link', '<a href="tel:%2B49%2030%20123456">Call us</a>', 'US', ['+4930123456']],
    ['a tel link with plus and trunk zero', '<a href="tel:+030123456">030 123456</a>', 'DE', ['+4930123456']],
    ['a tel link with extension', '<a href="tel:+12025550110;ext=5">Call us</a>', 'US', ['+12025550110x5']],
    [
      'callto and sms',
      '<a href="callto:+4930123456">a</a><a href="sms:+4915112345678?body=x">b</a>',
      'DE',
      ['+4930123456', '+4915112345678'],
    ],
    [
      'WhatsApp',
      '<a href="https://wa.me/4915112345678?text=hi">Chat</a><a href="https://api.whatsapp.com/send?text=x&phone=4915112345679">Chat</a>',
      'DE',
      ['+4915112345678', '+4915112345679'],
    ],
    ['an attribute', '<button data-phone="+49 30 123456">Show number</button>', 'DE', ['+4930123456']],
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"Dentist","telephone":["030 123456"],"faxNumber":"030 123457","contactPoint":{"@type":"ContactPoint","contactType":"sales","telephone":"+49 30 123458"}}</script>',
      'DE',
      ['+4930123456', '+4930123458'],
    ],
    [
      'microdata',
      '<div itemscope itemtype="https://schema.org/Store"><meta itemprop="telephone" content="030 123456"></div>',
      'DE',
      ['+4930123456'],
    ],
    [
      'hCard',
      '<div class="vcard"><b class="fn org">Acme</b> <span class="tel"><span class="type">work</span> <span class="value">030 123456</span></span></div>',
      'DE',
      ['+4930123456'],
    ],
  ])('are read: %s', (_, html, country, expected) => {
    expect(numbers(html, country).sort()).toEqual([...expected].sort())
  })

  it('are labelled with their purpose', () => {
    const html = `<p>Sales: +49 30 123456</p><p>Tel. Reception: 030 123457</p><p>Tel.: 030 123458</p><p>Mobil: 030 123459</p>
      <p>Wir sind immer gern telefonisch erreichbar unter 030 123450</p>`
    const labels = Object.fromEntries(
      chosen(html).map(({ value, label, mobile }) => [value.slice(-1), [label, mobile]]),
    )
    expect(labels).toEqual({
      6: ['Sales', false],
      7: ['Reception', false],
      8: [null, false],
      9: [null, true],
      0: [null, false],
    })
  })

  it('are taken from the visible text when the link differs', () => {
    expect(numbers('<a href="tel:+4930999999">030 123456</a>')).toEqual(['+4930123456'])
    expect(numbers('<a href="tel:+4930999999">030 1</a>')).toEqual(['+4930999999'])
    expect(numbers('<a href="tel:030123456">+49 (0)30 123456</a>')).toEqual(['+4930123456'])
  })
})

describe('fax numbers', () => {
  it.each([
    '<p>Fax: 030 123456</p>',
    '<p>Telefax 030 123456</p>',
    '<p>Fax: <a href="tel:+4930123456">030 123456</a></p>',
    '<p><i class="fa fa-fax"></i> 030 123456</p>',
    '<script type="application/ld+json">{"@type":"Store","faxNumber":"030 123456"}</script><a href="tel:030123456">030 123456</a>',
    '<p>Téléfax <br>030 123456</p>',
    '<p>F +49 30 123456</p>',
  ])('are left out: %s', (html) => {
    expect(numbers(html)).toEqual([])
  })

  it.each([
    'Tel./Fax: 030 123456',
    'Telefon und Fax: 030 123456',
    'Tel: 030 123456, Fax: 030 123456',
    'Phone/Fax 030 123456',
  ])('are kept when they are phone numbers too: %s', (text) => {
    expect(numbers(`<p>${text}</p>`)).toEqual(['+4930123456'])
  })
})

describe('what is not a phone number', () => {
  it.each([
    'IBAN: DE44 4306 0967 1165 0420 00',
    'IBAN DE44430609671165042000, BIC GENODEM1GLS',
    'Konto-Nr.: 1234567890, BLZ 100 500 00',
    'USt-IdNr.: DE123456789',
    'USt-IdNr. gemäß § 27a: DE 811 128 135',
    'Steuernummer: 27/123/45678',
    'HRB 123456, Amtsgericht Berlin-Charlottenburg',
    'Registernummer: HRB 12345 B',
    'SIRET 732 829 320 00074 - RCS Paris 732 829 320',
    'P.IVA 01234567890',
    'KvK 12345678 BTW NL123456789B01',
    'Company No. 01234567, VAT GB 123 4567 89',
    'EIN 12-3456789',
    'NIP 123-456-32-18 REGON 012345678',
    '29.11.2023',
    'Tel. 29.11.2023',
    'Stand: 01.02.2021 - 15.01.2022',
    '2016-2021',
    '2023-11-29 10:15:00',
    'Mo-Fr 08.00 - 12.00 und 13.30 - 17.00 Uhr',
    'Telefonisch 08.00 - 12.00 Uhr',
    'Price: 1.234.567,00 €',
    '12 345 678 EUR',
    '12345 Springfield, 67890 Shelbyville',
    '52.520008, 13.404954',
    '192.168.100.200',
    'Order 0301234567',
    'Art.-Nr. 030-123456',
    'ISBN 978-3-16-148410-0',
    'ISSN 2049-3630',
    'doi:10.1000/182123456',
    '4111 1111 1111 1111',
    '© 2010-2024',
    'Version 10.2.33445',
    'We have sold 202 555 0110 pieces',
    'Call us: 123456789',
    'Tel. 000-000-0000',
    'Phone: 555 555 5555 5',
    'Tel. 112',
    'Phone: 911',
    'https://acme.example/item/0301234567',
    'id=+4930123456789012345',
    'more than 030 123456 users have signed up for what we do here every day',
  ])('is left out: %s', (text) => {
    expect(numbers(`<html><body><main><p>${text}</p></main></body></html>`, 'DE')).toEqual([])
    expect(numbers(`<footer><p>${text}</p></footer>`, 'US')).toEqual([])
  })

  it('includes hidden numbers and ids in scripts', () => {
    expect(
      numbers('<p hidden>Tel 030 123456</p><script>var phone = {"phone":"4930123456789"}</script>'),
    ).toEqual([])
  })
})

describe('numbers of others', () => {
  const own =
    '<h1>Impressum</h1><p>Acme GmbH<br>Musterweg 1<br>12345 Musterstadt<br>Tel: 030 123456<br>info@acme.example</p>'
  it.each([
    '<h2>Webdesign</h2><p>Studio Sample<br>Tel: 040 123456</p>',
    '<p><strong>Konzept &amp; Umsetzung:</strong><br>Studio Sample, Tel. 040 123456</p>',
    '<h3>Zuständige Aufsichtsbehörde</h3><p>Landesbeauftragte für den Datenschutz<br>Tel. 0511 120-4500</p>',
    '<p>Die zuständige Aufsichtsbehörde für den Datenschutz: Sample, Tel. 0511 120-4500</p>',
    '<p>Landesbeauftragter für Datenschutz und Informationsfreiheit<br>Musterplatz 2<br>Telefon: 0511 120-4500</p>',
    '<h2>Verbraucherschlichtungsstelle</h2><p>Zentrum, Tel 07851 7957940</p>',
    '<h2>Hébergeur</h2><p>Sample Host, tél. +33 1 23 45 67 89</p>',
    '<p>Hosting: Sample Host AG, Tel. 040 123456</p>',
    '<h2>Unsere Partner</h2><p>Sample Werke, Tel. 040 123456</p>',
    '<script type="application/ld+json">{"@type":"Event","location":{"@type":"Restaurant","telephone":"040 123456"}}</script>',
    '<script type="application/ld+json">{"@type":"Organization","url":"https://other.test.com/","telephone":"040 123456"}</script>',
    '<div class="vcard"><a class="fn org url" href="https://hotel.test.com/">Hotel Sample</a> <span class="tel">040 123456</span></div>',
  ])('are left out: %s', (html) => {
    const page = 'https://www.acme.com/impressum'
    expect(numbers(own.replace('acme.example', 'acme.com') + html, 'DE', page)).toEqual(['+4930123456'])
  })

  it('are kept on the website of a web designer', () => {
    const html =
      '<title>Sample Webdesign</title><h1>Impressum</h1><h2>Sample Webdesign GmbH</h2><p>Tel: 030 123456</p>'
    expect(numbers(html)).toEqual(['+4930123456'])
  })

  it('mentioned in passing give way to the number in every footer', () => {
    const foot = '<footer>Tel. 030 123456</footer>'
    const pages = [
      findings(`<p>Welcome</p>${foot}`, 'https://acme.example/'),
      findings(`<p>The hall is at +49 40 123456.</p>${foot}`, 'https://acme.example/blog/party'),
    ]
    expect(choosePhones(pages, { domain: 'acme.example', country: 'DE' })).toMatchObject([
      {
        value: '+4930123456',
        sources: [{ url: 'https://acme.example/' }, { url: 'https://acme.example/blog/party' }],
      },
    ])
  })
})

describe('hostile pages', () => {
  it('never make the reader throw or change a written number', () => {
    const piece = fc.constantFrom(
      ...[
        'Tel',
        'Fax:',
        '+49',
        '030',
        '12',
        '-',
        '/',
        '(',
        ')',
        '.',
        ' ',
        '\n',
        '<b>',
        '</b>',
        '<td>',
        '<p>',
        '</p>',
        '<a href="tel:+',
        '">',
        '</a>',
        ',',
        'ext',
        '%',
        '\uE010',
        '٣',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const page = findings(pieces.join(''))
        expect(page.phones.every(({ raw }) => raw.length <= 120)).toBe(true)
        choosePhones([page], { domain: 'acme.example', country: 'DE' })
      }),
    )
  })

  it('finish with long rows of digits and labels', () => {
    for (const piece of [
      '1 ',
      '+',
      '(0',
      'Tel ',
      '1-',
      '0/',
      'Tel. 030 123456 ',
      '12.',
      '<b>1</b>',
      '<p>Tel',
    ]) {
      expect(
        findings(`<p>${piece.repeat(Math.ceil(200_000 / piece.length))}`).phones.length,
      ).toBeLessThanOrEqual(2_000)
    }
  })
})
