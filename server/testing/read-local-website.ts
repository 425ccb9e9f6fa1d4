import type { RequestListener } from 'node:http'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { createWebsiteReader, type WebsiteReader, type WebsiteReport } from '#server/website-reader/index.ts'
import { startLocalServer } from './local-server.ts'

/** Content types by file extension. */
export const CONTENT_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  json: 'application/json',
  vcf: 'text/vcard',
}

/** Files by path, HTML without an extension; other paths are 404. */
export const servePages =
  (pages: Record<string, string>): RequestListener =>
  (request, response) => {
    const path = request.url ?? '/'
    const body = pages[path]
    const type = CONTENT_TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8'
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  }

/** Reads a website served by `listener` on this machine, within one test. */
export async function readLocalWebsite(
  domain: string,
  listener: RequestListener,
  options: Partial<Parameters<WebsiteReader['read']>[1]> = {},
): Promise<WebsiteReport> {
  const server = await startLocalServer(listener)
  const outbound = createOutbound({
    userAgent: 'TestBot/1.0',
    // Other hosts of the website do not exist.
    lookup: () => Promise.reject(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' })),
    hostMap: Object.fromEntries([domain, `www.${domain}`].map((host) => [host, `127.0.0.1:${server.port}`])),
  })
  try {
    const reader = createWebsiteReader({ outbound, settings: { delayMs: 0 }, robotsToken: 'TestBot' })
    return await reader.read(domain, { signal: new AbortController().signal, ...options })
  } finally {
    await outbound.close()
  }
}
