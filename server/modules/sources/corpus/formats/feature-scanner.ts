import { type JsonPiece, MAX_OBJECT_BYTES } from './json-format.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const TOO_LONG = `longer than ${MAX_OBJECT_BYTES.toLocaleString('en')} bytes`

/**
 * Finds the features of a FeatureCollection in a byte stream, however long the file and its single line. It
 * recognizes only strings and brackets; parsing is left to the caller. So reading can start at any feature.
 */
export class FeatureScanner {
  /** File offset of the next byte. */
  #offset: number
  #at: number
  #where: 'before' | 'inside' | 'after'
  #depth = 0
  #inString = false
  #escaped = false
  /** The last string, as far as it could be the list's name. */
  #name = ''
  #parts: Buffer[] = []
  #length = 0
  /** Whether there is a non-object between two commas. */
  #stray = false

  constructor(from: { offset: number; at: number }) {
    this.#offset = from.offset
    this.#at = from.at
    this.#where = from.offset === 0 ? 'before' : 'inside'
  }

  get isComplete(): boolean {
    return this.#where === 'after'
  }

  /** Whether the list of features was found. */
  get hasBegun(): boolean {
    return this.#where !== 'before'
  }

  /** Whether a feature has started and not ended. */
  get isInFeature(): boolean {
    return this.#where === 'inside' && this.#depth > 0
  }

  get end(): { at: number; end: number } {
    return { at: this.#at + 1, end: this.#offset }
  }

  /** The features that end in these bytes. */
  push(chunk: Buffer): JsonPiece[] {
    const pieces: JsonPiece[] = []
    let start = this.#where === 'inside' && this.#depth > 0 ? 0 : -1
    for (let pos = 0; pos < chunk.length && this.#where !== 'after'; pos += 1) {
      if (this.#inString) {
        pos = this.#passString(chunk, pos)
        continue
      }
      const byte = chunk[pos] as number
      if (byte <= 32) continue
      if (this.#where === 'before') this.#seek(byte)
      else if (this.#depth > 0) {
        if (this.#nest(byte) || this.#depth > 0) continue
        pieces.push(this.#finish(chunk.subarray(start, pos + 1), pos + 1))
        start = -1
      } else if (byte === 0x7b) {
        start = pos
        this.#depth = 1
      } else pieces.push(...this.#between(byte, pos))
    }
    if (start >= 0) this.#keep(chunk.subarray(start))
    this.#offset += chunk.length
    return pieces
  }

  /** Continues to the end of a string, or of the chunk. */
  #passString(chunk: Buffer, from: number): number {
    for (let pos = from; pos < chunk.length; pos += 1) {
      const byte = chunk[pos] as number
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        return pos
      }
      if (this.#where === 'before' && this.#depth === 1 && this.#name.length < 20)
        this.#name += String.fromCharCode(byte)
    }
    return chunk.length
  }

  /** Counts brackets; returns whether it was anything else. */
  #nest(byte: number): boolean {
    if (byte === QUOTE) this.#inString = true
    else if (OPEN.has(byte)) this.#depth += 1
    else if (CLOSE.has(byte)) this.#depth -= 1
    return !CLOSE.has(byte)
  }

  #seek(byte: number): void {
    if (byte === QUOTE && this.#depth === 1) this.#name = ''
    if (byte === 0x5b && this.#depth === 1 && this.#name === 'features') {
      this.#where = 'inside'
      this.#depth = 0
      return
    }
    this.#nest(byte)
  }

  /** A byte of the list outside any object: a comma, its end, or garbage. */
  #between(byte: number, pos: number): JsonPiece[] {
    const isEnd = byte === 0x5d
    if (!isEnd && byte !== 0x2c) {
      this.#stray = true
      return []
    }
    if (isEnd) this.#where = 'after'
    if (!this.#stray) return []
    this.#stray = false
    this.#at += 1
    return [{ problem: 'not a feature', at: this.#at, end: this.#offset + pos }]
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length <= MAX_OBJECT_BYTES) this.#parts.push(part)
    else this.#parts = []
  }

  #finish(tail: Buffer, end: number): JsonPiece {
    this.#keep(tail)
    const bytes = this.#parts.length === 1 ? tail : Buffer.concat(this.#parts)
    const tooLong = this.#length > MAX_OBJECT_BYTES
    this.#parts = []
    this.#length = 0
    this.#at += 1
    const where = { at: this.#at, end: this.#offset + end }
    return tooLong ? { problem: TOO_LONG, ...where } : { bytes, ...where }
  }
}
