import { describe, expect, test } from 'vitest'
import {
  htmlPage,
  type Reply,
  redirectTo,
  startWebsite,
  statusReply,
} from '#server/testing/website-server.ts'

const HOME = 'https://acme.example'
const many = (count: number, page: (index: number) => Reply = () => htmlPage()): Record<string, Reply> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p/${index}`, page(index)]))
const linksTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `/p/${index}`)

describe('order', () => {
  test('by rank of address and words, then breadth-first; null skips', async () => {
    const web = await startWebsite({
      '/': htmlPage('/a', '/secret', '/b', '/x Contact us'),
      '/a': htmlPage('/a/deep'),
      '/b': htmlPage('/imprint'),
      '/x': htmlPage(),
      '/imprint': htmlPage(),
      '/a/deep': htmlPage(),
    })
    const { visited, summary } = await web.crawl({
      rank: ({ url, text }) => {
        if (url.pathname === '/secret') return null
        return text.includes('Contact') || url.pathname === '/imprint' ? 10 : 0
      },
    })
    expect(visited).toEqual(['/', '/x', '/a', '/b', '/imprint', '/a/deep'].map((path) => HOME + path))
    expect(summary).toMatchObject({ pages: 6, requests: 6, problem: null, movedTo: null })
  })

  test('the start host comes before its subdomains, which belong to the same website', async () => {
    const web = await startWebsite({
      '/': htmlPage('https://shop.acme.example/', '/a', 'https://other.example/'),
      '/a': htmlPage(),
      '//shop.acme.example/': htmlPage(),
    })
    const { visited } = await web.crawl({ settings: { maxPages: 3 } })
    expect(visited).toEqual([`${HOME}/`, `${HOME}/a`, 'https://shop.acme.example/'])
  })

  test('starts at a given host, and stays within the domain', async () => {
    const web = await startWebsite({
      '//shop.acme.example/': htmlPage('/a', 'https://blog.acme.example/', 'https://other.example/'),
      '//shop.acme.example/a': htmlPage(),
      '//blog.acme.example/': htmlPage(),
      '//acme.example/': statusReply(404),
    })
    const one = await web.crawl({ hosts: ['shop.acme.example'] })
    expect(one.visited).toEqual([
      'https://shop.acme.example/',
      'https://shop.acme.example/a',
      'https://blog.acme.example/',
    ])
    const two = await web.crawl({ hosts: ['blog.acme.example', 'shop.acme.example'] })
    expect(two.visited.toSorted()).toEqual(one.visited.toSorted())
    // An unreachable host does not end the crawl.
    const isMissing = await startWebsite({ '/': htmlPage() })
    const { visited } = await isMissing.crawl({ hosts: ['2016.acme.example'] })
    expect(visited).toEqual([`${HOME}/`])
  })

  test('sitemap entries are ranked too, before the first link is followed', async () => {
    const web = await startWebsite({
      '/': htmlPage('/a', '/b'),
      '/sitemap.xml': (_, response) => response.end(`<urlset><url><loc>${HOME}/contact</loc></url></urlset>`),
      '/a': htmlPage(),
      '/b': htmlPage(),
      '/contact': htmlPage(),
    })
    const requested: string[] = []
    const { visited } = await web.crawl({
      settings: { maxPages: 2 },
      rank: ({ url, from }) => {
        requested.push(`${from} ${url.pathname}`)
        return from === 'sitemap' ? 5 : 0
      },
    })
    expect(visited).toEqual([`${HOME}/`, `${HOME}/contact`])
    expect(requested).toContain('sitemap /contact')
  })
})

describe('limits', () => {
  test.each([1, 2, 7])('never more than %i requests for pages', async (maxPages) => {
    const web = await startWebsite({ '/': htmlPage(...linksTo(30)), ...many(30) })
    const { summary } = await web.crawl({ settings: { maxPages, hostConcurrency: 4 } })
    expect(web.pagesSeen()).toHaveLength(maxPages)
    expect(summary).toMatchObject({ pages: maxPages, requests: maxPages })
  })

  test('failed requests, redirects and retries count', async () => {
    const web = await startWebsite({
      '/': htmlPage('/gone', '/moved', '/busy', '/a', '/b', '/c'),
      '/moved': redirectTo('/target'),
      '/busy': statusReply(503, { 'retry-after': '0' }),
      ...Object.fromEntries(['/target', '/a', '/b', '/c'].map((path) => [path, htmlPage()])),
    })
    const { summary, visited } = await web.crawl({ settings: { maxPages: 7 }, pause: async () => {} })
    expect(web.pagesSeen()).toEqual(['/', '/gone', '/moved', '/target', '/busy', '/busy', '/a'])
    expect(summary).toMatchObject({ requests: 7, pages: 3 })
    expect(visited.at(-1)).toBe(`${HOME}/a`)
  })

  test('a redirecting start page is read even with a limit of one page', async () => {
    const web = await startWebsite({
      '//acme.example/': redirectTo('https://www.acme.example/'),
      '//www.acme.example/': htmlPage('/a'),
    })
    const { summary, visited } = await web.crawl({ settings: { maxPages: 1 } })
    expect([summary.pages, visited]).toEqual([1, ['https://www.acme.example/']])
  })

  test('progress is reported after every request', async () => {
    const web = await startWebsite({ '/': htmlPage('/a', '/b', '/gone'), '/a': htmlPage(), '/b': htmlPage() })
    const reported: { pages: number; queued: number }[] = []
    await web.crawl({ onProgress: (progress) => reported.push(progress) })
    expect(reported).toEqual([
      { pages: 1, queued: 3 },
      { pages: 2, queued: 2 },
      { pages: 3, queued: 1 },
      { pages: 3, queued: 0 },
    ])
  })
})

describe('duplicate addresses of one page', () => {
  test('duplicates are read once', async () => {
    const web = await startWebsite({
      '/': htmlPage(
        '/a',
        '/a/',
        '/a#top',
        '/a/index.html',
        'http://acme.example/a',
        'https://www.acme.example/a',
        'https://acme.example:443/a?utm_source=x&fbclid=1',
        '/a;jsessionid=ABC',
        '/a?PHPSESSID=0123456789abcdef',
        '/index.php',
        '/?',
      ),
      '/a': htmlPage('/', './a'),
    })
    await web.crawl()
    expect(web.pagesSeen()).toEqual(['/', '/a'])
  })

  test('a redirect to a page already read or queued is not read again', async () => {
    const web = await startWebsite({
      '/': htmlPage('/old', '/a', '/older'),
      '/old': redirectTo('/a'),
      '/older': redirectTo('/'),
      '/a': htmlPage(),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual([`${HOME}/`, `${HOME}/a`])
    expect(web.pagesSeen()).toEqual(['/', '/old', '/a', '/older'])
  })

  test('a redirect to its own duplicate is followed, a loop is not', async () => {
    const web = await startWebsite({
      '/': htmlPage('/dir', '/loop', '/ping'),
      '/dir': redirectTo('/dir/'),
      '/dir/': htmlPage(),
      '/loop': redirectTo('/loop'),
      '/ping': redirectTo('/pong'),
      '/pong': redirectTo('/ping'),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual([`${HOME}/`, `${HOME}/dir/`])
    expect(web.pagesSeen()).toEqual(['/', '/dir', '/dir/', '/loop', '/ping', '/pong'])
  })

  test('after a redirect of the start page, its target host decides which links are followed', async () => {
    const web = await startWebsite({
      '//acme.example/': redirectTo('https://www.acme.example/en/'),
      '//www.acme.example/en/': htmlPage('http://acme.example/a', '/b'),
      '/a': htmlPage(),
      '/b': htmlPage(),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual(['/en/', '/a', '/b'].map((path) => `https://www.acme.example${path}`))
  })

  test('links that are not pages are not requested', async () => {
    const web = await startWebsite({
      '/': htmlPage(
        'mailto:info@acme.example',
        'tel:+12025550100',
        'javascript:void(0)',
        'data:text/html,x',
        '/photo.JPG',
        '/flyer.pdf',
        '/style.css?v=2',
        '/font.woff2',
        'ftp://acme.example/',
        'https://user:pass@acme.example/a',
        'https://acme.example.other.example/',
        'http://[',
        `/${'x'.repeat(2001)}`,
      ),
    })
    await web.crawl()
    expect(web.pagesSeen()).toEqual(['/'])
  })
})

describe('endless websites', () => {
  test('calendars, by query and by path', async () => {
    const calendar: Reply = (request, response) => {
      const month = Number(new URL(String(request.url), HOME).searchParams.get('month'))
      response.setHeader('content-type', 'text/html').end(htmlPage(`/calendar?month=${month + 1}`))
    }
    const byPath = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => {
        const at = (month: number) => `/events/${1990 + Math.floor(month / 12)}/${(month % 12) + 1}`
        return [at(index), htmlPage(at(index + 1))]
      }),
    )
    const web = await startWebsite({
      '/': htmlPage('/calendar?month=1', '/events/1990/1'),
      '/calendar': calendar,
      ...byPath,
    })
    await web.crawl({ settings: { maxPages: 500 } })
    expect(web.pagesSeen()).toHaveLength(21)
  })

  test('growing paths, and links with a session', async () => {
    let sessions = 0
    const web = await startWebsite({
      '/': (_, response) => {
        sessions += 1
        const links = htmlPage('a/b/', `/?sid=${String(sessions).padStart(32, 'f')}`)
        response.setHeader('content-type', 'text/html').end(links)
      },
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`/${'a/b/'.repeat(index + 1)}`, htmlPage('a/b/')]),
      ),
    })
    await web.crawl({ settings: { maxPages: 500 } })
    expect(web.pagesSeen()).toEqual(['/', '/a/b/'])
  })

  test('links that are added to their own address, by query and by path', async () => {
    const page: Reply = (request, response) => {
      const query = String(request.url).split('?')[1] ?? ''
      const links = [2, 3].map((number) => `?${query}&amp;p=${number}`)
      const html = htmlPage(
        ...links,
        'infra/www/index.html',
        'infra/www/',
        'www.acme.example/imprint',
        '/contact',
      )
      response.setHeader('content-type', 'text/html').end(html)
    }
    const web = await startWebsite(
      new Proxy<Record<string, Reply>>(
        {},
        { get: (_, path: string) => (/robots|sitemap/.test(path) ? undefined : page) },
      ),
    )
    await web.crawl()
    const paths = new Set(web.pagesSeen().map((path) => path.split('?')[0]))
    expect([...paths].toSorted()).toEqual(['/', '/contact', '/imprint', '/infra/www/index.html'])
    expect(web.pagesSeen().length).toBeLessThanOrEqual(12)
  })

  test('wildcard subdomains', async () => {
    const links = Array.from({ length: 100 }, (_, index) => `https://h${index}.acme.example/`)
    const web = await startWebsite({ '/': htmlPage(...links) })
    const { summary } = await web.crawl({ settings: { maxPages: 1000 } })
    // Refused because its robots.txt is unreachable, so no page is requested.
    expect(summary).toMatchObject({ pages: 1, requests: 1 })
  })
})

describe('connections', () => {
  const pages = {
    '/': htmlPage('/a', '/b', '/c', '/d'),
    ...Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, htmlPage()])),
  }

  test.each([1, 2])('%i at a time serve all requests', async (hostConcurrency) => {
    const web = await startWebsite(pages)
    expect((await web.crawl({ settings: { hostConcurrency } })).summary.pages).toBe(5)
    expect(web.connections()).toBe(hostConcurrency)
  })

  test('a request that follows another goes over its connection', async () => {
    const web = await startWebsite(pages)
    await web.crawl({ settings: { hostConcurrency: 2, maxPages: 1 } })
    expect(web.seen.length).toBe(2)
    expect(web.connections()).toBe(1)
  })

  test('none stays open when the website was read, or when its reading was ended', async () => {
    const end = new AbortController()
    // Never answered: only the crawl's end ends it.
    const web = await startWebsite({ ...pages, '/a': () => end.abort() })
    await web.crawl({ signal: end.signal })
    await expect.poll(web.openConnections).toBe(0)
    await web.crawl({ settings: { maxPages: 1 } })
    await expect.poll(web.openConnections).toBe(0)
  })
})
