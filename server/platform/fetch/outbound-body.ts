import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

/** Encodings sent in Accept-Encoding. */
export const ACCEPT_ENCODING = 'gzip, br, zstd'

const DECODERS: Record<string, () => Transform> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}
/** No legitimate server compresses more often. */
const MAX_LAYERS = 2
/** Allowance for compression overhead around a body that just fits. */
const FRAME_BYTES = 65_536

/**
 * Yields the body decoded by its Content-Encoding, chunk by chunk. Throws OutboundError `too_large` once more than
 * `maxBytes` came out of the decoder, without reading the rest. A broken compression throws the decoder's error.
 */
export async function* readBody(
  raw: Readable,
  encoding: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const layers = readLayers(encoding)
  let total = 0
  for await (const chunk of layers.length > 0 ? decode(raw, layers, maxBytes) : raw) {
    total += chunk.length
    if (total > maxBytes) throw new OutboundError('too_large')
    yield chunk
  }
}

/** Names of the compressions in the order they were applied. */
function readLayers(encoding: string): string[] {
  const names = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_LAYERS) throw new OutboundError('network')
  // Unknown names are ignored, as in browsers: servers write charsets and `none` here.
  return names.every((name) => Object.hasOwn(DECODERS, name)) ? names : []
}

async function* decode(raw: Readable, layers: string[], maxBytes: number): AsyncGenerator<Uint8Array> {
  // A compressed stream can continue forever without yielding a byte, so the input is limited too.
  const limit = byteLimit(maxBytes + FRAME_BYTES)
  const decoders = layers.toReversed().map((name) => DECODERS[name]!())
  const decoded = decoders.at(-1)!
  // Any error reaches the reader through `decoded`, which pipeline destroys.
  pipeline([raw, limit.stream, ...decoders], () => {})
  try {
    yield* decoded as AsyncIterable<Uint8Array>
  } catch (error) {
    // An empty body declared as compressed is common and simply empty.
    if (!raw.readableEnded || limit.total() > 0) throw error
  }
}

/** A stream that passes bytes on up to `maxBytes`, and their count. */
function byteLimit(maxBytes: number): { stream: Transform; total(): number } {
  let total = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > maxBytes) done(new OutboundError('too_large'))
      else done(null, chunk)
    },
  })
  return { stream, total: () => total }
}
