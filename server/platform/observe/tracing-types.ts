import type { FastifyReply, FastifyRequest } from 'fastify'

/** Follows requests, jobs and their queries; does nothing where no collector is configured. */
export interface Tracing {
  /** Runs `next` as part of the request's trace, which ends with `requestEnded`. */
  inRequest(request: FastifyRequest, next: () => void): void
  requestEnded(request: FastifyRequest, reply: FastifyReply): void
  /** A query that has just ended. */
  query(sql: string, ms: number, error: unknown): void
  job<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Sends what was recorded. */
  close(): Promise<void>
}
