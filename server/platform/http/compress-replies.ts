import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Shorter texts fit into one packet as they are. */
const MIN_BYTES = 1400

/** Levels at which time and size are balanced (docs/performance.md); both work in a thread of their own. */
const ENCODERS = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 6 }),
}
type Encoding = keyof typeof ENCODERS

/** The encoding of an Accept-Encoding header that makes the shortest reply; null for none of ours. */
export function chooseEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = new Map<string, boolean>()
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    accepted.set(name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text)))
  }
  const accepts = (name: Encoding) => accepted.get(name) ?? false
  if (accepts('br')) return 'br'
  return accepts('gzip') || (accepted.get('*') && !accepted.has('gzip')) ? 'gzip' : null
}

const COMPRESSED = /^(?:application\/json|text\/html)\b/

/**
 * Compresses JSON and pages for those who accept it. Streams and files are sent as they are: events must not wait in a buffer.
 * Guessing secrets by the size of replies needs requests with the victim's rights, which another page can't send:
 * calls carry a bearer token and no cookie. Pages hold no secret but their nonce, which is another one each time.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = COMPRESSED.test(String(reply.getHeader('content-type') ?? ''))
    if (typeof payload !== 'string' || !isText || reply.hasHeader('content-encoding')) return payload
    if (Buffer.byteLength(payload) < MIN_BYTES) return payload
    // Also of a plain one: caches must know that others get another.
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return ENCODERS[encoding](payload)
  })
}
