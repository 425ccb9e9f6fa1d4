import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { callWithin } from '#server/platform/http/call-within.ts'

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

/**
 * Calls the API as the sender of a request; see callWithin.
 * @throws ApiProblem
 */
export const callApiFor =
  (http: FastifyInstance, request: FastifyRequest): CallApi =>
  async <E extends Endpoint>(endpoint: E, input: CallInput<E>, idempotencyKey?: string) => {
    // Async, because the request begins only when somebody waits for it.
    const send = async () => callWithin(http, request, endpoint, { ...input, idempotencyKey })
    const { status, body } = await agentCalls.run(true, send)
    if (status >= 400) throw new ApiProblem(status, body as Partial<ErrorBody>)
    return body as Reply<E>
  }
