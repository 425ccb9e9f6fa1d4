import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { VendorAnswer } from './vendor-faults.ts'

/** A web server on this machine in place of a vendor, which fails on demand. */
export interface VendorDouble {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Requested paths with queries, in order. */
  requests: string[]
  /** Replies like this to everything while `work` runs. */
  answering<T>(answer: VendorAnswer, work: () => Promise<T>): Promise<T>
  /** Replies like this to the next requests, one each. */
  failOnce(...answers: VendorAnswer[]): void
  /** Holds back replies to matching requests (all by default) until the returned function is called. */
  hold(matches?: (request: VendorRequest) => boolean): () => void
  close(): Promise<void>
}

export interface VendorRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The raw body; empty without one. */
  body: string
}

type Serve = (request: VendorRequest) => VendorAnswer

function send(response: ServerResponse, { status, headers, body = '{}', breaks, hangs }: VendorAnswer) {
  if (hangs) return
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (!breaks) return response.end(body)
  response.write('{"da')
  response.destroy()
}

/** Starts it on a free loopback port. */
export async function startVendorDouble(serve: Serve): Promise<VendorDouble> {
  const requests: string[] = []
  const next: VendorAnswer[] = []
  let always: VendorAnswer | null = null
  let held: Promise<void> = Promise.resolve()
  let isHeld = (_request: VendorRequest): boolean => true
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(url.pathname + url.search)
    const requested = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await text(request).catch(() => ''),
    }
    if (isHeld(requested)) await held
    send(response, always ?? next.shift() ?? serve(requested))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async answering(answer, work) {
      always = answer
      try {
        return await work()
      } finally {
        always = null
      }
    },
    failOnce: (...answers) => void next.push(...answers),
    hold(matches = () => true) {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      isHeld = matches
      return gate.resolve
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
