import type { Tracing } from './tracing-types.ts'

export type { Tracing }

const NO_TRACING: Tracing = {
  inRequest: (_request, next) => next(),
  requestEnded: () => {},
  query: () => {},
  job: (_name, work) => work(),
  close: async () => {},
}

/** Sends traces to the collector at `endpoint`; the libraries are only loaded with one. */
export async function openTracing(endpoint: string | undefined, version: string): Promise<Tracing> {
  if (!endpoint) return NO_TRACING
  const { createTracing } = await import('./otel.ts')
  return createTracing(endpoint, version)
}
