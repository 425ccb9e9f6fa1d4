import type { FastifyReply, FastifyRequest } from 'fastify'

/** Traces requests, jobs and their queries; a no-op without a configured collector. */
export interface Tracing {
  /** Runs `next` within the request's trace, which ends with `requestEnded`. */
  inRequest(request: FastifyRequest, next: () => void): void
  requestEnded(request: FastifyRequest, reply: FastifyReply): void
  /** Records a finished query. */
  query(sql: string, ms: number, error: unknown): void
  job<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Flushes the recorded spans. */
  close(): Promise<void>
}
