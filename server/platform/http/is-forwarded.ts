import type { FastifyRequest } from 'fastify'

/** Headers set by proxies: a request with them is not one of the proxy itself. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

export const isForwarded = (request: FastifyRequest): boolean =>
  FORWARDING.some((name) => request.headers[name] !== undefined)
