import type { FastifyInstance } from 'fastify'
import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import { recordExample } from './record-example.ts'

/** Result of a call. `body` has the reply's type; on an error it is the error body. */
interface Answer<E extends Endpoint> {
  status: number
  body: Reply<E>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into error bodies freely
  error: any
  headers: Record<string, string>
}

/** Calls an endpoint through its contract, over HTTP inside the process. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input?: Partial<CallInput<E>>,
  as?: { token: string } | null,
  options?: {
    /** Idempotency-Key */
    key?: string
    headers?: Record<string, string>
    /** client address; default 127.0.0.1 */
    from?: string
  },
) => Promise<Answer<E>>

/** Creates a `Call` for a server that need not listen. Replies other than JSON come as text. */
export function createCall(http: FastifyInstance): Call {
  return async (endpoint, input = {}, as = null, options = {}) => {
    const parts = input as { params?: object; query?: object; body?: unknown }
    const response = await http.inject({
      method: endpoint.method,
      url: buildPath(endpoint.path, parts.params as never, parts.query as never),
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(parts.body !== undefined && { payload: JSON.stringify(parts.body) }),
      ...(options.from && { remoteAddress: options.from }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('application/json')
    const body = isJson && response.body ? JSON.parse(response.body) : response.body
    recordExample(endpoint, parts.body, response.statusCode, body)
    return {
      status: response.statusCode,
      body,
      error: body,
      headers: response.headers as Record<string, string>,
    }
  }
}
