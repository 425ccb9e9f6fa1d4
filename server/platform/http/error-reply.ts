import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/core/errors.ts'
import { isConnectionError, isLockConflict } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { OutboundError } from '../fetch/outbound-error.ts'
import type { Log } from '../log.ts'
import { storageProblem } from '../storage/disk-full.ts'
import { loggedUrl } from './logged-url.ts'

const STORAGE_RETRY_SECONDS = 60

const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The Content-Length header does not match the body'],
  FST_ERR_BAD_URL: ['bad_request', 'The URL can’t be read'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'Nothing found at this address'],
}

/** Database errors caused by input that passed its schema. */
const DATA_ERRORS = new Set(['22021', '22P05', '22003'])

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (isConnectionError(error)) {
    return new AppError('unavailable', 'The database can’t be reached right now. Try again in a moment', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  const unstored = storageProblem(error)
  if (unstored)
    return new AppError('unavailable', unstored, { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause: error })
  const code = (error as FastifyError | null)?.code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = Math.floor((request.routeOptions.bodyLimit ?? 0) / (1024 * 1024))
    const most = limit > 0 ? `. Send at most ${limit} MB` : ''
    return new AppError('payload_too_large', `The request body is too large${most}`, { cause: error })
  }
  const known = code ? FASTIFY_CODES[code] : undefined
  if (known) return new AppError(known[0], known[1], { cause: error })
  if (code && DATA_ERRORS.has(code))
    return new AppError('bad_request', 'The request contains a value that can’t be stored', { cause: error })
  if (isLockConflict(error))
    return new AppError('unavailable', 'Someone changed the same records at the same time. Try again', {
      retryAfterSeconds: 1,
      cause: error,
    })
  const status = (error as FastifyError | null)?.statusCode
  if (status && status >= 400 && status < 500)
    return new AppError(status === 404 ? 'not_found' : 'bad_request', (error as Error).message, {
      cause: error,
    })
  return new AppError('internal', 'Something went wrong on our side. We’ve recorded the error', {
    cause: error,
  })
}

/**
 * The caller has left, and the work ended because of that: no fault, and nobody reads a reply. Any other error is
 * logged, also after the caller has left.
 */
function isAbandoned(error: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!reply.raw.destroyed && !request.raw.destroyed) return false
  const { name, code, cause } = (error ?? {}) as { name?: unknown; code?: unknown; cause?: unknown }
  if (error instanceof AppError || error instanceof OutboundError) {
    if (code === 'aborted') return true
    return cause !== undefined && isAbandoned(cause, request, reply)
  }
  return name === 'AbortError' || error === request.raw.errored || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Logs what cut a reply off after its head was sent: its status has told the client that all is well. */
export function logCutReply(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  if (!reply.raw.headersSent || isAbandoned(error, request, reply)) return
  const line = { err: error, method: request.method, url: loggedUrl(request.url) }
  if (toAppError(error, request).code === 'internal') log.error(line, 'a reply was cut off')
  else log.info(line, 'a reply was cut off')
}

/** Sends an error: closed code, sentence, request id; the cause is logged, never sent. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const problem = toAppError(error, request)
  if (isAbandoned(error, request, reply))
    log.debug({ method: request.method, url: loggedUrl(request.url) }, 'the caller has left')
  else if (problem.code === 'internal' || storageProblem(problem.cause))
    log.error({ err: error, method: request.method, url: loggedUrl(request.url) }, 'request failed')
  else if (problem.code === 'unavailable')
    log.warn(
      { err: problem.cause ?? problem, url: loggedUrl(request.url) },
      'a required service can’t be reached',
    )
  // The rest of an oversized body is not read, so the connection can't be reused.
  if (problem.code === 'payload_too_large') reply.header('connection', 'close')
  const body: ErrorBody = {
    code: problem.code,
    message: problem.message,
    ...(problem.fields && { fields: problem.fields }),
    ...(problem.details && { details: problem.details }),
    request_id: String(request.id),
  }
  if (problem.retryAfterSeconds) reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .status(ERROR_STATUS[problem.code])
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
