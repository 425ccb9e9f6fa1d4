import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OutboundError } from '../fetch/outbound-error.ts'
import type { OutboundResponse } from '../fetch/outbound-response.ts'
import { decodePage } from './page-text.ts'
import { releaseResponse, type SiteHosts } from './site-hosts.ts'
import { createSitemapParser } from './sitemap-parser.ts'

const MAX_FILES = 5
const MAX_FILE_BYTES = 5_000_000
const MAX_ADDRESSES = 10_000

export interface SitemapSource {
  start: URL
  /** From the `Sitemap:` lines of its robots.txt. */
  named: readonly string[]
  hosts: SiteHosts
  isOwn(url: URL): boolean
  signal: AbortSignal
}

/**
 * Reads the sitemaps in robots.txt, and /sitemap.xml, following an index one level deep: 5 files of 5 MB and
 * 10,000 URLs at most. Calls `onAddress` for each URL as it arrives. Skips unreadable ones. Rejects when
 * `signal` fires.
 */
export async function readSitemaps(source: SitemapSource, onAddress: (href: string) => void): Promise<void> {
  const { start, named, hosts, isOwn, signal } = source
  const queue: { url: URL; isPart: boolean }[] = []
  const seen = new Set<string>()
  let left = MAX_ADDRESSES

  const enqueue = (href: string, base: string, isPart: boolean): void => {
    const url = URL.parse(href, base)
    if (!url || !/^https?:$/.test(url.protocol) || !isOwn(url) || seen.has(url.href)) return
    if (queue.length >= MAX_ADDRESSES) return
    seen.add(url.href)
    queue.push({ url, isPart })
  }
  for (const href of [...named, '/sitemap.xml']) enqueue(href, start.href, false)

  for (let files = 0; files < MAX_FILES && queue.length > 0 && left > 0; files += 1) {
    const { url, isPart } = queue.shift() as (typeof queue)[number]
    const parts: string[] = []
    await readOne(url, hosts, signal, (href, kind) => {
      if (kind === 'sitemap') {
        if (!isPart && parts.length < MAX_ADDRESSES) parts.push(href)
      } else if (left > 0) {
        left -= 1
        onAddress(href)
      }
    })
    for (const href of parts.sort(pagesFirst)) enqueue(href, url.href, true)
  }
}

/** Large shops list their few pages after fifty parts with products. */
const pagesFirst = (a: string, b: string): number => Number(/page/i.test(b)) - Number(/page/i.test(a))

async function readOne(
  url: URL,
  hosts: SiteHosts,
  signal: AbortSignal,
  onAddress: Parameters<typeof createSitemapParser>[0],
): Promise<void> {
  const { rules } = await hosts.robots(url)
  if (!rules.allows(url)) return
  const read = async (response: OutboundResponse): Promise<void> => {
    if (!response.ok) return releaseResponse(response)
    const parser = createSitemapParser(onAddress)
    for await (const text of decodePage(unzipped(response.stream()), 'utf-8', MAX_FILE_BYTES))
      parser.write(text)
    parser.end()
  }
  try {
    await hosts.request(url, read, { redirects: 'same-site' })
  } catch (error) {
    // Entries before the error are valid.
    if (signal.aborted || !(error instanceof OutboundError)) throw error
  }
}

/** Decompresses a gzip file, whatever its name. */
async function* unzipped(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await bytes.next()
  if (first.done) return
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first.value as Uint8Array
    yield* bytes
  }
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole()
    return
  }
  const raw = Readable.from(whole(), { objectMode: false })
  const unpacked = createGunzip()
  raw.on('error', (error) => unpacked.destroy(error))
  try {
    yield* raw.pipe(unpacked) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('network', error)
  } finally {
    raw.destroy()
    unpacked.destroy()
  }
}
