import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, ParsedInput, Reply } from '#contract/core/endpoint.ts'
import type { Actor } from './actor.ts'

/** Passed to every handler beside its parsed input. `signal` aborts when the client disconnects. */
export interface RequestFacts {
  ip: string
  host: string
  userAgent: string
  signal: AbortSignal
  request: FastifyRequest
}

/** A file to send; `stream` is destroyed when the client disconnects. */
export interface FileReply {
  filename: string
  contentType: string
  stream: Readable
  headers?: Record<string, string>
}

type Answer<E extends Endpoint> = E['kind'] extends never
  ? never
  : Promise<Reply<E> | AsyncIterable<Reply<E>> | FileReply>

export type Call<E extends Endpoint> = ParsedInput<E> & RequestFacts & { actor: Actor }
export type PublicCall<E extends Endpoint> = ParsedInput<E> & RequestFacts & { actor: Actor | null }

/** An endpoint with its handler. */
export interface Route {
  endpoint: Endpoint
  // biome-ignore lint/suspicious/noExplicitAny: the two builders below keep the types of both sides
  handle(call: any, lookedUp?: any): Promise<unknown>
  /** Looks up outside of a transaction what `handle` needs. */
  // biome-ignore lint/suspicious/noExplicitAny: the builder below keeps the types of both sides
  lookUp?(call: any): Promise<any>
  /** Completes the reply once the effect is stored, also for a repeat with its Idempotency-Key. */
  // biome-ignore lint/suspicious/noExplicitAny: the builder below keeps the types of both sides
  finish?(reply: any, call: any): Promise<{ reply: unknown; status: number }>
}

/** Binds a handler to an endpoint for signed-in callers. */
export const route = <E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Answer<E>): Route => ({
  endpoint,
  handle,
})

/**
 * The same for a call that first asks a source or another server: `lookUp` runs without a transaction, and not at
 * all when the reply to this Idempotency-Key is stored already.
 */
export const routeWithLookup = <E extends Endpoint, Asked>(
  endpoint: E,
  lookUp: (call: Call<E>) => Promise<Asked>,
  handle: (call: Call<E>, lookedUp: Asked) => Answer<E>,
): Route => ({ endpoint, lookUp, handle })

/**
 * The same for a call that may wait for what it started: `finish` runs after the transaction, and says which status
 * the reply has by now.
 */
export const routeWithEnd = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Reply<E>>,
  finish: (reply: Reply<E>, call: Call<E>) => Promise<{ reply: Reply<E>; status: 200 | 201 | 202 }>,
): Route => ({ endpoint, handle, finish })

/** Binds a handler to an endpoint for everyone. A GET has no actor, even with a token. */
export const publicRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (call: PublicCall<E>) => Answer<E>,
): Route => ({ endpoint, handle })

/** The answer of an endpoint that returns one record or list: `{ data }`. */
export const data = async <T>(found: Promise<T> | T): Promise<{ data: T }> => ({ data: await found })
