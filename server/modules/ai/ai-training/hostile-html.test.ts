import { describe, expect, it } from 'vitest'
import { readPage } from './crawl/read-page.ts'
import { MAX_FILE_CHARS } from './files/file-outcome.ts'
import { createReadFileText } from './files/read-file.ts'

const readFileText = createReadFileText()
const SIGNAL = new AbortController().signal
const WORDS = 'We bake bread for the hotels of the town, every night but Sunday. '
const HOSTILE: readonly [string, () => string][] = [
  ['50 MB of words', () => `<p>${WORDS.repeat(760_000)}`],
  ['1,000,000 elements within each other', () => `<p>${WORDS}</p>${'<div>'.repeat(1_000_000)}`],
  ['an attribute of 10 MB', () => `<p style="${'left: '.repeat(1_700_000)}">${WORDS}</p>`],
  [
    '500,000 attributes',
    () => `<p ${Array.from({ length: 500_000 }, (_, at) => `a${at}=1`).join(' ')}>${WORDS}`,
  ],
  ['1,000,000 breaks', () => `<p>${WORDS}${'<br>'.repeat(1_000_000)}`],
]

describe.each(HOSTILE)('HTML with %s', (_name, make) => {
  it('is read or refused as a file, in a process that is ended when it takes too much', async () => {
    const outcome = await readFileText(1, { name: 'page.html', bytes: Buffer.from(make()) }, SIGNAL)
    if (outcome.ok) expect(outcome.text.length).toBeLessThanOrEqual(MAX_FILE_CHARS)
    else expect(['too_large', 'took_too_long']).toContain(outcome.reason)
  })

  it('is read or skipped as a crawled page, without blocking others', async () => {
    let turns = 0
    const turn = setInterval(() => {
      turns += 1
    })
    const html = make()
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
