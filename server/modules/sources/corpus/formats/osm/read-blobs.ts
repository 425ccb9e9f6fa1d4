import { promisify } from 'node:util'
import { inflate as inflateCallback } from 'node:zlib'
import { PbfReader } from 'pbf'
import { FormatError, type PlaceFile } from '../place-format.ts'

const inflate = promisify(inflateCallback)

/** Limits of the format itself. */
const MAX_HEADER_BYTES = 65_536
const MAX_BLOB_BYTES = 32 * 1024 * 1024

/** One compressed block of a file. */
export interface PackedBlob {
  type: string
  /** Where it starts and ends in the file. */
  offset: number
  end: number
  bytes: Uint8Array
}

const damaged = (offset: number): FormatError =>
  new FormatError(`The block at byte ${offset} of the file is damaged.`)

/** Parses a block's messages. @throws FormatError where they are malformed. */
export function sound<Result>(offset: number, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw damaged(offset)
  }
}

const cutOff = (offset: number): FormatError =>
  new FormatError(`The file ends inside the block at byte ${offset}: it was cut off.`)

/** Reads exact numbers of bytes from a stream. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array[] = []
  #length = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes; fewer only at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    while (this.#length < count) {
      const next = await this.#chunks.next()
      if (next.done) break
      this.#held.push(next.value)
      this.#length += next.value.length
    }
    const all = this.#held.length === 1 ? (this.#held[0] as Uint8Array) : Buffer.concat(this.#held)
    this.#held = all.length > count ? [all.subarray(count)] : []
    this.#length = Math.max(0, all.length - count)
    const head = all.subarray(0, count)
    return Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

const readHeader = (bytes: Uint8Array) =>
  new PbfReader(bytes).readFields(
    (tag, header, pbf) => {
      if (tag === 1) header.type = pbf.readString()
      else if (tag === 3) header.size = pbf.readVarint()
    },
    { type: '', size: -1 },
  )

/**
 * The blocks of a file in order, from one that starts at `from` on.
 * @throws FormatError where the file is truncated or not such a file.
 */
export async function* readBlobs(file: PlaceFile, from: number): AsyncGenerator<PackedBlob> {
  const queue = new ByteQueue(file.read(from))
  try {
    for (let offset = from; ; ) {
      const prefix = await queue.take(4)
      if (prefix.length === 0) return
      if (prefix.length < 4) throw cutOff(offset)
      const headerLength = prefix.readUInt32BE()
      if (headerLength === 0 || headerLength > MAX_HEADER_BYTES) throw damaged(offset)
      const header = await queue.take(headerLength)
      if (header.length < headerLength) throw cutOff(offset)
      const { type, size } = sound(offset, () => readHeader(header))
      if (size < 0 || size > MAX_BLOB_BYTES) throw damaged(offset)
      const bytes = await queue.take(size)
      if (bytes.length < size) throw cutOff(offset)
      const end = offset + 4 + headerLength + size
      yield { type, offset, end, bytes }
      offset = end
    }
  } finally {
    await queue.close()
  }
}

interface Content {
  raw: Uint8Array | null
  zlib: Uint8Array | null
  size: number
}

const readContent = (bytes: Uint8Array): Content =>
  new PbfReader(bytes).readFields<Content>(
    (tag, found, pbf) => {
      if (tag === 1) found.raw = pbf.readBytes()
      else if (tag === 2) found.size = pbf.readVarint()
      else if (tag === 3) found.zlib = pbf.readBytes()
    },
    { raw: null, zlib: null, size: 0 },
  )

/** A block's content. @throws FormatError when its checksum or length is wrong, or its compression is not supported. */
export async function unpackBlob(blob: PackedBlob): Promise<Uint8Array> {
  const { raw, size, zlib } = sound(blob.offset, () => readContent(blob.bytes))
  if (raw) return raw
  if (!zlib)
    throw new FormatError('The file is compressed by a method other than zlib: write it again with zlib.')
  if (size > MAX_BLOB_BYTES) throw damaged(blob.offset)
  const bytes = await inflate(zlib, { maxOutputLength: MAX_BLOB_BYTES }).catch(() => null)
  if (bytes?.length !== size) throw damaged(blob.offset)
  return bytes
}
