import { describe, expect, it } from 'vitest'
import { CRAWL_DEFAULTS } from '#server/platform/crawl/crawl-types.ts'
import { readPage } from './crawl/read-page.ts'
import { MAX_FILE_CHARS } from './files/file-outcome.ts'
import { createReadFileText } from './files/read-file.ts'

const readFileText = createReadFileText()
const SIGNAL = new AbortController().signal
const WORDS = 'We bake bread for the hotels of the town, every night but Sunday. '
/** What fills a page of the given number of characters, and how many a file of it has. */
const HOSTILE: readonly [string, (size: number) => string, number][] = [
  ['words', (size) => `<p>${WORDS.repeat(size / WORDS.length)}`, 50_000_000],
  ['elements within each other', (size) => `<p>${WORDS}</p>${'<div>'.repeat(size / 5)}`, 5_000_000],
  ['a long attribute', (size) => `<p style="${'left: '.repeat(size / 6)}">${WORDS}</p>`, 10_000_000],
  [
    'attributes',
    (size) => `<p ${Array.from({ length: size / 9 }, (_, at) => `a${at}=1`).join(' ')}>${WORDS}`,
    4_500_000,
  ],
  ['breaks', (size) => `<p>${WORDS}${'<br>'.repeat(size / 4)}`, 4_000_000],
]

describe.each(HOSTILE)('HTML full of %s', (_name, make, fileSize) => {
  it('is read or refused as a file, in a process that is ended when it takes too much', async () => {
    const outcome = await readFileText(1, { name: 'page.html', bytes: Buffer.from(make(fileSize)) }, SIGNAL)
    if (outcome.ok) expect(outcome.text.length).toBeLessThanOrEqual(MAX_FILE_CHARS)
    else expect(['too_large', 'took_too_long']).toContain(outcome.reason)
  })

  it('is read or skipped as a crawled page, without blocking others', async () => {
    let turns = 0
    const turn = setInterval(() => {
      turns += 1
    })
    const html = make(CRAWL_DEFAULTS.maxPageBytes)
    const requested = readPage({ html, url: 'https://acme.example/', isKnown: false }, SIGNAL)
    const { page } = await requested
    clearInterval(turn)
    expect(turns).toBeGreaterThan(0)
    if (page) expect(page.text.length).toBeLessThanOrEqual(html.length)
  })
})

it('a page after a hostile one is read', async () => {
  const html = `<title>Bakery</title><p>${WORDS}</p><a href="/prices">Prices</a>`
  expect(await readPage({ html, url: 'https://acme.example/', isKnown: false }, SIGNAL)).toEqual({
    links: [{ href: '/prices', text: '', rel: '' }],
    base: 'https://acme.example/',
    page: { title: 'Bakery', text: expect.stringContaining('every night but Sunday.') },
  })
})
