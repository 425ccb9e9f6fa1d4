import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a picture needs; everything else could carry texts, programs or places. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND'])
/** Length and name before the content of a chunk, a checksum behind it. */
const HEAD = 8
const FRAME = 12

/** Whether a file is a PNG of this size in pixels with nothing besides its picture. */
export function isPlainPng(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  let at = SIGNATURE.length
  let name = ''
  while (at + FRAME <= bytes.length && name !== 'IEND') {
    const end = at + FRAME + bytes.readUInt32BE(at)
    name = bytes.toString('latin1', at + 4, at + HEAD)
    if (end > bytes.length || !CHUNKS.has(name)) return false
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false
    if (
      name === 'IHDR' &&
      (bytes.readUInt32BE(at + HEAD) !== width || bytes.readUInt32BE(at + HEAD + 4) !== height)
    )
      return false
    at = end
  }
  return name === 'IEND' && at === bytes.length
}
