import type { OutboundError } from '../fetch/outbound-error.ts'
import type { CrawlProblem } from './crawl-types.ts'

/** DNS error codes for a missing name. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])
/** Node's codes for a certificate that isn't trusted: by itself, of an unknown issuer, too old, for another name. */
const BAD_CERTIFICATE = /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^INVALID_CA$|^HOSTNAME_MISMATCH$/
const MAX_CAUSES = 5

/** Codes of an error and its causes, outermost first. */
function listCodes(error: Error): string[] {
  const codes: string[] = []
  let cause: unknown = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    codes.push(String((cause as { code?: unknown }).code))
    cause = cause.cause
  }
  return codes
}

/** The code of the error for which a certificate was refused; null for another failure. */
export const findCertificateError = (error: OutboundError): string | null =>
  (error.code === 'network' && listCodes(error).find((code) => BAD_CERTIFICATE.test(code))) || null

/** The crawl problem of a failed request. */
export function findProblem(error: OutboundError): CrawlProblem {
  if (error.code === 'network') {
    const codes = listCodes(error)
    if (codes.some((code) => NO_SUCH_NAME.has(code))) return 'not_found'
    return findCertificateError(error) ? 'bad_certificate' : 'unreachable'
  }
  if (error.code === 'timeout') return isUnreachable(error) ? 'unreachable' : 'timeout'
  if (error.code === 'blocked_address') return 'blocked_address'
  return 'http_error'
}

/** Whether no connection was made, so that another address of the same website is worth a try. */
export function isUnreachable(error: OutboundError): boolean {
  if (error.code === 'network') return true
  return error.code === 'timeout' && listCodes(error).includes('UND_ERR_CONNECT_TIMEOUT')
}
