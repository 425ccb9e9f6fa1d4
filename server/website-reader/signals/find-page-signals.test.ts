import { describe, expect, it } from 'vitest'
import { parsePage } from '../page/page-tree.ts'
import { findPageSignals, type Trait } from './find-page-signals.ts'
import { summariseSignals } from './summarise-signals.ts'

const read = (html: string, headers: string[] = []) =>
  findPageSignals(parsePage('https://acme.example/', html), headers)

const PRESENT: readonly [Trait, string][] = [
  ['viewport', '<meta name="viewport" content="width=device-width, initial-scale=1">'],
  ['title', '<title>Acme Dental</title>'],
  ['description', '<meta name="description" content="Dentist in Springfield">'],
  ['description', '<meta property="og:description" content="Dentist in Springfield">'],
  ['structured_data', '<script type="application/ld+json">{"@type": "Dentist"}</script>'],
  ['structured_data', '<div itemscope itemtype="https://schema.org/LocalBusiness"></div>'],
  ['contact_form', '<form><input name="email"><textarea name="message"></textarea></form>'],
  ['contact_form', '<form><input name="your-name"><input type="email" name="e"></form>'],
  ['contact_form', '<iframe src="https://form.jotform.com/1234"></iframe>'],
  ['booking', '<a href="https://calendly.com/acme/visit">Visit us</a>'],
  ['booking', '<a href="/book">Book an appointment</a>'],
  ['booking', '<a href="/termine">Termin online buchen</a>'],
  ['booking', '<a href="/rdv">Prendre rendez-vous</a>'],
  ['phone_link', '<a href="tel:+12025550143">Call</a>'],
  ['privacy_page', '<a href="/datenschutz">Datenschutzerklärung</a>'],
  ['hiring', '<a href="/careers">Careers</a>'],
  ['hiring', '<a href="/law-firm/careers">Careers at Acme</a>'],
  ['hiring', '<a href="/about">Employment Opportunities</a>'],
  ['hiring', '<a href="https://acme.jobs.personio.de">Offene Stellen</a>'],
  ['hiring', '<script type="application/ld+json">{"@type":"JobPosting","title":"Nurse"}</script>'],
  ['newsletter', '<a href="https://eepurl.com/abc">Stay in touch</a>'],
  ['newsletter', '<a href="https://acme.us1.list-manage.com/subscribe?u=1">Stay in touch</a>'],
  ['newsletter', '<p>Iscriviti alla nostra newsletter</p>'],
  ['newsletter', '<a href="/list">Join our email list</a>'],
  ['newsletter', '<script src="https://forms.madmimi.com/embed.js"></script>'],
  ['newsletter', '<div><h4>Get updates</h4><p><input type="email"><button>Go</button></p></div>'],
  [
    'newsletter',
    '<form><div><h4>Get updates</h4><input type="email"></div><div><textarea name="message"></textarea></div></form>',
  ],
  ['newsletter', '<p>Receive our monthly newsletter</p>'],
  ['parked', '<title>acme.example</title><p>This domain is for sale. Buy this domain.</p>'],
  ['parked', '<p>Website coming soon</p>'],
]

/** Each differs from a page that has the trait in what the rule reads. */
const ABSENT: readonly [Trait, string][] = [
  ['viewport', '<meta name="robots" content="width=device-width">'],
  ['structured_data', '<script>{"@type": "Dentist"}</script>'],
  ['contact_form', '<form role="search"><input name="q"></form>'],
  ['contact_form', '<form><input name="email" type="email"><input type="password"></form>'],
  ['contact_form', '<form class="newsletter"><input type="email" name="email"></form>'],
  ['contact_form', '<form id="commentform"><input name="email"><textarea name="comment"></textarea></form>'],
  ['newsletter', '<a href="https://acme.us1.list-manage.com/unsubscribe?u=1">Stay in touch</a>'],
  ['newsletter', '<a href="https://mailchi.mp/acme/may">Stay in touch</a>'],
  ['newsletter', '<p>Receive our monthly report</p>'],
  ['newsletter', '<a href="/list">Join our price list</a>'],
  ['newsletter', '<div><h4>Get updates</h4><p><input type="text"><button>Go</button></p></div>'],
  ['newsletter', '<div><h4>Get updates</h4><input type="email"><input type="password"></div>'],
  ['newsletter', `<div><h4>Get updates</h4>${'<p>Our town. </p>'.repeat(100)}<input type="email"></div>`],
  ['booking', '<a href="#book">Book now</a>'],
  ['booking', '<a href="tel:+12025550143">Book an appointment by phone</a>'],
  ['booking', '<a href="/books">Our books</a>'],
  ['hiring', '<a href="/work">Our work with customers</a>'],
  ['hiring', '<a href="/jobs-done">A job well done for every customer we have</a>'],
  ['hiring', '<a href="/law">Employment Law</a>'],
  ['hiring', '<a href="/practice-areas/employment">Workplace disputes</a>'],
  ['hiring', '<a href="/fields">Recruitment Services</a>'],
  ['hiring', '<a href="/gallery">Jobs we’ve done</a>'],
  ['privacy_page', '<a href="/privat">Private rooms</a>'],
  ['parked', `<p>${'We repair domain walls. '.repeat(60)} A new shop is coming soon.</p>`],
]

describe('findPageSignals', () => {
  it.each(PRESENT)('finds %s in %s', (trait, html) => {
    expect(read(html).has[trait]).toBeTruthy()
  })

  it.each(ABSENT)('finds no %s in %s', (trait, html) => {
    expect(read(html).has[trait]).toBeUndefined()
  })

  it('names technologies with the version and what shows them', () => {
    const { technologies } = read(
      `<meta name="generator" content="WordPress 6.5.2">
       <link rel="stylesheet" href="/wp-content/plugins/woocommerce/a.css">
       <script>gtag('config', 'G-ABC123')</script>
       <script src="https://cdn.example/jquery-3.7.1.min.js"></script>`,
      ['server: nginx/1.24.0'],
    )
    expect(technologies.map(({ name, version }) => [name, version])).toEqual([
      ['WordPress', '6.5.2'],
      ['WooCommerce', null],
      ['Google Analytics', null],
      ['jQuery', '3.7.1'],
      ['nginx', '1.24.0'],
    ])
    expect(technologies[4]?.text).toBe('server: nginx/1.24.0')
  })

  it.each([
    ['<footer>© 2019 Acme</footer>', 2019],
    ['<footer>Copyright Acme Ltd 2015 – 2024. All rights reserved</footer>', 2024],
    ['<footer>(c) 2021</footer>', 2021],
    ['<p>Founded in 1998</p>', undefined],
  ])('reads the year of %s', (html, year) => {
    expect(read(html).year?.value).toBe(year)
  })
})

describe('summariseSignals', () => {
  const arrived = { bytes: 1000, firstByteMs: 100, certificateExpires: null }
  const page = (url: string, html: string) => ({ url, ...arrived, ...read(html) })
  const none = {
    problem: null,
    hasEmail: false,
    hasSocial: false,
    status: null,
    certificateError: null,
    linksFollowed: 0,
    broken: [],
    now: new Date('2026-11-29'),
  }
  const values = (found: ReturnType<typeof summariseSignals>) =>
    Object.fromEntries(found.map(({ id, value }) => [id, value]))

  it('says what no page has, and where a page has it', () => {
    const found = summariseSignals(
      [
        page('http://acme.example/', '<title>Acme</title>'),
        page('http://acme.example/contact', '<form><textarea name="message"></textarea></form>'),
      ],
      { ...none, hasEmail: true },
    )
    expect(values(found)).toMatchObject({
      dead_site: 'no',
      parked: 'no',
      no_https: 'yes',
      not_mobile: 'yes',
      no_title: 'no',
      no_contact_form: 'no',
      no_booking: 'yes',
      no_site_email: 'no',
      no_social: 'yes',
      hiring: 'no',
    })
    expect(found.find(({ id }) => id === 'no_contact_form')?.url).toBe('http://acme.example/contact')
  })

  it('says nothing about a website that could not be read, unless it is dead', () => {
    expect(summariseSignals([], { ...none, problem: 'timeout' })).toEqual([])
    expect(summariseSignals([], { ...none, problem: 'refused_by_robots' })).toEqual([])
    expect(values(summariseSignals([], { ...none, problem: 'not_found' }))).toEqual({
      dead_site: 'yes',
      dead_reason: 'no address',
    })
  })

  it('names the next offer or event, and none that is over', () => {
    const on = (day: string) =>
      page(
        `https://acme.example/${day}`,
        `<title>Acme</title><script type="application/ld+json">{"@type":"Event","startDate":"${day}"}</script>`,
      )
    const offerOf = (...days: string[]) => values(summariseSignals(days.map(on), none)).offer
    const today = none.now.toISOString().slice(0, 10)
    expect(offerOf('2019-01-01', '2099-05-01', '2099-04-01')).toBe('2099-04-01')
    expect(offerOf(today)).toBe(today)
    expect(offerOf('2019-01-01')).toBeUndefined()
  })

  it('says nothing of a company on a parked address', () => {
    const found = summariseSignals([page('https://acme.example/', '<p>This domain is for sale</p>')], none)
    expect(values(found)).toEqual({ dead_site: 'no', parked: 'yes' })
  })
})
