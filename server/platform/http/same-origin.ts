import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** The origin of a request. `host` and `protocol` are the public ones behind a trusted proxy. */
interface OriginFacts {
  protocol: string
  host: string
  origin: string | undefined
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  fetchSite: string | undefined
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Host and port as a browser writes them: lower case, without the protocol's default port. */
const readHost = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null)

/**
 * True for a request of a page of another origin. Programs send no Origin and pass. Only host and port are
 * compared: behind an untrusted proxy that ends TLS, the protocol seen here is not the page's.
 */
function isForeign(request: OriginFacts): boolean {
  if (request.fetchSite === 'cross-site') return true
  if (request.origin === undefined) return false
  const page = readHost(request.origin)
  return page === null || page !== readHost(`${request.protocol}://${request.host}`)
}

/**
 * Refuses changes requested by pages of other origins, and reads with a token: a page elsewhere that has one took it
 * from somewhere.
 * @throws AppError forbidden
 */
export function refuseForeignPages({ method, protocol, host, headers }: FastifyRequest): void {
  const fetchSite = headers['sec-fetch-site']?.toString()
  const reads = READS.has(method) && headers.authorization === undefined
  if (!reads && isForeign({ protocol, host, origin: headers.origin, fetchSite }))
    throw new AppError('forbidden', 'Pages on other sites can’t do this')
}
