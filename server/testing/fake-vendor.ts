import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * `ok` replies, `down` replies to every call with status 500, `slow` holds every reply back until the mode changes,
 * `truncated` cuts its JSON in half, `huge` appends 4 MiB of blanks.
 */
export type VendorMode = 'ok' | 'down' | 'slow' | 'truncated' | 'huge'

export interface VendorRequest {
  method: string
  query: URLSearchParams
  /** Fields of a form body; empty without one. */
  form: URLSearchParams
  /** The token of an Authorization header, or null. */
  bearer: string | null
}

/** A JSON reply. Default status: 200. */
export interface VendorReply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** Handler of a path, and the name under which its requests are counted. */
export interface VendorRoute<Name extends string> {
  name: Name
  path: string
  answer(request: VendorRequest): VendorReply
}

/** A web server on this machine that replaces a vendor. */
export interface FakeVendor<Name extends string> {
  /** `http://127.0.0.1:<port>` */
  url: string
  mode: VendorMode
  /** Number of requests so far. */
  readonly counts: Readonly<Record<Name, number>>
  /** Resolves when a request is held back in the mode `slow`. */
  held(): Promise<void>
  /** Stops it and closes all connections. */
  close(): Promise<void>
}

const HUGE = ' '.repeat(4 * 1024 * 1024)

/** Starts a fake vendor on a free loopback port. Other paths are 404. */
export async function startFakeVendor<Name extends string>(
  routes: readonly VendorRoute<Name>[],
): Promise<FakeVendor<Name>> {
  const counts = Object.fromEntries(routes.map(({ name }) => [name, 0])) as Record<Name, number>
  const brake = createHold()
  let mode: VendorMode = 'ok'

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const route = routes.find(({ path }) => path === url.pathname)
    if (route) counts[route.name] += 1
    const form = new URLSearchParams(await text(request))
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    if (mode === 'slow') await brake.hold()
    const requested = { method: request.method ?? 'GET', query: url.searchParams, form, bearer }
    const reply = route && mode !== 'down' ? route.answer(requested) : failure(route ? 500 : 404)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(bodyOf(reply, mode))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    held: brake.held,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
      if (next !== 'slow') brake.release()
    },
    async close() {
      brake.release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const failure = (status: number): VendorReply => ({ status, body: { error: 'internal_failure' } })

function bodyOf({ body }: VendorReply, mode: VendorMode): string {
  const json = JSON.stringify(body)
  if (mode === 'truncated') return json.slice(0, Math.floor(json.length / 2))
  return mode === 'huge' ? json + HUGE : json
}

/** Holds callers back until released, and reports when one is held. */
function createHold() {
  const waiting: (() => void)[] = []
  const watching: (() => void)[] = []
  return {
    hold(): Promise<void> {
      for (const resume of watching.splice(0)) resume()
      return new Promise((resolve) => waiting.push(resolve))
    },
    held(): Promise<void> {
      return waiting.length > 0 ? Promise.resolve() : new Promise((resolve) => watching.push(resolve))
    },
    release(): void {
      for (const go of waiting.splice(0)) go()
    },
  }
}
