import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { htmlPage, readLinks, redirectTo, startWebsite, statusReply } from '#server/testing/website-server.ts'
import { createOutbound, type Outbound } from '../fetch/outbound.ts'
import { OutboundError } from '../fetch/outbound-error.ts'

const HOME = 'https://acme.example'

/** Sends a little every `ms` until the other side has gone. */
function drip(response: ServerResponse, ms: number): void {
  response.setHeader('content-type', 'text/html')
  const timer = setInterval(() => response.write('<p>drip</p>'.repeat(100)), ms)
  response.once('close', () => clearInterval(timer))
}

/** Sends endlessly, as fast as it is read; the returned function gives the bytes sent so far. */
function flood(response: ServerResponse, headers: Record<string, string>): () => number {
  const block = Buffer.alloc(64 * 1024, 'x ')
  let sent = 0
  response.writeHead(200, { 'content-type': 'text/html', ...headers })
  const more = (): void => {
    while (!response.destroyed && sent < 2 ** 30) {
      sent += block.length
      if (!response.write(block)) return
    }
  }
  response.on('drain', more)
  more()
  return () => sent
}

describe('redirects out of the website', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1'])(
    'to %s: refused before any connection, from the start page and from others',
    async (host) => {
      const canary = await startLocalServer((_, response) => void response.end('secret'))
      const target = `http://${host}:${canary.port}/`
      const web = await startWebsite({
        '/': htmlPage('/a', target, '/b'),
        '/a': redirectTo(target),
        '/b': htmlPage(),
      })
      expect((await web.crawl()).visited).toEqual([`${HOME}/`, `${HOME}/b`])
      const moved = await startWebsite({ '/': redirectTo(target) })
      expect((await moved.crawl()).summary).toMatchObject({ pages: 0, problem: 'moved_elsewhere' })
      expect(canary.connections()).toBe(0)
    },
  )

  test('within the website to a private address: blocked', async () => {
    const canary = await startLocalServer((_, response) => void response.end('secret'))
    const web = await startWebsite({ '/': redirectTo(`http://inner.acme.example:${canary.port}/`) })
    const outbound = createOutbound({
      userAgent: 'test',
      hostMap: { 'acme.example': `127.0.0.1:${web.port}` },
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const { summary } = await web.crawl({ outbound })
    expect(summary).toMatchObject({ pages: 0, problem: 'blocked_address' })
    expect(canary.connections()).toBe(0)
  })

  test('to another registrable domain: named when it is the start page, else skipped', async () => {
    const canary = await startLocalServer((_, response) => void response.end('other'))
    const web = await startWebsite({ '/': redirectTo('https://www.other.example/x') })
    const hostMap = {
      'acme.example': `127.0.0.1:${web.port}`,
      'www.other.example': `127.0.0.1:${canary.port}`,
    }
    const outbound = createOutbound({ userAgent: 'test', hostMap })
    const { summary } = await web.crawl({ outbound })
    expect(summary).toMatchObject({ pages: 0, problem: 'moved_elsewhere', movedTo: 'other.example' })
    const page = await startWebsite({ '/': htmlPage('/a'), '/a': redirectTo('https://www.other.example/x') })
    expect((await page.crawl()).summary).toMatchObject({ pages: 1, problem: null, movedTo: null })
    expect(canary.connections()).toBe(0)
  })
})

describe('size limits', () => {
  test('a page of one gigabyte costs only what is read', async () => {
    let sent = () => 0
    const web = await startWebsite({
      '/': (_, response) => {
        sent = flood(response, { 'content-length': String(2 ** 30) })
      },
    })
    const { texts, summary } = await web.crawl({ settings: { maxPageBytes: 100_000 } })
    expect(summary.pages).toBe(1)
    expect(texts[0]!.length).toBeGreaterThan(99_000)
    expect(texts[0]!.length).toBeLessThanOrEqual(100_000)
    // Includes what is buffered on both ends.
    expect(sent()).toBeLessThan(100_000_000)
  })

  test('a gzip bomb is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, 'x '))
    const web = await startWebsite({
      '/': (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
    })
    const { texts } = await web.crawl({ settings: { maxPageBytes: 100_000 } })
    expect(texts[0]!.length).toBeLessThanOrEqual(100_000)
    expect(texts[0]!.length).toBeGreaterThan(90_000)
  })

  test('a truncated page ends with a whole word', async () => {
    const web = await startWebsite({ '/': `<p>write to info@acme.example.com</p>` })
    const { texts } = await web.crawl({ settings: { maxPageBytes: 25 } })
    expect(texts).toEqual(['<p>write to '])
  })

  test('an image at a page address is not read', async () => {
    let sent = () => 0
    const web = await startWebsite({
      '/': htmlPage('/photo', '/b'),
      '/photo': (_, response) => {
        sent = flood(response, { 'content-type': 'image/jpeg' })
      },
      '/b': htmlPage(),
    })
    const { visited } = await web.crawl()
    expect(visited).toEqual([`${HOME}/`, `${HOME}/b`])
    expect(sent()).toBeLessThan(100_000_000)
  })

  test('a page with a hundred thousand links is cut off', async () => {
    const links = Array.from({ length: 100_000 }, (_, index) => `/p/${index}`)
    const web = await startWebsite({ '/': htmlPage(...links) })
    let queued = 0
    await web.crawl({
      settings: { maxPages: 2 },
      onProgress: (progress) => {
        queued = Math.max(queued, progress.queued)
      },
    })
    expect(queued).toBe(5000)
  })
})

describe('time limits', () => {
  test('a page that hangs or drips is abandoned, and the others are read', async () => {
    const web = await startWebsite({
      '/': htmlPage('/hang', '/drip', '/b'),
      '/hang': () => {},
      '/drip': (_, response) => drip(response, 20),
      '/b': htmlPage(),
    })
    const { summary, visited } = await web.crawl({ settings: { pageTimeoutMs: 600 } })
    expect(visited).toEqual([`${HOME}/`, `${HOME}/drip`, `${HOME}/b`])
    expect(summary).toMatchObject({ pages: 2, requests: 4 })
  })

  test('the time for the whole website is limited', async () => {
    const web = await startWebsite({
      '/': htmlPage('/a', '/drip', '/b'),
      '/a': htmlPage(),
      '/drip': (_, response) => drip(response, 20),
    })
    const { summary } = await web.crawl({ settings: { websiteTimeoutMs: 1000 } })
    expect(summary).toMatchObject({ pages: 2, requests: 3, problem: null })
    const dead = await startWebsite({ '/': (_, response) => drip(response, 20) })
    expect((await dead.crawl({ settings: { websiteTimeoutMs: 100 } })).summary).toMatchObject({
      pages: 0,
      problem: 'timeout',
    })
  })

  test.each(['dripping page', 'waiting visitor', 'pause', 'hanging robots.txt'])(
    'an abort ends a %s at once',
    async (where) => {
      const stop = new AbortController()
      const isMissing = Promise.withResolvers<void>()
      const web = await startWebsite({
        '/': htmlPage('/slow', '/b'),
        '/slow': (_, response) => {
          response.once('close', () => isMissing.resolve())
          if (where === 'dripping page') setTimeout(() => stop.abort(), 30)
          if (where === 'waiting visitor') response.setHeader('content-type', 'text/html').end('<p>')
          else drip(response, 5)
        },
        '/robots.txt': (_, response) => {
          if (where !== 'hanging robots.txt') response.writeHead(404).end()
          else setTimeout(() => stop.abort(), 10)
        },
      })
      const visited: string[] = []
      const { summary } = await web.crawl({
        signal: stop.signal,
        ...(where === 'pause' && {
          pause: () => {
            stop.abort()
            return new Promise<void>(() => {})
          },
          settings: { delayMs: 1000 },
        }),
        async visit(page) {
          visited.push(new URL(page.url).pathname)
          if (where === 'waiting visitor' && page.url.endsWith('/slow')) {
            stop.abort()
            await new Promise(() => {})
          }
          return readLinks(page)
        },
      })
      expect(summary.problem).toBeNull()
      expect(visited).not.toContain('/b')
      if (where === 'dripping page') await isMissing.promise
    },
  )

  test('a crawl that was aborted before makes no request', async () => {
    const web = await startWebsite({ '/': htmlPage() })
    const { summary } = await web.crawl({ signal: AbortSignal.abort() })
    expect([summary.requests, web.seen]).toEqual([0, []])
  })
})

describe('the visitor', () => {
  test('may leave a page early: the connection is closed and the crawl continues', async () => {
    const closed = { '/drip': Promise.withResolvers<void>(), '/ignored': Promise.withResolvers<void>() }
    const dripping = (path: keyof typeof closed): RequestListener => {
      return (_, response) => {
        response.once('close', () => closed[path].resolve())
        drip(response, 1)
      }
    }
    const web = await startWebsite({
      '/': htmlPage('/drip', '/ignored', '/b'),
      '/drip': dripping('/drip'),
      '/ignored': dripping('/ignored'),
      '/b': async (_, response) => {
        await Promise.all([closed['/drip'].promise, closed['/ignored'].promise])
        response.setHeader('content-type', 'text/html').end('<p>')
      },
    })
    const visited: string[] = []
    const { summary } = await web.crawl({
      // Long enough that only the abort can end the request.
      settings: { pageTimeoutMs: 10 * PATIENCE_MS, websiteTimeoutMs: 10 * PATIENCE_MS },
      async visit(page) {
        visited.push(new URL(page.url).pathname)
        if (visited.length === 1) return readLinks(page)
        if (!page.url.endsWith('/ignored')) for await (const _ of page.text) break
        return { links: [], base: page.url }
      },
    })
    expect([visited, summary.pages]).toEqual([['/', '/drip', '/ignored', '/b'], 4])
  })

  test('that throws ends the crawl', async () => {
    const web = await startWebsite({ '/': htmlPage('/a'), '/a': htmlPage() })
    const visit = async () => {
      throw new TypeError('wrong')
    }
    await expect(web.crawl({ visit })).rejects.toThrow('wrong')
    expect(web.pagesSeen()).toEqual(['/'])
  })
})

describe('unreadable websites', () => {
  /** A fetcher that fails for some addresses and passes the others on. */
  const failing = (real: Outbound, fails: (url: string) => OutboundError | null): Outbound => ({
    ...real,
    fetch: async (url, options) => {
      const error = fails(String(url))
      if (error) throw error
      return real.fetch(url, options)
    },
  })
  const outboundTo = (port: number) =>
    createOutbound({
      userAgent: 'test',
      hostMap: { 'acme.example': `127.0.0.1:${port}`, 'www.acme.example': `127.0.0.1:${port}` },
    })

  test.each([
    ['https', 'https://acme.example/'],
    ['https://acme', 'https://www.acme.example/'],
    ['https:', 'http://acme.example/'],
    ['//acme|https:', 'http://www.acme.example/'],
  ])('the next start address is tried when %s is unreachable', async (broken, expected) => {
    const web = await startWebsite({ '/': htmlPage() })
    const pattern = broken === 'https' ? /^$/ : new RegExp(broken)
    const outbound = failing(outboundTo(web.port), (url) =>
      pattern.test(url) ? new OutboundError('network') : null,
    )
    expect((await web.crawl({ outbound })).visited).toEqual([expected])
  })

  test('no such name, no listener, a private address', async () => {
    const web = await startWebsite({})
    expect((await web.crawl({ domain: 'nobody.example' })).summary.problem).toBe('not_found')
    expect((await web.crawl({ domain: 'not a name' })).summary.problem).toBe('not_found')
    expect((await web.crawl({ domain: '127.0.0.1' })).summary.problem).toBe('blocked_address')
    const closed = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void closed.close())
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    expect((await web.crawl({ outbound: outboundTo(port) })).summary.problem).toBe('unreachable')
  })

  test.each([
    ['a hanging start page', () => {}, 'timeout'],
    ['an error', statusReply(500), 'http_error'],
    ['a page that is gone', statusReply(404), 'http_error'],
    ['a redirect loop', redirectTo('/'), 'http_error'],
    ['a cookie wall', statusReply(302, { location: '/', 'set-cookie': 'seen=1; Path=/' }), 'needs_cookies'],
    ['a redirect to no address', redirectTo('http://['), 'http_error'],
    [
      'a picture',
      (_: unknown, response: ServerResponse) => response.setHeader('content-type', 'image/png').end('x'),
      'not_html',
    ],
    [
      'a text',
      (_: unknown, response: ServerResponse) => response.setHeader('content-type', 'text/plain').end('x'),
      'not_html',
    ],
  ] as const)('are named and not read again: %s', async (_, reply, problem) => {
    const web = await startWebsite({ '/': reply })
    const { summary } = await web.crawl({ settings: { pageTimeoutMs: 600 } })
    expect(summary).toMatchObject({ pages: 0, requests: 1, problem })
  })

  test('a certificate that nobody vouches for is named, and robots.txt asked for once', async () => {
    const web = await startWebsite({ '/': htmlPage() })
    const asked: string[] = []
    const refused = (code: string) => new OutboundError('network', Object.assign(new Error(code), { code }))
    const crawlWith = (code: string) =>
      web.crawl({
        // Everything over http is sent on to https, as the redirects of robots.txt are followed.
        outbound: failing(outboundTo(web.port), (url) => {
          if (url.startsWith('http:')) asked.push(url)
          return refused(code)
        }),
      })
    for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      expect((await crawlWith(code)).summary).toMatchObject({ pages: 0, problem: 'bad_certificate' })
    expect(asked).toEqual(Array(3).fill('http://acme.example/robots.txt'))
    expect((await crawlWith('ECONNRESET')).summary.problem).toBe('unreachable')
  })

  test('a website that wants its cookie back everywhere: each address is asked for once', async () => {
    const wall: RequestListener = (request, response) =>
      void response.writeHead(302, { location: String(request.url), 'set-cookie': 'seen=1' }).end()
    const web = await startWebsite({ '/': wall, '/robots.txt': wall, '/sitemap.xml': wall })
    expect((await web.crawl()).summary).toMatchObject({ pages: 0, problem: 'needs_cookies' })
    expect(web.seen.toSorted()).toEqual([...new Set(web.seen)].toSorted())
  })

  test('a missing start page does not hide what the sitemap lists', async () => {
    const web = await startWebsite({
      '/sitemap.xml': `<urlset><url><loc>${HOME}/a</loc></url></urlset>`,
      '/a': htmlPage(),
    })
    expect((await web.crawl()).summary).toMatchObject({ pages: 1, requests: 2, problem: null })
  })

  test('undeclared HTML is read, and so are the extra types', async () => {
    const web = await startWebsite({
      '/': (_, response) => void response.end(' \n<a href="/card">x</a>'),
      '/card': (_, response) => void response.setHeader('content-type', 'text/vcard').end('BEGIN:VCARD'),
    })
    expect((await web.crawl({ extraTypes: ['text/vcard'] })).texts[1]).toBe('BEGIN:VCARD')
    expect((await web.crawl()).summary.pages).toBe(1)
  })
})
