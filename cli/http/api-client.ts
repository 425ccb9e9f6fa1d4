import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import { CliError } from '../cli-error.ts'
import { withPatience } from './patience.ts'
import { passingFailure, ReplyError, UnreachableError } from './request-error.ts'
import { USER_AGENT } from './user-agent.ts'

/** The server of a command, and its sign-in. */
export interface Session {
  /** Base address without a trailing slash. */
  url: string
  token: string | null
}

export interface ClientOptions {
  /** How long a patient call waits for an absent server, in milliseconds. */
  patienceMs: number
  /** Called once per wait. */
  onWait?: (seconds: number) => void
}

interface CallOptions {
  /** Keeps trying while the server is down. Only for repeatable calls. */
  patient?: boolean
  /** Idempotency-Key of the call, the same for each try. */
  key?: string
}

interface RawRequest {
  method: string
  /** Path after the base address, including the query. */
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Off for downloads, which use a ticket. */
  bearer?: boolean
  /** Timeout in milliseconds for the headers and, for JSON, the body; none for streams. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface ApiClient {
  url: string
  /** Calls an endpoint of the contract with JSON both ways. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Reply<E>>
  /** Sends one request and returns any response, also an error status. Throws UnreachableError. */
  send(request: RawRequest): Promise<Response>
  /** Sends one request and returns the JSON of a successful response. Throws ReplyError and UnreachableError. */
  sendForJson(request: RawRequest): Promise<unknown>
  /** Retries a custom attempt with the client's patience; `signal` ends the wait. */
  patiently<T>(attempt: () => Promise<T>, repeatable: boolean, signal?: AbortSignal): Promise<T>
}

const CALL_TIMEOUT_MS = 60_000

/** The JSON of a response; undefined when it is empty or something else. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function makeHeaders(session: Session, request: RawRequest): Record<string, string> {
  const { headers = {}, bearer = true } = request
  return {
    accept: 'application/json',
    'user-agent': USER_AGENT,
    ...(bearer && session.token ? { authorization: `Bearer ${session.token}` } : {}),
    ...headers,
  }
}

async function sendOnce(session: Session, request: RawRequest): Promise<Response> {
  const limits = [request.signal, request.timeoutMs ? AbortSignal.timeout(request.timeoutMs) : undefined]
  const signals = limits.filter((signal) => signal !== undefined)
  try {
    return await fetch(session.url + request.path, {
      method: request.method,
      headers: makeHeaders(session, request),
      redirect: 'manual',
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new UnreachableError(session.url, error)
  }
}

/** Throws the error of an unusable response: an error status, a redirect, or a page instead of JSON. */
async function expectJson(url: string, response: Response): Promise<unknown> {
  if (response.status >= 300 && response.status < 400) {
    const target = response.headers.get('location') ?? 'another address'
    throw new CliError('failed', `${url} redirects to ${target}: sign in with that address`, {
      code: 'redirected',
    })
  }
  let body: unknown
  try {
    body = await readJson(response)
  } catch (error) {
    throw new UnreachableError(url, error)
  }
  if (!response.ok) throw new ReplyError(response.status, body, response.headers)
  if (typeof body !== 'object' || body === null) {
    throw new CliError('failed', `${url} doesn’t look like a Leadwright server`, { code: 'bad_reply' })
  }
  return body
}

export function createClient(session: Session, options: ClientOptions): ApiClient {
  let reached = false
  const send = async (request: RawRequest): Promise<Response> => {
    const response = await sendOnce(session, request)
    reached = true
    return response
  }
  const sendForJson = async (request: RawRequest) => expectJson(session.url, await send(request))
  const patiently = <T>(attempt: () => Promise<T>, repeatable: boolean, signal?: AbortSignal): Promise<T> =>
    withPatience(attempt, {
      budgetMs: options.patienceMs,
      ...(signal ? { signal } : {}),
      onWait: () => options.onWait?.(Math.round(options.patienceMs / 1000)),
      passing: (error) => {
        // A server that never answered has a wrong address or is not running: waiting would only hide that.
        if (error instanceof UnreachableError && error.neverConnected && !reached) return null
        return passingFailure(error, repeatable)
      },
    })
  return {
    url: session.url,
    send,
    sendForJson,
    patiently,
    async call(endpoint, input, { patient = false, key } = {}) {
      const json = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
      const request: RawRequest = {
        method: endpoint.method,
        path: buildPath(endpoint.path, input.params as Record<string, unknown>, input.query),
        headers: {
          ...('body' in json ? { 'content-type': 'application/json' } : {}),
          ...(key && endpoint.idempotent ? { 'idempotency-key': key } : {}),
        },
        ...json,
        timeoutMs: CALL_TIMEOUT_MS,
      }
      const attempt = () => sendForJson(request)
      const reply = patient ? await patiently(attempt, endpoint.method !== 'POST') : await attempt()
      return reply as Reply<typeof endpoint>
    },
  }
}
