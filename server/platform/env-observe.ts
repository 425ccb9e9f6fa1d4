import { EnvError } from './env-error.ts'

const MIN_CHARS = 16

/** Metrics, slow queries and traces: docs/operating.md. */
export interface ObserveOptions {
  /** Token with which any host may read metrics; without one only this machine may. */
  metricsToken?: string
  /** A separate port for metrics and probes, also in processes that serve no pages. */
  metricsPort?: number
  /** Queries that take longer are logged. */
  slowQueryMs?: number
  /** The OpenTelemetry collector that receives traces. */
  traceEndpoint?: string
}

/** @throws EnvError naming the variable */
export function readObserve(variables: {
  METRICS_TOKEN?: string
  METRICS_PORT?: number
  SLOW_QUERY_MS: number
  OTEL_EXPORTER_OTLP_ENDPOINT?: string
}): ObserveOptions {
  const { METRICS_TOKEN: metricsToken } = variables
  if (metricsToken !== undefined && !/^[\w.~+/=-]{1,300}$/.test(metricsToken))
    throw new EnvError(
      'METRICS_TOKEN may hold letters, digits and . ~ + / = - _ only: it is sent as a bearer token',
    )
  if (metricsToken !== undefined && metricsToken.length < MIN_CHARS)
    throw new EnvError(`METRICS_TOKEN must be at least ${MIN_CHARS} characters long`)
  return {
    metricsToken,
    metricsPort: variables.METRICS_PORT,
    slowQueryMs: variables.SLOW_QUERY_MS,
    traceEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}
