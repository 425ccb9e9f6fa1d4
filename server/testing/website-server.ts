import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import {
  CRAWL_DEFAULTS,
  type CrawlInput,
  type CrawlSettings,
  type CrawlSummary,
  type PageVisit,
} from '#server/platform/crawl/crawl-types.ts'
import { crawlWebsite } from '#server/platform/crawl/crawl-website.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** A path's reply: HTML, or whatever the function writes. */
export type Reply = string | RequestListener

export interface WebsiteServer extends Pick<LocalServer, 'port' | 'connections' | 'openConnections'> {
  /** `host path` of every request. */
  seen: string[]
  /** Paths of page requests only: without robots.txt and sitemaps. */
  pagesSeen(): string[]
  /** Maximum of concurrent requests to one host. */
  maxConcurrent(host: string): number
  crawl(change?: CrawlChange): Promise<Crawled>
}

type CrawlChange = Partial<Omit<CrawlInput, 'settings'>> & { settings?: Partial<CrawlSettings> }

interface Crawled {
  summary: CrawlSummary
  /** URLs passed to the visitor, in order. */
  visited: string[]
  texts: string[]
}

/** A page with links; text after a target becomes the link's text. */
export const htmlPage = (...links: string[]): string =>
  `<html><body>${links
    .map((link) => {
      const [href, ...label] = link.split(' ')
      return `<a href="${href}">${label.join(' ')}</a>`
    })
    .join('\n')}</body></html>`

/** A reply with this status and headers, without a body. */
export const statusReply =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end()

export const redirectTo = (location: string): RequestListener => statusReply(302, { location })

/** Reads links and their texts from simple pages. */
export async function readLinks(page: {
  url: string
  text: AsyncIterable<string>
}): Promise<PageVisit & { html: string }> {
  let html = ''
  for await (const piece of page.text) html += piece
  const links = [...html.matchAll(/<a href="([^"]{0,3000})">([^<]{0,200})/g)].map(([, href, text]) => ({
    href: href as string,
    text: text as string,
    rel: '',
  }))
  return { links, base: page.url, html }
}

/**
 * Starts a server for the website acme.example, its subdomains `www`, `shop` and `blog`, and for other.example.
 * `pages` by path, or by `//host/path` where a host differs; other paths are 404. Politeness is off unless a test
 * turns it on.
 */
export async function startWebsite(pages: Record<string, Reply>): Promise<WebsiteServer> {
  const seen: string[] = []
  const open = new Map<string, number>()
  const max = new Map<string, number>()
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const host = String(request.headers.host)
    const path = String(request.url)
    seen.push(`${host} ${path}`)
    const now = (open.get(host) ?? 0) + 1
    open.set(host, now)
    max.set(host, Math.max(now, max.get(host) ?? 0))
    response.once('close', () => open.set(host, (open.get(host) ?? 1) - 1))
    const reply = pages[`//${host}${path}`] ?? pages[path] ?? pages[path.split('?')[0] as string]
    if (reply === undefined) response.writeHead(404).end()
    else if (typeof reply === 'function') reply(request, response)
    else response.setHeader('content-type', 'text/html').end(reply)
  }
  const { port, connections, openConnections } = await startLocalServer(listener)
  const own = ['', 'www.', 'shop.', 'blog.'].map((prefix) => `${prefix}acme.example`)
  const names = [...own, 'other.example']
  const hostMap = Object.fromEntries(names.map((name) => [name, `127.0.0.1:${port}`]))
  const outbound = createOutbound({ userAgent: 'test', hostMap })
  onTestFinished(() => outbound.close())

  return {
    port,
    connections,
    openConnections,
    seen,
    pagesSeen: () =>
      seen.map((line) => line.split(' ')[1] as string).filter((path) => !/robots\.txt|sitemap/.test(path)),
    maxConcurrent: (host) => max.get(host) ?? 0,
    async crawl({ settings, ...change } = {}) {
      const visited: string[] = []
      const texts: string[] = []
      const summary = await crawlWebsite({
        domain: 'acme.example',
        outbound,
        settings: { ...CRAWL_DEFAULTS, delayMs: 0, hostConcurrency: 1, ...settings },
        robotsToken: 'testbot',
        signal: new AbortController().signal,
        rank: () => 0,
        async visit(page) {
          visited.push(page.url)
          const { html, ...visit } = await readLinks(page)
          texts.push(html)
          return visit
        },
        ...change,
      })
      return { summary, visited, texts }
    },
  }
}
