import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { startWebsite } from '#server/testing/website-server.ts'
import { decodePage } from './page-text.ts'

/** Decodes bytes that arrive in pieces of this size. */
async function decode(bytes: Uint8Array, charset?: string, size = 1000, max = 1_000_000): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  let text = ''
  for await (const piece of decodePage(pieces(), charset, max)) text += piece
  return text
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const FILLER = `<p>${'filler '.repeat(3000)}</p>`

describe('decodePage', () => {
  test.each([
    ['UTF-8 without a declaration', Buffer.from('<p>Grüße 日本</p>'), undefined, '<p>Grüße 日本</p>'],
    ['windows-1252 without a declaration', latin('<p>Gr\xfc\xdfe \x80</p>'), undefined, '<p>Grüße €</p>'],
    ['a header', Buffer.from([0xf0, 0xd2]), 'koi8-r', 'Пр'],
    [
      'an unknown charset in the header',
      latin('<meta charset=iso-8859-5>\xb0'),
      'bogus-8',
      '<meta charset=iso-8859-5>А',
    ],
    ['a byte order mark before the header', Buffer.from('\ufeffä'), 'iso-8859-1', 'ä'],
    ['the header before the page', Buffer.from('<meta charset=latin1>ä'), 'utf-8', '<meta charset=latin1>ä'],
    ['UTF-16 claimed in ASCII', Buffer.from('<meta charset=utf-16>ä'), undefined, '<meta charset=utf-16>ä'],
    ['an encoding without a decoder', Buffer.from('<p>a</p>'), 'iso-2022-kr', '<p>a</p>'],
    ['nothing', Buffer.alloc(0), undefined, ''],
  ])('decodes a page by %s', async (_, bytes, charset, expected) => {
    for (const size of [1, 3, 1000]) expect(await decode(bytes, charset, size)).toBe(expected)
  })

  test('uses a late declaration and late non-ASCII characters', async () => {
    const head = `<style>${'a{b:c}'.repeat(400)}</style><meta charset="windows-1251">`
    const bytes = Buffer.concat([Buffer.from(head + FILLER), Buffer.from([0xcf, 0xf0])])
    expect(await decode(bytes)).toBe(`${head}${FILLER}Пр`)
  })

  test('detects non-ASCII characters far into an undeclared page', async () => {
    expect(await decode(Buffer.from(`${FILLER}ä 日`))).toBe(`${FILLER}ä 日`)
    expect(await decode(latin(`${FILLER}\xe4 \xdf`))).toBe(`${FILLER}ä ß`)
  })

  test('treats a page cut inside a character as UTF-8', async () => {
    expect(await decode(Buffer.from('ää ää ää'), undefined, 3, 9)).toBe('ää ')
  })
})

const folder = openData('web/charsets')

interface Case {
  file: string
  http_content_type: string
  must_contain: string[]
}

describe.skipIf(folder === null)('pages in many encodings', () => {
  const cases = folder ? (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Case[]) : []

  test.each(cases.map((item) => [item.file, item] as const))(
    'are read without damage: %s',
    async (_, item) => {
      const body = readFileSync(join(folder as string, item.file))
      const web = await startWebsite({
        '/': (_, response) => void response.setHeader('content-type', item.http_content_type).end(body),
      })
      const { texts } = await web.crawl({ settings: { maxPages: 1 } })
      for (const content of item.must_contain) expect(texts[0]).toContain(content)
      expect(texts[0]).not.toContain('\ufffd')
    },
  )
})
