import { describe, expect, it } from 'vitest'
import type { PageFindings } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import type { WebsitePerson } from '../website-report.ts'
import { chooseEmails } from './choose-emails.ts'
import { findEmails } from './find-emails.ts'

const HOST = 'https://acme-tools.de'

function pageOf(path: string, html: string): PageFindings {
  const page = parsePage(HOST + path, html)
  const emails = findEmails(page).map((email) => ({ ...email, at: null }))
  return {
    url: page.url,
    lang: 'de',
    title: page.title,
    emails,
    phones: [],
    socials: [],
    people: [],
    organisations: [],
  }
}

const person = (name: string, email: string | null, staff = true): WebsitePerson => ({
  name,
  role: null,
  section: null,
  email,
  phone: null,
  socials: [],
  staff,
  sources: [],
})

const chosen = (pages: Record<string, string>, people: WebsitePerson[] = []) =>
  chooseEmails(
    'acme-tools.de',
    Object.entries(pages).map(([path, html]) => pageOf(path, html)),
    people,
  )
const values = (pages: Record<string, string>, people: WebsitePerson[] = []): string[] =>
  chosen(pages, people)
    .map(({ value }) => value)
    .sort()

describe('chooseEmails', () => {
  it('puts together all places of one address, whatever its case', () => {
    const [email] = chosen({
      '/': '<a href="mailto:Info@Acme-Tools.de">Mail</a>',
      '/kontakt': 'info@acme-tools.de',
    })
    expect(email).toMatchObject({ value: 'info@acme-tools.de', kind: 'org', person: null })
    expect(email?.sources).toEqual([
      { url: `${HOST}/`, method: 'mailto' },
      { url: `${HOST}/kontakt`, method: 'text' },
    ])
    expect(email?.confidence).toBeGreaterThan(0.9)
  })

  it.each([
    ['info@acme-tools.de', 'org'],
    ['hello@acme-tools.de', 'org'],
    ['acmetools@acme-tools.de', 'org'],
    ['office@wien.acme-tools.de', 'org'],
    ['sales@acme-tools.de', 'role'],
    ['jobs+osie@acme-tools.de', 'role'],
    ['vertrieb.nord@acme-tools.de', 'role'],
    ['datenschutz@acme-tools.de', 'role'],
    ['fax7@acme-tools.de', 'role'],
    ['maria.muster-sample@acme-tools.de', 'person'],
    ['discuss@lists.acme-tools.de', 'list'],
    ['acme-users-l@acme-tools.de', 'list'],
    ['acme-tools@googlegroups.com', 'list'],
  ] as const)('takes %s for %s', (address, kind) => {
    expect(chosen({ '/kontakt': `Mail: ${address}` })).toMatchObject([{ value: address, kind }])
  })

  it('knows the person of an address by its block, or by the name that it spells', () => {
    const people = [person('Jane Sample', 'boss@acme-tools.de'), person('Joe Doering', null)]
    expect(chosen({ '/team': 'boss@acme-tools.de jdoering@acme-tools.de' }, people)).toMatchObject([
      { value: 'boss@acme-tools.de', kind: 'person', person: 'Jane Sample' },
      { value: 'jdoering@acme-tools.de', kind: 'person', person: 'Joe Doering' },
    ])
  })

  it('doesn’t give the office’s address to the person beside it', () => {
    const shared = [person('Jane Sample', 'info@acme-tools.de'), person('Joe Doering', 'info@acme-tools.de')]
    expect(chosen({ '/team': 'info@acme-tools.de' }, shared)).toMatchObject([{ kind: 'org', person: null }])
  })

  it('keeps the address of a member of staff, whatever its domain', () => {
    const page = { '/team': 'jane@gmail.com rpa@ldeo.columbia.edu guest@other-firm.com' }
    const people = [
      person('Jane Sample', 'jane@gmail.com'),
      person('Rita Sample', 'rpa@ldeo.columbia.edu'),
      person('Gus Sample', 'guest@other-firm.com', false),
    ]
    expect(chosen(page, people).map(({ value, person: name }) => [value, name])).toEqual([
      ['jane@gmail.com', 'Jane Sample'],
      ['rpa@ldeo.columbia.edu', 'Rita Sample'],
    ])
  })

  it.each([
    [
      'a free mailbox on the contact page',
      { '/kontakt': 'Schreiben Sie uns: werkstatt.nord@t-online.de' },
      ['werkstatt.nord@t-online.de'],
    ],
    [
      'a free mailbox with its name anywhere',
      { '/about-us-all': 'acme.tools@gmail.com' },
      ['acme.tools@gmail.com'],
    ],
    ['the same name under another suffix', { '/x': 'sales@acme-tools.com' }, ['sales@acme-tools.com']],
    ['a longer name', { '/x': 'info@acme-tools-holding.com' }, ['info@acme-tools-holding.com']],
    [
      'the only address of the imprint',
      { '/impressum': 'Kontakt: info@mueller-handel.de' },
      ['info@mueller-handel.de'],
    ],
  ])('takes %s', (_, pages, expected) => {
    expect(values(pages as Record<string, string>)).toEqual(expected)
  })

  const own = 'Kontakt: info@acme-tools.de'
  it.each([
    ['the web designer in the imprint', `${own}<p>Webdesign: Studio Nord, hallo@studio-nord.de</p>`],
    [
      'the web designer under a heading',
      `${own}<h3>Konzept und Umsetzung</h3><p>Studio Nord<br>hallo@studio-nord.de</p>`,
    ],
    [
      'the agency under the page',
      `${own}<footer>Website by Nord <a href="mailto:hi@nord.studio">Nord</a></footer>`,
    ],
    [
      'the authority for data protection',
      `${own}<p>Zuständige Aufsichtsbehörde: poststelle@datenschutz.hessen.de</p>`,
    ],
    ['the body for disputes', `${own}<p>Verbraucherschlichtungsstelle: mail@verbraucher-schlichter.de</p>`],
    ['helpers of shops', `${own}<p>Fragen zur Zahlung: kundenservice@klarna.de, service@paypal.com</p>`],
    ['a quoted firm', `${own}<p>Presse: redaktion@zeitung-nord.de</p>`],
    [
      'mailboxes that nobody reads',
      `${own} noreply@acme-tools.de no-reply@acme-tools.de mailer-daemon@acme-tools.de`,
    ],
  ])('leaves out %s', (_, html) => {
    expect(values({ '/impressum': html })).toEqual(['info@acme-tools.de'])
  })

  it('leaves out lists of members and partners', () => {
    const members = ['a', 'b', 'c', 'd', 'e', 'f']
      .map((name) => `<li>Firma ${name}: firma.${name}@gmx.de</li>`)
      .join('')
    expect(values({ '/': 'info@acme-tools.de', '/kontakt': `<ul>${members}</ul>` })).toEqual([
      'info@acme-tools.de',
    ])
  })

  it('leaves out a web designer who is named', () => {
    const imprint = { '/impressum': '<p>Webdesign: Jane Sample, jane@studio-nord.de</p>' }
    expect(values(imprint, [person('Jane Sample', 'jane@studio-nord.de')])).toEqual([])
  })

  it('leaves out credits even where the web site has no address of its own', () => {
    expect(values({ '/impressum': '<p>Technische Umsetzung: post@agentur-west.de</p>' })).toEqual([])
  })
})
