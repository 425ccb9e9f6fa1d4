import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { allEndpoints } from '#contract/index.ts'

/** One request, for handlers and assertions. */
interface FakeCall {
  /** Name of the endpoint in the contract. */
  name: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every endpoint
  body: any
}

/** Response of a handler: data, raw text, or a broken connection. */
export type FakeAnswer = FakeReply | 'cut'
interface FakeReply {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  /** The connection is cut after the text, before the response is complete. */
  unfinished?: true
}
export type FakeHandlers = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>

/** A server that speaks the contract: its paths, its request and response schemas. */
export interface FakeServer {
  url: string
  calls: FakeCall[]
  /** Responses of handlers that violate the contract; empty at the end of a passing test. */
  faults: string[]
  /** Calls of one endpoint. */
  callsTo(name: string): FakeCall[]
  /** Stops listening and cuts every connection. */
  stop(): Promise<void>
  /** Listens on the same port again. */
  start(): Promise<void>
}

const routes = allEndpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** An error response in the contract's form. */
export const refusal = (status: number, code: string, extra: Record<string, unknown> = {}): FakeAnswer => ({
  status,
  json: { code, message: `Refused: ${code}`, ...extra },
})

function match(method: string, path: string) {
  for (const { endpoint, pattern } of routes) {
    const found = endpoint.method === method ? pattern.exec(path) : null
    if (found) return { endpoint, params: { ...found.groups } as Record<string, string> }
  }
  return null
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return undefined
  }
}

async function answerFor(
  server: FakeServer,
  handlers: FakeHandlers,
  request: IncomingMessage,
): Promise<FakeAnswer> {
  const url = new URL(request.url!, 'http://fake')
  const raw = await buffer(request)
  const found = match(request.method!, url.pathname)
  if (!found) return refusal(404, 'not_found')
  const { endpoint, params } = found
  const body = endpoint.kind === 'upload' || raw.length === 0 ? undefined : parseJson(raw)
  const call = { name: endpoint.name, params, query: url.searchParams, headers: request.headers, raw, body }
  server.calls.push(call)
  if (endpoint.access !== 'public' && !request.headers.authorization) return refusal(401, 'unauthorized')
  const checked = endpoint.body?.safeParse(body)
  if (checked && !checked.success)
    return refusal(422, 'validation_failed', { fields: fieldErrors(checked.error) })
  const handler = handlers[endpoint.name]
  if (!handler) return refusal(404, 'not_found')
  const answer = await handler(call)
  checkReply(server, endpoint, answer)
  return answer
}

function checkReply(server: FakeServer, endpoint: Endpoint, answer: FakeAnswer): void {
  if (answer === 'cut' || (answer.status ?? 200) >= 400 || answer.json === undefined) return
  const checked = endpoint.reply?.safeParse(answer.json)
  if (checked && !checked.success) server.faults.push(`${endpoint.name}: ${checked.error.message}`)
}

function reply(response: ServerResponse, answer: FakeAnswer): void {
  if (answer === 'cut') {
    response.destroy()
    return
  }
  const { status = 200, headers = {}, json, text, unfinished } = answer
  response.writeHead(
    status,
    json === undefined ? headers : { 'content-type': 'application/json', ...headers },
  )
  const content = json === undefined ? text : JSON.stringify(json)
  if (unfinished) response.write(content, () => response.destroy())
  else response.end(content)
}

/** Starts a fake server on a free loopback port. */
export async function startFakeServer(handlers: FakeHandlers): Promise<FakeServer> {
  const http = createServer((request, response) => {
    answerFor(fake, handlers, request)
      .catch((error: Error) => refusal(500, 'internal', { message: error.message }))
      .then((answer) => reply(response, answer))
  })
  let port = 0
  const fake: FakeServer = {
    url: '',
    calls: [],
    faults: [],
    callsTo: (name) => fake.calls.filter((call) => call.name === name),
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
    start: () => new Promise((resolve) => http.listen(port, '127.0.0.1', resolve)),
  }
  await fake.start()
  port = (http.address() as AddressInfo).port
  fake.url = `http://127.0.0.1:${port}`
  return fake
}
