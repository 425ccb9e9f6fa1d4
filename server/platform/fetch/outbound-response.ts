import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import type { Deadline } from './deadline.ts'
import { readBody } from './outbound-body.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'

/**
 * A response. Its body is read once, with one of the five methods, and must be read or discarded: it holds a
 * connection until then or until the timeout. All reading throws OutboundError.
 */
export interface OutboundResponse {
  status: number
  ok: boolean
  /** Names in lower case; repeated headers are joined with `, `. */
  headers: Record<string, string>
  /** The final URL, after redirects. */
  url: string
  /** Last day (`2027-01-31`) of the server's certificate; null where there was none. */
  certificateExpires: string | null
  bytes(): Promise<Uint8Array>
  /** Decoded by the charset of Content-Type, UTF-8 without one. */
  text(): Promise<string>
  /** Throws SyntaxError when the body is not JSON. Check the shape with zod. */
  json(): Promise<unknown>
  /** Decoded chunks as they arrive. Leaving the loop early closes the connection. */
  stream(): AsyncGenerator<Uint8Array>
  /** Drops the body. */
  discard(): void
}

/** The undecoded response. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  url: string
  certificateExpires: string | null
  body: Readable
  /** False for HEAD and for statuses without a body, whatever the headers say. */
  hasBody: boolean
}

/**
 * Wraps a response. Throws `too_large` at once when Content-Length exceeds the limit. Clears the deadline when the
 * body has ended, failed or been dropped.
 */
export function createOutboundResponse(
  answer: RawAnswer,
  maxBytes: number,
  deadline: Deadline,
): OutboundResponse {
  const { status, headers, url, certificateExpires, body, hasBody } = answer
  let isTaken = false
  const discard = () => {
    isTaken = true
    dropBody(body)
    deadline.clear()
  }
  if (hasBody && Number(headers['content-length']) > maxBytes) {
    discard()
    throw new OutboundError('too_large')
  }
  const encoding = hasBody ? (headers['content-encoding'] ?? '') : ''

  async function* stream(): AsyncGenerator<Uint8Array> {
    if (isTaken) throw new TypeError('The body was already read or discarded')
    isTaken = true
    try {
      yield* readBody(body, encoding, maxBytes)
    } catch (error) {
      throw toOutboundError(error, deadline.signal)
    } finally {
      discard()
    }
  }
  async function bytes(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of stream()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const text = async () => decoderFor(headers['content-type']).decode(await bytes())
  const json = async (): Promise<unknown> => JSON.parse(await text())
  const ok = status >= 200 && status < 300
  return { status, ok, headers, url, certificateExpires, bytes, text, json, stream, discard }
}

export function dropBody(body: Readable): void {
  // A destroyed body may still emit an error about being cut off; ignore it.
  body.on('error', () => {}).destroy()
}

function decoderFor(contentType = ''): TextDecoder {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder('utf-8')
  }
}
