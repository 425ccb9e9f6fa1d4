import { describe, expect, it } from 'vitest'
import type { PageFindings } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import { choosePhones } from './choose-phones.ts'
import { findDigitRuns, normaliseDigits } from './digit-runs.ts'
import { findPhones } from './find-phones.ts'

const DOMAIN = 'acme.example'
const findings = (html: string, path: string): PageFindings => {
  const page = parsePage(`https://${DOMAIN}${path}`, html)
  return {
    url: page.url,
    lang: null,
    title: page.title,
    emails: [],
    phones: findPhones(page),
    socials: [],
    people: [],
    organisations: [],
  }
}
const numbers = (
  html: string,
  country: string | null = 'DE',
  path = '/',
  domain: string = DOMAIN,
): string[] => choosePhones([findings(html, path)], { domain, country }).map(({ value }) => value)

describe('fax numbers', () => {
  it.each([
    ['<p>Toll Free Phone: +1 888 988 6009 Toll Free Fax: +1 888 988 6010</p>', ['+18889886009']],
    ['<p><b>P</b> &nbsp; 770.232.7375<br><b>F</b> &nbsp; 770.814.2740</p>', ['+17702327375']],
    ['<p>P 770.232.7375 | F 770.814.2740</p>', ['+17702327375']],
    ['<p>Tel./Fax: 770.232.7375</p>', ['+17702327375']],
    [
      '<div class="vcard"><b class="fn org">Acme</b> Tel <span class="tel">770.232.7375</span> Fax: <span class="tel">770.814.2740</span></div>',
      ['+17702327375'],
    ],
    [
      '<div class="vcard"><b class="fn org">Acme</b><span class="tel"><b class="type">Fax</b> <i class="value">770.814.2740</i></span><span class="tel">770.232.7375</span></div>',
      ['+17702327375'],
    ],
  ])('are left out: %s', (html, expected) => {
    expect(numbers(html, 'US', '/contact')).toEqual(expected)
  })
})

describe('several numbers in one row of digits', () => {
  it.each<[string, string[]]>([
    ['(54-11) 4218-1700/01', ['(54-11) 4218-1700', '(54-11) 4218-1701']],
    ['0711/123456/57', ['0711/123456', '0711/123457']],
    ['07162/9411-40/41', ['07162/9411-40', '07162/9411-41']],
    ['+49 30 1234-0 / -20', ['+49 30 1234-0', '+49 30 1234-20']],
    ['022 2345678/79/80', ['022 2345678', '022 2345679', '022 2345680']],
    ['(11) 3322-4455/4466', ['(11) 3322-4455', '(11) 3322-4466']],
    ['(212) 555-0100 / 555-0101', ['(212) 555-0100', '(212) 555-0101']],
    ['+45 33 12 34 56 / 33 12 34 57', ['+45 33 12 34 56', '+45 33 12 34 57']],
    ['+41 44 123 45 67 / 79 123 45 67', ['+41 44 123 45 67', '+41 79 123 45 67']],
    ['(030) 123456, 123457', ['(030) 123456', '(030) 123457']],
    ['310 268 4471 - 315 720 9938', ['310 268 4471', '315 720 9938']],
  ])('are split: %s', (text, expected) => {
    expect(findDigitRuns(normaliseDigits(text)).map(({ raw }) => raw)).toEqual(expected)
  })

  it.each(['030/123456', '01/123 45 67', '+49 (0)221/47 11-0', '(0211) 123 / 45 67', '0 71 62 / 94 11 40'])(
    'are one number where the slash is part of it: %s',
    (text) => {
      expect(findDigitRuns(normaliseDigits(text)).map(({ raw }) => raw)).toEqual([text])
    },
  )

  it('end before a postal code', () => {
    expect(numbers('<p>Tel. +49 30 12345, 10115 Berlin</p>')).toEqual(['+493012345'])
  })

  it('keep an extension in brackets', () => {
    expect(numbers('<p>Tel.: +49 30 123456 (117)</p>')).toEqual(['+4930123456'])
  })
})

describe('pictures as labels', () => {
  it.each([
    ['by the class of the picture', '<svg class="lucide lucide-phone"><path d="M1 1"/></svg>'],
    ['by the icon set of a page builder', '<svg class="e-font-icon-svg e-fas-phone-alt"></svg>'],
    ['by its test id', '<svg class="MuiSvgIcon-root" data-testid="LocalPhoneIcon"></svg>'],
    ['by its title', '<svg><title>Phone</title><path d="M1 1"/></svg>'],
    ['by a reference', '<svg><use xlink:href="/icons.svg#icon-telephone"></use></svg>'],
    ['by its drawing alone', '<svg viewBox="0 0 24 24"><path d="M22 16.92v3a2 2 0 0 1-2.18 2 19.79"/></svg>'],
    ['by the name of a file', '<img src="/img/icon-phone.png?v=2" alt="">'],
    ['by the icon element', '<i data-lucide="phone"></i>'],
    ['by the ligature of an icon font', '<i class="material-icons">call</i>'],
  ])('are read: %s', (_, icon) => {
    expect(numbers(`<div>${icon}<span>030 123456</span></div>`)).toEqual(['+4930123456'])
    expect(numbers(`<div>${icon}</div><div><p>030 123456</p><p>030 123457</p></div>`)).toEqual([
      '+4930123456',
      '+4930123457',
    ])
  })

  it('are ignored when they show something else', () => {
    expect(numbers('<div><svg class="lucide lucide-hash"></svg><span>030 123456</span></div>')).toEqual([])
  })

  it('mean fax when they show a printer', () => {
    expect(numbers('<p><i class="fa fa-print"></i> 030 123456</p>')).toEqual([])
    expect(numbers('<p><svg class="lucide lucide-printer"></svg> 030 123456</p>')).toEqual([])
  })

  it('give way to words when every number has the same picture', () => {
    const icon = '<svg class="lucide lucide-phone"></svg>'
    expect(numbers(`<p>${icon}Telefon: 030 123456</p><p>${icon}Telefax: 030 123457</p>`)).toEqual([
      '+4930123456',
    ])
  })
})

describe('labels of several words', () => {
  it.each(['call us', 'phone number:', 'erreichbar unter', 'Nomor Telepon:'])('are read: %s', (label) => {
    expect(numbers(`<p>${label} 030 123456</p>`)).toEqual(['+4930123456'])
  })

  it.each(['Account number: ', 'Company no. ', 'Charity number: ', 'Registered number: ', 'Sort code '])(
    '%s is no phone',
    (label) => {
      expect(numbers(`<footer><p>${label}030 123456</p></footer>`, 'DE', '/contact')).toEqual([])
    },
  )
})

describe('numbers that are examples', () => {
  it.each<[string, string, string]>([
    ['of films', '(202) 555-0143', 'US'],
    ['that nobody has', '(202) 555-4321', 'US'],
    ['of films in London', '020 7946 0123', 'GB'],
    ['counted up', '+7 (495) 123-45-67', 'RU'],
    ['counted up in pairs', '06 12 34 56 78', 'FR'],
    ['counted from two', '+1 (234) 567-8901', 'US'],
    ['counted down', '(11) 98765-4321', 'BR'],
    ['of one digit', '(11) 99999-9999', 'BR'],
  ])('are left out: %s', (_, number, country) => {
    expect(numbers(`<footer>Tel. ${number}</footer>`, country, '/', 'acme.com')).toEqual([])
    // A website that is an example itself has such numbers.
    expect(numbers(`<footer>Tel. ${number}</footer>`, country)).toHaveLength(1)
  })

  it.each(['0941 000000', '+375 33 000-00-01', '+7 (495) 000-00-00'])(
    'are left out when they are placeholders: %s',
    (number) => {
      expect(numbers(`<footer>Tel. ${number}</footer>`)).toEqual([])
    },
  )
})

describe('labels in one column, values in the next', () => {
  it('tell phone and fax apart', () => {
    const columns = '<p>Telefon:<br>Fax:<br>E-Mail:</p><p>030 123456<br>030 123457<br>info@acme.example</p>'
    expect(numbers(`<h3>Kontakt:</h3>${columns}`)).toEqual(['+4930123456'])
  })

  it('use the nearest label when one has no value', () => {
    expect(numbers('<dl><dt>Fax:</dt><dd></dd><dt>Telefon:</dt><dd>030 123456</dd></dl>')).toEqual([
      '+4930123456',
    ])
  })
})

describe('numbers without a label in a sentence', () => {
  it('are read as North America writes them', () => {
    const text = '<p>To register, write to Ada Sample or 202-555-0110 ext. 1314 before Friday.</p>'
    expect(numbers(text, 'US')).toEqual(['+12025550110'])
  })

  it('are read only where the page has none in a better place', () => {
    const text = '<p>Ask the inn at 202-555-0110 for a room.</p><footer>Tel. 202-555-0120</footer>'
    expect(numbers(text, 'US', '/trips')).toEqual(['+12025550120'])
  })
})

describe('words that hold a label', () => {
  it('are no labels', () => {
    expect(numbers('<p>Telgter Straße 2 50190 Münster, Hotel 030 123456</p>')).toEqual([])
  })

  it('are labels where words are not parted', () => {
    expect(numbers('<p>お電話TEL 03-1234-5678</p>', 'JP')).toEqual(['+81312345678'])
    expect(numbers('<p>電話03-1234-5678まで</p>', 'JP')).toEqual(['+81312345678'])
    expect(numbers('<p>TEL番号 03-1234-5678 FAX番号 03-1234-5679</p>', 'JP')).toEqual(['+81312345678'])
  })
})

describe('fields that only a style sheet sets apart', () => {
  it('are read one by one', () => {
    const card =
      '<div><strong>Ada Sample</strong><span>12345 Musterstadt</span><span>Tel.: 030 123456</span><span>Fax: 030 123457</span><a href="/x">Mail</a></div>'
    expect(numbers(card)).toEqual(['+4930123456'])
  })
})

describe('numbers as words', () => {
  it.each([
    ['1-800-FLOWERS', '+18003569377'],
    ['1-800-273-TALK', '+18002738255'],
    ['(888) GO-PLANT', '+18884675268'],
  ])('are read: %s', (text, expected) => {
    expect(numbers(`<header>Call ${text} today</header>`, null)).toEqual([expected])
  })

  it.each(['Model 800-SERIESX', 'ISO 877-ABCDEFGHIJKLMN', 'see RFC 822-MESSAGE'])(
    'are not read in %s',
    (text) => {
      expect(numbers(`<footer>Tel. ${text}</footer>`, null)).toEqual([])
    },
  )
})

describe('numbers among labelled ones', () => {
  it('are read whatever their own words', () => {
    const table =
      '<table><tr><th>ＴＥＬ</th><td>03-1234-5678</td></tr><tr><th>ＦＡＸ</th><td>03-1234-5679</td></tr><tr><th>予約</th><td>0120-446-228</td></tr></table>'
    expect(numbers(table, 'JP')).toEqual(['+81312345678', '+81120446228'])
  })

  it('are read in brackets', () => {
    expect(numbers('<p>Tel. 030 123456 (030 123457)</p>')).toEqual(['+4930123456', '+4930123457'])
  })
})

describe('labels that stick to numbers', () => {
  it.each(['Tel.:030/123456Fax:030/123457', 'Tel030 123456Fax030 123457', 'Tel 030 123456Fax 030 123457'])(
    '%s',
    (text) => {
      expect(numbers(`<p>${text}</p>`)).toEqual(['+4930123456'])
    },
  )
})

describe('one label for phone and fax', () => {
  it.each([
    'Tel./Fax: 030 123456 / 030 123457',
    'Tel/Fax 030 123456/123457',
    'Fon + Fax: 030 123456, 030 123457',
  ])('makes the first of two numbers the phone: %s', (text) => {
    expect(numbers(`<p>${text}</p>`)).toEqual(['+4930123456'])
  })

  it('makes a single number a phone', () => {
    expect(numbers('<p>Tel./Fax: 030 123456</p>')).toEqual(['+4930123456'])
  })
})

describe('numbers behind clicks', () => {
  it.each([
    `<button onclick="location.href='tel:+4930123456'">Call</button>`,
    '<div data-href="tel:+4930123456">Call</div>',
    `<a href="javascript:window.open('tel:+4930123456')">Call</a>`,
    '<a href="phone:+4930123456">Call</a>',
    '<a href="viber://chat?number=%2B4930123456">Viber</a>',
    '<a href="https://t.me/+4930123456">Telegram</a>',
    '<a href="skype:+4930123456?call">Skype</a>',
  ])('are read: %s', (html) => {
    expect(numbers(`<footer>${html}</footer>`)).toEqual(['+4930123456'])
  })

  it('are not read in links of invitations', () => {
    expect(numbers('<footer><a href="https://t.me/+AbC12345678dEf">Chat</a></footer>')).toEqual([])
  })
})

describe('numbers of France', () => {
  it('are read amid the words of a contact page', () => {
    const list =
      '<ul><li>Secrétariat de direction — 04.72.00.14.22 — direction@acme.example</li><li>Vie scolaire : 04 72 00 14 30 ou sur place</li></ul>'
    expect(numbers(list, 'FR', '/contact').sort()).toEqual(['+33472001422', '+33472001430'])
  })
})

describe('numbers in a line of contacts', () => {
  it('are read whatever their own words', () => {
    const line =
      '<div>Malerei Acme AG, Samplestrasse 161, 3097 Liebefeld<br>Geschäft 031 971 47 33 · Natel 079 652 18 04 · Fax 031 971 47 34</div>'
    expect(numbers(line, 'CH').sort()).toEqual(['+41319714733', '+41796521804'])
  })
})
