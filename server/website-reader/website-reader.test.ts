import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { CONTENT_TYPES, readLocalWebsite, servePages } from '#server/testing/read-local-website.ts'

describe('createWebsiteReader', () => {
  it('reads pages and contact files and puts together what they hold', async () => {
    const report = await readLocalWebsite(
      'acme.example',
      servePages({
        '/': '<html lang="en"><title>Acme</title><a href="/contact">Contact</a><a href="/jane.vcf">Card</a>',
        '/contact': '<p>Write to <a href="mailto:info@acme.example">us</a> or call +1 202 555 0143.</p>',
        '/jane.vcf':
          'BEGIN:VCARD\nVERSION:3.0\nFN:Jane Sample\nTITLE:Director\nEMAIL:jane@acme.example\nEND:VCARD',
      }),
    )
    expect(report).toMatchObject({ domain: 'acme.example', pages: 3, problem: null, moved_to: null })
    expect(report.emails.map(({ value, kind, person }) => [value, kind, person])).toEqual([
      ['info@acme.example', 'org', null],
      ['jane@acme.example', 'person', 'Jane Sample'],
    ])
    expect(report.emails[1]?.sources).toEqual([{ url: expect.stringMatching(/jane\.vcf$/), method: 'vcard' }])
  })

  it('reads the pages that matter first, and at most as many as requested', async () => {
    const asked: string[] = []
    const many = Array.from(
      { length: 30 },
      (_, index) => `<a href="/blog/post-${index}">Post ${index}</a>`,
    ).join('')
    const site = servePages({
      '/': `${many}<a href="/kontakt">Kontakt</a>`,
      '/kontakt': 'info@acme.example',
    })
    const report = await readLocalWebsite(
      'acme.example',
      (request, response) => {
        if (!/robots|sitemap/.test(request.url ?? '')) asked.push(request.url ?? '')
        site(request, response)
      },
      { maxPages: 2 },
    )
    expect(asked).toEqual(['/', '/kontakt'])
    expect(report.emails.map(({ value }) => value)).toEqual(['info@acme.example'])
  })

  it('follows pages that forward by themselves and frames, within the website', async () => {
    const report = await readLocalWebsite(
      'acme.example',
      servePages({
        '/': '<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=/de/"></HEAD></HTML>',
        '/de/': `<frameset><frame src="menu.html"><frame src="https://elsewhere.example/"></frameset>`,
        '/de/menu.html': '<title>Acme</title><iframe src="/kontakt.html"></iframe>',
        '/kontakt.html': '<title>Kontakt</title><p>Tel. +49 30 23125100, post@acme.example</p>',
      }),
    )
    expect(report.emails.map(({ value }) => value)).toEqual(['post@acme.example'])
    expect(report.phones.map(({ value }) => value)).toEqual(['+493023125100'])
    expect(report.pages).toBe(4)
  })

  it('leaves out the cards of other companies on a page of places', async () => {
    const card = (name: string, more: string, phone: string) =>
      `<div class="vcard"><b class="fn org">${name}</b> <span class="adr"><span class="street-address">Seeweg 1</span>
       <span class="postal-code">10115</span> <span class="locality">Berlin</span></span>
       Phone: <a class="tel" href="tel:${phone}">${phone}</a> ${more}</div>`
    const report = await readLocalWebsite(
      'acme.example',
      servePages({
        '/': '<html lang="de"><title>Acme Days</title><a href="/location">Location</a> Tel. +49 30 23125100',
        '/location': `<title>Location</title><h1>Where to find us</h1>
          ${card('Acme Days', '<a class="url" href="https://acme.example/">Home</a>', '+49 30 23125101')}
          ${card('Hotel Sonne', '<a class="url" href="https://hotel-sonne.example/">Home</a>', '+49 30 23125111')}
          ${card('Gasthof Mond', '', '+49 30 23125122').replace('fn org', 'fn')}`,
      }),
    )
    expect(report.phones.map(({ value }) => value).toSorted()).toEqual(['+493023125100', '+493023125101'])
  })

  it('doesn’t take the number on a hotel’s card as its own', async () => {
    const report = await readLocalWebsite(
      'acme.example',
      servePages({
        '/': '<html lang="de"><title>Acme</title><a href="/kontakt">Kontakt</a>',
        '/kontakt': `<title>Kontakt</title><h1>Kontakt</h1><p>Tel. +49 30 23125100</p>
          <div class="vcard"><a class="fn url" href="https://hotel-sonne.example/">Hotel Sonne</a>
            Tel: <a class="tel" href="tel:+493023125111">+49 30 23125111</a></div>`,
      }),
    )
    expect(report.phones.map(({ value }) => value)).toEqual(['+493023125100'])
  })

  it('takes addresses on other domains that a contact page and an imprint give as the way to write', async () => {
    const report = await readLocalWebsite(
      'acme.example',
      servePages({
        '/': '<html lang="de"><title>Acme</title><a href="/kontakt">Kontakt</a> <a href="/impressum">Impressum</a> <a href="/partner">Partner</a>',
        '/kontakt': `<title>Kontakt</title><h1>Kontakt</h1><p><a href="mailto:info@acme.example">info@acme.example</a></p>
          <div class="member"><h3>Ada Lindner</h3><p>Geschäftsführerin</p><a href="mailto:ada@lindner-home.example">Mail</a></div>`,
        '/impressum': `<title>Impressum</title><h1>Impressum</h1><p>Acme GmbH<br>Mühlweg 3<br>10115 Berlin<br>
          E-Mail: <a href="mailto:office@mother-house.example">office@mother-house.example</a></p>`,
        '/partner':
          '<title>Partner</title><h1>Partner</h1><p><a href="mailto:hello@partner.example">hello@partner.example</a></p>',
      }),
    )
    expect(report.emails.map(({ value, person }) => [value, person]).toSorted()).toEqual([
      ['ada@lindner-home.example', 'Ada Lindner'],
      ['info@acme.example', null],
      ['office@mother-house.example', null],
    ])
  })

  it('reports an invalid domain without a request', async () => {
    const report = await readLocalWebsite('localhost', () => expect.unreachable())
    expect(report).toMatchObject({ problem: 'bad_domain', pages: 0, emails: [] })
  })

  it('reports why nothing was read', async () => {
    const report = await readLocalWebsite('acme.example', (request, response) =>
      response.writeHead(request.url === '/' ? 503 : 404).end(),
    )
    expect(report).toMatchObject({ problem: 'http_error', pages: 0, emails: [], people: [] })
  })
})

interface Labels {
  canonical_domain: string
  emails: { value: string; kind: string; confidence: string; person?: string }[]
  phones?: { e164: string; confidence: string }[]
  people?: { name: string }[]
  people_other?: { name: string }[]
  third_party?: { domain?: string; emails?: string[] }[]
  must_not_extract: { people?: string[]; socials?: string[] }
  socials?: { url: string }[]
}

/** The files of a folder as a web server gives them. */
const folder =
  (root: string): RequestListener =>
  (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'))
    const file = join(root, path)
    const index = existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file
    if (!existsSync(index)) response.writeHead(404, { 'content-type': 'text/html' }).end('Not here')
    else {
      const type = CONTENT_TYPES[index.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      createReadStream(index).pipe(response.writeHead(200, { 'content-type': type }))
    }
  }

const recall = (wanted: readonly string[], found: readonly string[]): number =>
  wanted.length === 0 ? 1 : wanted.filter((value) => found.includes(value)).length / wanted.length
const words = (name: string): string => name.toLowerCase().normalize('NFC')

const root = openData('sites')

describe.skipIf(root === null)('real websites', () => {
  it.each(['ackersyndikat', '2i2c', 'fossasia'])('finds the labelled facts of %s', async (name) => {
    const labels = JSON.parse(readFileSync(join(root ?? '', name, 'labels.json'), 'utf8')) as Labels
    const report = await readLocalWebsite(labels.canonical_domain, folder(join(root ?? '', name, 'html')), {
      maxPages: 300,
    })
    expect(report.problem).toBeNull()
    const emails = report.emails.map(({ value }) => value)
    const required = labels.emails.filter(({ confidence }) => confidence === 'high')
    expect(
      recall(
        required.map(({ value }) => value.toLowerCase()),
        emails,
      ),
    ).toBeGreaterThanOrEqual(0.95)
    const kinds = report.emails.map(({ value, kind }) => `${value} ${kind}`)
    expect(
      recall(
        required.map(({ value, kind }) => `${value.toLowerCase()} ${kind}`),
        kinds,
      ),
    ).toBeGreaterThanOrEqual(0.95)
    // Every other address is one that the labels leave open.
    expect(
      emails.filter((value) => !labels.emails.some((label) => label.value.toLowerCase() === value)),
    ).toEqual([])
    for (const { domain } of labels.third_party ?? [])
      if (domain) expect(emails.filter((value) => value.endsWith(`@${domain}`))).toEqual([])

    const phones = report.phones.map(({ value }) => value)
    expect(
      recall(
        (labels.phones ?? []).map(({ e164 }) => e164),
        phones,
      ),
    ).toBeGreaterThanOrEqual(0.95)
    expect(phones.filter((value) => !labels.phones?.some(({ e164 }) => e164 === value))).toEqual([])

    const people = report.people.map((person) => words(person.name))
    expect(
      recall(
        (labels.people ?? []).map((person) => words(person.name)),
        people,
      ),
    ).toBeGreaterThanOrEqual(0.9)
    // Remarks of the labels stand in brackets.
    const never = (labels.must_not_extract.people ?? []).map((text) => words(text.split(' (')[0] ?? text))
    expect(people.filter((person) => never.includes(person))).toEqual([])
    const wrongSocials = (labels.must_not_extract.socials ?? []).map((text) => text.split(' ')[0])
    expect(report.socials.filter(({ url }) => wrongSocials.includes(url))).toEqual([])
  })
})
