import { Pool } from 'undici'
import { createOutbound, type Outbound } from '#server/platform/fetch/outbound.ts'
import { createWebsiteReader } from '#server/website-reader/index.ts'
import type { BenchApp } from './bench-app.ts'
import { openOutside } from './child-server.ts'
import { fixed, type Line, seconds, watchMemory } from './measure.ts'

/** Websites; each gets one request at a time. */
const AT_ONCE = 16
/** The best of this many runs: a real installation is warm. */
const ROUNDS = 5

interface Site {
  host: string
  pages: number
}

/** This many pages in 16 websites; the name of each tells the server its page count. */
const sitesOf = (pages: number): Site[] =>
  Array.from({ length: AT_ONCE }, (_, at) => {
    const own = Math.floor(pages / AT_ONCE) + Number(at < pages % AT_ONCE)
    return { host: `p${own}-site${at}.example`, pages: own }
  })

const inAll = <Item>(sites: Site[], of: (host: string, page: number) => Item): Item[] =>
  sites.flatMap(({ host, pages }) => Array.from({ length: pages }, (_, page) => of(host, page)))

/** The lower bound: all addresses are known, nothing is parsed. */
async function fetchKnown(port: number, sites: Site[]): Promise<void> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE })
  const left = inAll(sites, (host, page) => ({ host, path: `/p/${page}` }))
  const fetcher = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { host, path } = next
      const { body } = await pool.request({ method: 'GET', path, headers: { host } })
      await body.text()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetcher))
  await pool.close()
}

/** Reads the websites as a search does, with every extractor; returns all addresses. */
async function crawlAll(outbound: Outbound, sites: Site[], hostConcurrency: number): Promise<Set<string>> {
  const reader = createWebsiteReader({
    outbound,
    robotsToken: 'leadwright',
    settings: { maxPages: 10_000, delayMs: 0, hostConcurrency },
  })
  const { signal } = new AbortController()
  const reports = await Promise.all(sites.map(({ host }) => reader.read(host, { signal })))
  return new Set(reports.flatMap(({ emails }) => emails.map(({ value }) => value)))
}

/** The best of several crawls: duration, CPU milliseconds per page, and missed or invented emails in any of them. */
interface Best {
  time: number
  cpu: number
  wrong: number
}

async function crawlOnce(port: number, sites: Site[], hostConcurrency: number): Promise<Best> {
  const hostMap = Object.fromEntries(sites.map(({ host }) => [host, `127.0.0.1:${port}`]))
  const outbound = createOutbound({ userAgent: 'leadwright', hostMap })
  const expected = inAll(sites, (host, page) => `page${page}@${host}`)
  let emails = new Set<string>()
  const before = process.cpuUsage()
  const time = await seconds(async () => {
    emails = await crawlAll(outbound, sites, hostConcurrency)
  })
  const { user, system } = process.cpuUsage(before)
  await outbound.close()
  const found = expected.filter((email) => emails.has(email)).length
  const wrong = expected.length - found + (emails.size - found)
  return { time, cpu: (user + system) / 1000 / expected.length, wrong }
}

const better = (a: Best, b: Best): Best => ({
  ...(a.time <= b.time ? a : b),
  wrong: a.wrong + b.wrong,
})

/**
 * D: pages in 16 websites that take 50 ms per response, compared with fetching the same pages from known
 * addresses, 16 at a time. Once with one request at a time per website, which is as many in total as the lower
 * bound makes, and once with the default of two.
 */
export async function measureCrawl(_bench: BenchApp, pages: number): Promise<Line[]> {
  const sites = sitesOf(pages)
  const { port, stop } = await openOutside('slow-websites.ts')
  const none: Best = { time: Number.POSITIVE_INFINITY, cpu: 0, wrong: 0 }
  const own = { one: none, two: none }
  let limit = Number.POSITIVE_INFINITY
  const memory = watchMemory(process.pid)
  for (let round = 0; round < ROUNDS; round += 1) {
    limit = Math.min(limit, await seconds(() => fetchKnown(port, sites)))
    own.one = better(own.one, await crawlOnce(port, sites, 1))
    own.two = better(own.two, await crawlOnce(port, sites, 2))
  }
  stop()
  const grown = memory()
  const line = (work: string, { time, cpu, wrong }: Best, gate: string): Line => ({
    work,
    size: pages,
    ours: `${fixed(time, 2)} s`,
    limit: `${fixed(limit, 2)} s`,
    ratio: time / limit,
    gate,
    kept: time <= limit * 1.3 && wrong === 0,
    note: `${wrong} emails missed or invented, CPU ${fixed(cpu, 2)} ms a page, memory +${fixed(grown, 0)} MB`,
  })
  return [line('crawl, 16 at once', own.one, '<= 1.3x'), line('crawl, 2 for each of 16', own.two, '')]
}
