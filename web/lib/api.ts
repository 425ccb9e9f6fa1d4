import { TRAINING_DATA_PATHS } from '#contract/core/constants.ts'
import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import { ApiError, errorFromResponse } from './api-error.ts'
import { UNREACHABLE } from './chunk-reload.ts'
import { listChanges, markChanged } from './freshness.ts'
import { withRetry } from './retry.ts'
import { showToast } from './toast.ts'
import { readToken } from './token.ts'

export { ApiError, errorMessage } from './api-error.ts'

/** Options of a call, beside the endpoint's input. */
export interface CallOptions {
  signal?: AbortSignal
  /**
   * Reuse a key to repeat the same action; by default every call of an idempotent endpoint gets a new one.
   */
  idempotencyKey?: string
  /** What the caller shows itself instead of a toast: the response's message, errors, or (true) both. */
  quiet?: boolean | 'message' | 'errors'
  /** For a POST that only reads: temporary errors are retried as for GET. */
  read?: boolean
  /** The bearer token, unless it is the session's. */
  token?: string
}

/** Input and options of an endpoint; optional when nothing in it is required. */
export type CallArgs<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E> & CallOptions]
    : [input: CallInput<E> & CallOptions]

interface LooseInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

type UnauthorizedListener = () => void
let onUnauthorized: UnauthorizedListener = () => {}

/** Sets the listener for rejected tokens; the session then checks the user. */
export const setUnauthorizedListener = (listener: UnauthorizedListener): void => {
  onUnauthorized = listener
}

/** `fetch` that throws an ApiError if the server can't be reached; an abort stays an abort. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError({
      code: 'network',
      message: UNREACHABLE,
      status: 0,
    })
  }
}

/** Headers of every call; the bearer token never appears in a URL. */
export function authHeaders(extra: Record<string, string> = {}): Record<string, string> {
  const token = readToken()
  return { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...extra }
}

async function request(endpoint: Endpoint, input: LooseInput, key: string | undefined): Promise<unknown> {
  const hasBody = input.body !== undefined
  const response = await send(buildPath(endpoint.path, input.params, input.query), {
    method: endpoint.method,
    headers: authHeaders({
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
    }),
    body: hasBody ? JSON.stringify(input.body) : null,
    signal: input.signal ?? null,
  })
  if (!response.ok) throw await errorFromResponse(response)
  return response.status === 204 ? undefined : response.json()
}

const readMessage = (reply: unknown): string | undefined => {
  const message = (reply as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message ? message : undefined
}

/** Whether a refusal means that the screen is out of date. */
const isOutOfDate = (error: ApiError): boolean =>
  ['conflict', 'edit_conflict', 'not_found'].includes(error.code)

/**
 * Runs a call, then refetches what it changed and shows messages as toasts if someone is signed in (spec
 * section 8). A failed call for training data is only logged: its page shows the error in place.
 */
async function settle<T>(endpoint: Endpoint, input: LooseInput, task: () => Promise<T>): Promise<T> {
  const { quiet = false } = input
  try {
    const reply = await task()
    void markChanged(listChanges(endpoint, input))
    const message = readMessage(reply)
    if (message && (!quiet || quiet === 'errors') && readToken()) showToast({ kind: 'success', message })
    return reply
  } catch (error) {
    if (error instanceof ApiError) {
      if (isOutOfDate(error)) void markChanged(listChanges(endpoint, input))
      if (
        /^account_(closed|locked)$/.test(error.code) ||
        (error.status === 401 && error.code === 'unauthorized')
      )
        onUnauthorized()
      else if (TRAINING_DATA_PATHS.test(endpoint.path))
        console.error(`${endpoint.name} failed (${error.status})`, error)
      else if ((!quiet || quiet === 'message') && readToken())
        showToast({ kind: 'error', message: error.message })
    }
    throw error
  }
}

/**
 * Calls an endpoint; types come from the contract. Throws ApiError. GET, reads and calls with a key are
 * retried after network errors and 5xx; others are sent once.
 */
export function call<E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>): Promise<Reply<E>> {
  const options: LooseInput = (input ?? {}) as LooseInput
  const key = endpoint.idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  const repeatable = endpoint.method === 'GET' || options.read === true || key !== undefined
  const once = () => request(endpoint, options, key) as Promise<Reply<E>>
  return settle(endpoint, options, () => (repeatable ? withRetry(once, options.signal) : once()))
}

/** Sends raw bytes to an `upload` endpoint. Retried: the offset makes repeats harmless. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions & { bytes: Blob },
): Promise<Reply<E>> {
  const { params, query } = input as LooseInput
  const once = async () => {
    const response = await send(buildPath(endpoint.path, params, query), {
      method: endpoint.method,
      headers: authHeaders({ 'content-type': 'application/octet-stream' }),
      body: input.bytes,
      signal: input.signal ?? null,
    })
    if (!response.ok) throw await errorFromResponse(response)
    return (await response.json()) as Reply<E>
  }
  return settle(endpoint, input as LooseInput, () => withRetry(once, input.signal))
}

/** Starts the browser's download of a ticket's URL (single use, no token). */
export function download(ticketUrl: string): void {
  const link = document.createElement('a')
  link.href = ticketUrl
  link.download = ''
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
