import type { FastifyInstance } from 'fastify'
import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'

/** What a call answered. `body` has the reply's type; on an error it is the error body. */
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
    /** the caller's address; 127.0.0.1 unless given */
    from?: string
  },
) => Promise<Answer<E>>

/** Binds `Call` to a server that need not listen. Answers other than JSON come as text. */
export function createCall(http: FastifyInstance): Call {
  return async (endpoint, input = {}, as = null, options = {}) => {
    const given = input as { params?: object; query?: object; body?: unknown }
    const response = await http.inject({
      method: endpoint.method,
      url: buildPath(endpoint.path, given.params as never, given.query as never),
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(options.key && { 'idempotency-key': options.key }),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(given.body !== undefined && { payload: JSON.stringify(given.body) }),
      ...(options.from && { remoteAddress: options.from }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('application/json')
    const body = isJson && response.body ? JSON.parse(response.body) : response.body
    return {
      status: response.statusCode,
      body,
      error: body,
      headers: response.headers as Record<string, string>,
    }
  }
}
