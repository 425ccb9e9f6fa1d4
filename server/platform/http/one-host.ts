import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Refuses a request with several Host headers: a proxy may go by one of them and this server by another (RFC 9112,
 * section 3.2).
 * @throws AppError bad_request
 */
export function refuseSeveralHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (names.length > 1) throw new AppError('bad_request', 'Send one Host header')
}
