import { describe, expect, it } from 'vitest'
import { readLocalWebsite } from '#server/testing/read-local-website.ts'
import { parsePage } from '../page/page-tree.ts'
import { findPageSignals } from './find-page-signals.ts'

const SIZE = 1_000_000
const filled = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE)
const read = (html: string) => findPageSignals(parsePage('https://acme.example/', html), [])

describe('a page of a million characters', () => {
  /** Each starts again and again what a rule looks for, and never ends it: a rule that backtracks wouldn't come back. */
  it.each([
    ['open tags', '<div>'.repeat(200_000)],
    ['forms in forms', filled('<form><input name="email">')],
    ['fields without a form', filled('<textarea name="message">')],
    ['copyright signs', filled('© ')],
    ['years before nothing', filled('2026 ')],
    ['half sentences about newsletters', filled('sign up for our ')],
    ['words before a customer', filled('reserved for a ')],
    ['unfinished bookings', `<a href="/x">${filled('book an ')}</a>`],
    ['unfinished job words', `<a href="/x">${filled('career ')}</a>`],
    [
      'dates in structured data',
      `<script type="application/ld+json">${filled('"datePublished"    ')}</script>`,
    ],
    ['spaces in code', `<script>gtag(${filled(' ')}</script>`],
    ['times in posts', `<article>${filled('<time datetime="2026-01-01">x</time>')}</article>`],
    ['translations', filled('<link rel="alternate" hreflang="de" href="/de">')],
    ['long class names', `<p class="${filled('cookie-')}">x</p>`],
  ])('of %s is read in time that grows with its length', (_what, html) => {
    const { published, languages, technologies } = read(`<html lang="en">${html}`)
    expect(published.length).toBeLessThanOrEqual(20)
    expect(languages.length).toBeLessThanOrEqual(30)
    expect(technologies.length).toBeLessThan(5)
  })
})

it('reads what a page means whatever its charset says', async () => {
  const latin = Buffer.from(
    '<html lang="de"><meta charset="iso-8859-1"><title>Müller</title>© 2026 Müller',
    'latin1',
  )
  const wrong = Buffer.from('<html lang="de"><meta charset="utf-16"><title>Müller</title>© 2026 Müller')
  for (const body of [latin, wrong]) {
    const { signals } = await readLocalWebsite(
      'acme.example',
      (request, response) => {
        if (request.url === '/') response.setHeader('content-type', 'text/html').end(body)
        else response.writeHead(404).end()
      },
      { withSignals: true },
    )
    const values = Object.fromEntries(signals.map(({ id, value }) => [id, value]))
    expect(values).toMatchObject({ last_update: 2026, languages: 'de', no_title: 'no' })
  }
})
