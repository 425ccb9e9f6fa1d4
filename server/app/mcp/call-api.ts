import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'

/** A refused API call, with the body that says why. */
export class ApiProblem extends Error {
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered with status ${status}`)
    this.status = status
    this.body = body
  }
}

export type CallApi = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  idempotencyKey?: string,
) => Promise<Reply<E>>

const agentCalls = new AsyncLocalStorage<true>()

/** Whether the running call is one that an agent's tool makes: tokens of connected apps open these alone. */
export const isAgentCall = (): boolean => agentCalls.getStore() === true

/** Headers that the API calls of an agent's request need: caller, host and proxy. */
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

/**
 * Calls the API as the sender of a request, within this process and through the same access checks, scopes,
 * validation, idempotency and audit log as every other caller.
 * @throws ApiProblem
 */
export const callApiFor =
  (http: FastifyInstance, request: FastifyRequest): CallApi =>
  async (endpoint, input, idempotencyKey) => {
    // Async, because the request begins only when somebody waits for it.
    const send = async () =>
      http.inject({
        method: endpoint.method,
        url: buildPath(endpoint.path, input.params as Record<string, unknown>, input.query),
        headers: {
          ...passedOn(request),
          accept: 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
        ...(input.body !== undefined && { payload: input.body as object }),
      })
    const answer = await agentCalls.run(true, send)
    const body = answer.json()
    if (answer.statusCode >= 400) throw new ApiProblem(answer.statusCode, body)
    return body
  }
