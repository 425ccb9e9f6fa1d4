import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page as text, or a function that handles the request. */
export type SamplePage = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface SampleWebsites {
  /** For `testApp({ hostMap })` and the environment variable. */
  hostMap: string
  /** `host/path` of every request, in order. */
  requests: string[]
  close(): Promise<void>
}

/**
 * Serves sample websites on loopback, one per host name: `{'acme.example': {'/': '<a href="/contact">…'}}`. Unknown
 * pages are 404, robots.txt too unless it is given.
 */
export async function startSampleWebsites(
  websites: Record<string, Record<string, SamplePage>>,
): Promise<SampleWebsites> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = new URL(request.url ?? '/', 'http://x').pathname
    requests.push(host + path)
    const page = websites[host]?.[path]
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? 'not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    hostMap: Object.keys(websites)
      .map((host) => `${host}=127.0.0.1:${port}`)
      .join(','),
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
