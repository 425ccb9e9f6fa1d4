import { describe, expect, test } from 'vitest'
import {
  htmlPage,
  type Reply,
  redirectTo,
  startWebsite,
  statusReply,
} from '#server/testing/website-server.ts'

const HOME = 'https://acme.example'
const robots =
  (text: string): Reply =>
  (_, response) =>
    response.setHeader('content-type', 'text/plain').end(text)
const PAGES = { '/': htmlPage('/a', '/private/b'), '/a': htmlPage(), '/private/b': htmlPage() }

describe('robots.txt', () => {
  test('the group that names the robot applies, not the one for all', async () => {
    const web = await startWebsite({
      ...PAGES,
      '/robots.txt': robots('User-agent: *\nDisallow: /\n\nUser-agent: TestBot/2.0\nDisallow: /private'),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual([`${HOME}/`, `${HOME}/a`])
    expect(web.pagesSeen()).not.toContain('/private/b')
  })

  test('a disallowed page is not requested', async () => {
    const web = await startWebsite({ ...PAGES, '/robots.txt': robots('User-agent: *\nDisallow: /a') })
    const { summary, visited } = await web.crawl({ settings: { maxPages: 2 } })
    expect(summary).toMatchObject({ pages: 2, requests: 2 })
    expect(visited.at(-1)).toBe(`${HOME}/private/b`)
  })

  test.each([
    ['a refused start page', robots('User-agent: *\nDisallow: /')],
    ['a server error', statusReply(503)],
  ])('%s: nothing is read', async (_, reply) => {
    const web = await startWebsite({ ...PAGES, '/robots.txt': reply })
    const { summary } = await web.crawl()
    expect(summary).toMatchObject({ pages: 0, requests: 0, problem: 'refused_by_robots' })
    expect(web.seen).toEqual(['acme.example /robots.txt'])
  })

  test.each([
    ['none', statusReply(404)],
    ['a forbidden one', statusReply(403)],
    ['an endless redirect', redirectTo('/robots.txt')],
    ['a redirect to another website', redirectTo('https://other.example/robots.txt')],
    ['an HTML page', htmlPage('/nothing')],
  ])('%s: everything may be read', async (_, reply) => {
    const web = await startWebsite({ ...PAGES, '/robots.txt': reply })
    expect((await web.crawl()).summary.pages).toBe(3)
  })

  test('a redirect within the website is followed', async () => {
    const web = await startWebsite({
      ...PAGES,
      '/robots.txt': redirectTo('/rules.txt'),
      '/rules.txt': robots('User-agent: *\nDisallow: /private'),
    })
    expect((await web.crawl()).summary.pages).toBe(2)
  })

  test('one that never arrives disallows everything', async () => {
    const web = await startWebsite({ ...PAGES, '/robots.txt': () => {} })
    const { summary } = await web.crawl({ settings: { pageTimeoutMs: 100 } })
    expect(summary).toMatchObject({ requests: 0, problem: 'timeout' })
  })

  test('only its first 512 KB are read', async () => {
    const filler = '# nothing here\n'.repeat(40_000)
    const web = await startWebsite({
      ...PAGES,
      '/robots.txt': robots(`User-agent: *\nDisallow: /a\n${filler}\nDisallow: /private\n`),
    })
    expect((await web.crawl()).visited).toEqual([`${HOME}/`, `${HOME}/private/b`])
  })

  test('every subdomain has its own rules, also when a redirect leads there', async () => {
    const web = await startWebsite({
      '/': htmlPage('https://shop.acme.example/', 'https://blog.acme.example/', '/to-shop'),
      '/to-shop': redirectTo('https://shop.acme.example/offer'),
      '//shop.acme.example/robots.txt': robots('User-agent: *\nDisallow: /'),
      '//blog.acme.example/': htmlPage(),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual([`${HOME}/`, 'https://blog.acme.example/'])
    expect(web.seen.filter((line) => line.startsWith('shop.'))).toEqual(['shop.acme.example /robots.txt'])
  })
})

describe('politeness', () => {
  test('no more concurrent requests than configured', async () => {
    const late: Reply = (_, response) =>
      void setTimeout(() => response.setHeader('content-type', 'text/html').end(htmlPage()), 5)
    const paths = Array.from({ length: 20 }, (_, index) => `/p/${index}`)
    const pages = Object.fromEntries(paths.map((path) => [path, late]))
    const web = await startWebsite({ '/': htmlPage(...paths), ...pages })
    await web.crawl({ settings: { hostConcurrency: 3 } })
    expect(web.maxConcurrent('acme.example')).toBe(3)
  })

  test.each([
    ['the settings', '', 250, 250],
    ['a longer Crawl-delay', 'User-agent: *\nCrawl-delay: 3', 250, 3000],
    ['a shorter Crawl-delay', 'User-agent: *\nCrawl-delay: 0.1', 250, 250],
    ['an excessive Crawl-delay', 'User-agent: *\nCrawl-delay: 86400', 250, 10_000],
  ])('waits between requests as %s require', async (_, text, delayMs, expected) => {
    const web = await startWebsite({ ...PAGES, '/robots.txt': robots(text) })
    const waits: number[] = []
    await web.crawl({ settings: { delayMs }, pause: async (ms) => void waits.push(ms) })
    // Nothing really waits, so each start is planned one delay after the previous one: robots.txt, then four pages.
    expect(waits).toHaveLength(web.seen.length - 1)
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeLessThanOrEqual((index + 1) * expected)
      expect(ms).toBeGreaterThan(index * expected)
    }
  })

  test('retries a busy server once at the time it names, then sends requests less often', async () => {
    let requested = 0
    const web = await startWebsite({
      '/': htmlPage('/soon', '/later', '/a'),
      '/a': htmlPage(),
      '/soon': (_, response) => {
        requested += 1
        if (requested === 1) response.writeHead(429, { 'retry-after': '2' }).end()
        else response.setHeader('content-type', 'text/html').end(htmlPage())
      },
      '/later': statusReply(429, { 'retry-after': '3600' }),
    })
    const waits: number[] = []
    const { visited } = await web.crawl({ pause: async (ms) => void waits.push(ms) })
    expect(visited).toEqual(['/', '/soon', '/a'].map((path) => HOME + path))
    expect(web.pagesSeen()).toEqual(['/', '/soon', '/soon', '/later', '/a'])
    expect(waits.some((ms) => ms > 1000 && ms <= 2000)).toBe(true)
  })

  test('stops requesting a host that keeps refusing', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/p/${index}`)
    const refusals = Object.fromEntries(paths.map((path) => [path, statusReply(429)]))
    const web = await startWebsite({ '/': htmlPage(...paths), ...refusals })
    await web.crawl({ pause: async () => {} })
    expect(web.pagesSeen()).toHaveLength(6)
  })
})
