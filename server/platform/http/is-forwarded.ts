import type { FastifyRequest } from 'fastify'

/** Set by proxies: whoever calls through one is not the proxy that calls for itself. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Whether a request came through a proxy. */
export const isForwarded = (request: FastifyRequest): boolean =>
  FORWARDING.some((name) => request.headers[name] !== undefined)
