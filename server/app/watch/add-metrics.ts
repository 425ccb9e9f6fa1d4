import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { constantTimeEqual } from '#server/platform/crypto/tokens.ts'
import { AppError } from '#server/platform/errors.ts'
import { isForwarded } from '#server/platform/http/is-forwarded.ts'
import { bearer } from '#server/platform/http/mount.ts'
import type { Metrics } from '#server/platform/observe/metrics.ts'
import type { Tracing } from '#server/platform/observe/tracing.ts'
import type { Readiness } from './readiness.ts'

export interface MetricsDeps {
  metrics: Metrics
  token: string | undefined
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * With a token, only requests with it; without one, only direct requests of this machine.
 * @throws AppError
 */
function allow(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (LOOPBACK.test(request.socket.remoteAddress ?? '') && !isForwarded(request)) return
    throw new AppError('not_found', 'There is nothing at this address')
  }
  const sent = bearer(request)
  if (sent === null || !constantTimeEqual(sent, token))
    throw new AppError('unauthorized', 'Send METRICS_TOKEN as a bearer token')
}

/** `GET /metrics` in the text format of Prometheus. */
export function addMetrics(http: FastifyInstance, { metrics, token }: MetricsDeps): void {
  http.get('/metrics', async (request, reply) => {
    allow(request, token)
    const { contentType, text } = await metrics.text()
    return reply.header('cache-control', 'no-store').type(contentType).send(text)
  })
}

/** Counts and traces every request by route pattern, so that ids create no new series. */
export function addRequestWatch(http: FastifyInstance, metrics: Metrics, tracing: Tracing): void {
  http.addHook('onRequest', (request, _reply, done) => tracing.inRequest(request, done))
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.request({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    tracing.requestEnded(request, reply)
    done()
  })
}

/** Probes and metrics on a separate port (METRICS_PORT), also for processes without pages; not listening yet. */
export function createProbes(deps: MetricsDeps & { readiness: Readiness }): FastifyInstance {
  const http = Fastify({ logger: false })
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const problems = await deps.readiness()
    return problems.length === 0
      ? { status: 'ready' }
      : reply.status(503).send({ code: 'unavailable', message: problems.join('. ') })
  })
  addMetrics(http, deps)
  http.setErrorHandler((error, _request, reply) => {
    const code = error instanceof AppError ? error.code : 'internal'
    const status = { not_found: 404, unauthorized: 401 }[code as string] ?? 500
    return reply
      .status(status)
      .send({ code, message: code === 'internal' ? 'This failed' : (error as Error).message })
  })
  return http
}
