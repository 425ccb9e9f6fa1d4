import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'

/** Headers that say who called, at which host, through which proxy. */
const FORWARDED_HEADERS = [
  'authorization',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

const passedOn = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )

export interface InputWithin {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string | undefined
}

/**
 * Calls the API as the sender of a request, within this process and through the same access checks, scopes,
 * validation, idempotency and audit log as every other caller. Resolves with any status.
 */
export async function callWithin(
  http: FastifyInstance,
  request: FastifyRequest,
  endpoint: Endpoint,
  { params, query, body, idempotencyKey }: InputWithin = {},
): Promise<{ status: number; body: unknown }> {
  const answer = await http.inject({
    method: endpoint.method,
    url: buildPath(endpoint.path, params as Record<string, unknown>, query as Record<string, unknown>),
    headers: {
      ...passedOn(request),
      accept: 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
