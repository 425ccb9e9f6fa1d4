import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '#contract/core/errors.ts'

/** Errors of the HTTP parser as our codes. Any other means that the request can't be read. */
const FAULTS: Record<string, { status: string; code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'bad_request',
    message: 'The headers of the request are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'bad_request',
    message: 'The request did not arrive in time',
  },
}
const UNREADABLE = {
  status: '400 Bad Request',
  code: 'bad_request' as const,
  message: 'The request is not valid HTTP',
}

/** Answers invalid HTTP in the shape of every other error, and closes the connection. */
export function answerParserFault(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = FAULTS[error.code ?? ''] ?? UNREADABLE
  const requestId = randomUUID()
  const body = JSON.stringify({ code, message, request_id: requestId } satisfies ErrorBody)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
