import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyRequest } from 'fastify'
import type { Tracing } from './tracing-types.ts'

const NAME = 'leadwright'
const SQL_CHARS = 2000

const failed = (span: Span, error: unknown): void => {
  span.recordException(error as Error)
  span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message })
}

/**
 * Sends spans by OTLP over HTTP. Further settings come from the standard variables that the libraries read:
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG.
 */
export function createTracing(endpoint: string, version: string): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': NAME, 'service.version': version }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const propagator = new W3CTraceContextPropagator()
  const tracer = provider.getTracer(NAME, version)
  const spans = new WeakMap<FastifyRequest, Span>()

  return {
    inRequest(request, next) {
      const route = request.routeOptions.url ?? 'unknown'
      const parent = propagator.extract(context.active(), request.headers, {
        get: (headers, key) => headers[key],
        keys: (headers) => Object.keys(headers),
      })
      const span = tracer.startSpan(
        `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'leadwright.request_id': String(request.id),
          },
        },
        parent,
      )
      spans.set(request, span)
      context.with(trace.setSpan(parent, span), next)
    },
    requestEnded(request, reply) {
      const span = spans.get(request)
      span?.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
    query(sql, ms, error) {
      // Polls belong to no request or job and would outnumber everything else.
      if (!trace.getActiveSpan()) return
      const end = performance.timeOrigin + performance.now()
      const span = tracer.startSpan(sql.trimStart().split(/\s/, 1)[0] ?? 'query', {
        kind: SpanKind.CLIENT,
        startTime: end - ms,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, SQL_CHARS) },
      })
      if (error) failed(span, error)
      span.end(end)
    },
    job: (name, work) =>
      tracer.startActiveSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, async (span) => {
        try {
          return await work()
        } catch (error) {
          failed(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    async close() {
      await provider.shutdown().catch(() => {})
      context.disable()
    },
  }
}
