import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const GZIP = Buffer.from([0x1f, 0x8b])
const ZIP = Buffer.from('PK')
/** Compressed bytes per chunk: a decompression bomb yields only some megabytes at a time. */
const PIECE = 16 * 1024

/** A compressed file is truncated or malformed: its content is unknown. */
export class Unreadable extends Error {}

async function* gunzip(source: Readable): AsyncGenerator<Uint8Array> {
  // Both streams' errors reach the loop; piping one into the other sometimes loses them.
  const unpacked = pipeline(source, createGunzip(), () => {})
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (error) {
    throw new Unreadable('the packed file cannot be read', { cause: error })
  }
}

async function* unzip(source: Readable): AsyncGenerator<Uint8Array> {
  const { Unzip, UnzipInflate } = await import('fflate')
  let unpacked: Uint8Array[] = []
  const zip = new Unzip((file) => {
    file.ondata = (error, piece) => {
      if (error) throw error
      unpacked.push(piece)
    }
    file.start()
  })
  zip.register(UnzipInflate)
  const push = (piece: Uint8Array, last = false) => {
    unpacked = []
    try {
      zip.push(piece, last)
    } catch (error) {
      throw new Unreadable('the packed file cannot be read', { cause: error })
    }
    return unpacked
  }
  for await (const chunk of source as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length; at += PIECE) yield* push(chunk.subarray(at, at + PIECE))
  yield* push(new Uint8Array(), true)
}

/**
 * A file's content, decompressed if it is an archive or spreadsheet.
 * @param source the file, from its first byte
 * @param head its first two bytes
 * @throws Unreadable where it is compressed and broken, or still being written
 */
export function readContents(source: Readable, head: Buffer): AsyncIterable<Uint8Array> {
  if (head.equals(GZIP)) return gunzip(source)
  return head.equals(ZIP) ? unzip(source) : (source as AsyncIterable<Buffer>)
}
