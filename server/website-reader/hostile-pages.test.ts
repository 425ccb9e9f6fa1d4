import { describe, expect, it } from 'vitest'
import type { PageFindings } from './findings.ts'
import { createPageBuilder } from './page/page-tree.ts'
import { readPage } from './read-page.ts'
import { summariseWebsite } from './summarise-website.ts'

const SIZE = 2_000_000
const PIECE = 65_536

const filled = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE)

function readHtml(body: string, url = 'https://acme.example/'): Promise<PageFindings> {
  const html = `<html><body>${body}</body></html>`
  const builder = createPageBuilder(url)
  for (let at = 0; at < html.length; at += PIECE) builder.write(html.slice(at, at + PIECE))
  return readPage(builder.end())
}

describe('a page of two million characters', () => {
  it.each([
    ['200,000 open tags', '<div>'.repeat(200_000), { people: 0, phones: 0 }],
    ['one name on every line of one element', filled('Anna Berger<br>'), { phones: 0 }],
    ['cards without end', filled('<div><h3>Anna Berger</h3><p>Director</p></div>'), { people: 1000 }],
    ['numbers that are none', filled('+1 202-555-01431 '), { phones: 0 }],
    ['one line of signs', filled('@'), { emails: 0 }],
  ] as const)('of %s is read in bounded time', async (_what, body, expected) => {
    const { emails, phones, people } = await readHtml(body)
    expect({ emails: emails.length, phones: phones.length, people: people.length }).toMatchObject(expected)
  })

  it('keeps the start of a page whose tags are never closed', async () => {
    const found = await readHtml(`<p>info@acme.example</p>${'<div>'.repeat(200_000)}`)
    expect(found.emails.map(({ value }) => value)).toEqual(['info@acme.example'])
  })
})

describe('a hundred hostile pages', () => {
  const pagesOf = async (body: string): Promise<PageFindings[]> => {
    const page = await readHtml(body)
    return Array.from({ length: 100 }, (_, index) => ({ ...page, url: `https://acme.example/${index}` }))
  }

  it('that repeat one person give one person', async () => {
    const pages = await pagesOf('<div><h3>Anna Berger</h3><p>Director</p></div>'.repeat(1000))
    expect(pages[0]?.people).toHaveLength(1000)
    const { people } = summariseWebsite('acme.example', pages)
    expect(people).toMatchObject([{ name: 'Anna Berger', role: 'Director' }])
    expect(people[0]?.sources).toHaveLength(100)
  })

  it('full of phone numbers are read once each', async () => {
    const number = (index: number) => `<p>Phone: +49 30 ${1_000_000 + index * 7}</p>`
    const pages = await pagesOf(Array.from({ length: 2000 }, (_, index) => number(index)).join(''))
    expect(summariseWebsite('acme.example', pages).phones).toHaveLength(60)
  })
})
