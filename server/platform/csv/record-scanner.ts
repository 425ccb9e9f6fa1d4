import type { FileEncoding } from './text-encoding.ts'

const QUOTE = 34
const SPACE = 32
const LF = 10
const CR = 13

const FIELD_START = 0
const BARE = 1
const QUOTED = 2

/** Text reread after stray quotes is bounded, so a hostile file costs linear time. */
const RESCAN_ALLOWANCE = 128 * 1024 * 1024

/**
 * An oversized record is scanned up to this many times the limit: if its quotes close, it is one rejected record. A
 * quote open for longer counts as stray, and its lines are rescanned one by one; otherwise the lines inside a long
 * cell would become rows.
 */
const RECORD_SCAN_FACTOR = 8

export type ScannedRecord = {
  kind: 'record'
  /** Raw bytes without the line end. Valid until the next `push`. */
  raw: Uint8Array
  ascii: boolean
  quoted: boolean
} & Position

/** A malformed part of the file; the scan continues after it. */
export type ScanFailure = { kind: 'failure'; reason: string } & Position

type Position = {
  /** 1-based number of the first physical line. */
  line: number
  /** Raw byte offset, in the file, after it. */
  offset: number
  /** Line number after it. */
  nextLine: number
}

type Outcome = 'record' | 'more' | 'too_long' | 'after_quote' | 'unclosed' | 'end'

/**
 * Cuts a stream of bytes into CSV records: quotes, escaped quotes, embedded line ends, LF / CRLF / CR. A record that
 * is too long or has inconsistent quotes is reported, and the scan continues at the line after the record's FIRST
 * line, so one stray quote costs one line. Results do not depend on how the input is chunked. Memory: eight times
 * `maxRecordBytes` plus one chunk.
 */
export class RecordScanner {
  readonly #encoding: FileEncoding
  readonly #limit: number
  readonly #maxUnits: number
  #isDelimiter: Uint8Array
  #raw: Uint8Array = new Uint8Array(0)
  #shadow: Uint8Array = new Uint8Array(0)
  #half: Uint8Array = new Uint8Array(0)
  #ended = false
  /** Raw byte offset in the file of `#raw[0]`. */
  #base: number
  /** Line and unit where the current record starts, and how far it has been read. */
  #line: number
  #start = 0
  #pos = 0
  #state = FIELD_START
  #bits = 0
  #quoted = false
  /** Line ends seen since `#start`, and the unit after the first of them (-1: none yet). */
  #lineEnds = 0
  #secondLine = -1
  #rescanned = 0
  #skipping: { line: number; reason: string } | null = null

  constructor(options: {
    encoding: FileEncoding
    delimiters: string
    maxRecordBytes: number
    offset: number
    line: number
  }) {
    this.#encoding = options.encoding
    this.#limit = options.maxRecordBytes
    this.#maxUnits = Math.floor((options.maxRecordBytes * RECORD_SCAN_FACTOR) / options.encoding.unit)
    this.#base = options.offset
    this.#line = options.line
    this.#isDelimiter = delimiterTable(options.delimiters)
  }

  /** Replaces the delimiters that may precede a quoted cell; call between records. */
  setDelimiters(delimiters: string): void {
    this.#isDelimiter = delimiterTable(delimiters)
  }

  /** Adds input. Call only after `next()` returned null. */
  push(chunk: Uint8Array): void {
    const { unit, shadow } = this.#encoding
    const whole = this.#half.length > 0 ? Buffer.concat([this.#half, chunk]) : chunk
    const usable = whole.length - (whole.length % unit)
    this.#half = whole.slice(usable)
    const fresh = whole.subarray(0, usable)
    const freshShadow = shadow(fresh)
    const keptRaw = this.#raw.subarray(this.#start * unit)
    const sameBytes = freshShadow === fresh
    const raw = keptRaw.length === 0 ? fresh : Buffer.concat([keptRaw, fresh])
    if (sameBytes) this.#shadow = raw
    else this.#shadow = Buffer.concat([this.#shadow.subarray(this.#start), freshShadow])
    this.#raw = raw
    this.#base += this.#start * unit
    this.#pos -= this.#start
    if (this.#secondLine >= 0) this.#secondLine -= this.#start
    this.#start = 0
  }

  end(): void {
    // Half a UTF-16 unit at the end: a lone surrogate in its place makes the last record fail to decode.
    if (this.#half.length > 0) {
      const broken = this.#encoding.name === 'utf-16le' ? [0, 0xd8] : [0xd8, 0]
      this.#half = new Uint8Array(0)
      this.push(Uint8Array.from(broken))
    }
    this.#ended = true
  }

  /** The next record or failure; null when more input is needed, or, after `end()`, when all is read. */
  next(): ScannedRecord | ScanFailure | null {
    if (this.#skipping) return this.#skip()
    const outcome = this.#scan()
    switch (outcome) {
      case 'more':
      case 'end':
        return null
      case 'record':
        return this.#withinLimit(this.#takeRecord())
      default:
        return this.#recover(outcome)
    }
  }

  #scan(): Outcome {
    const bytes = this.#shadow
    const isDelimiter = this.#isDelimiter
    const longest = this.#start + this.#maxUnits
    const stop = Math.min(bytes.length, longest + 1)
    let pos = this.#pos
    let state = this.#state
    let bits = this.#bits
    let outcome: Outcome | null = null
    while (pos < stop) {
      const byte = bytes[pos]!
      if (byte === LF || byte === CR) {
        const next = this.#afterLineEnd(byte, pos)
        if (next < 0) break
        if (state !== QUOTED) {
          outcome = 'record'
          break
        }
        this.#noteLineEnd(next)
        pos = next
        continue
      }
      if (byte === QUOTE && state !== BARE) {
        if (state === FIELD_START) {
          state = QUOTED
          this.#quoted = true
        } else {
          if (pos + 1 >= bytes.length && !this.#ended) break
          const following = bytes[pos + 1]
          if (following === QUOTE) pos++
          else if (closesCell(following, isDelimiter)) state = BARE
          else {
            outcome = 'after_quote'
            break
          }
        }
      } else if (state !== QUOTED) {
        // Blanks before a quote belong to nothing.
        const isLead = state === FIELD_START && byte === SPACE
        state = isDelimiter[byte] === 1 || isLead ? FIELD_START : BARE
      }
      bits |= byte
      pos++
    }
    this.#pos = pos
    this.#state = state
    this.#bits = bits
    if (pos > longest) return 'too_long'
    return outcome ?? this.#outOfInput()
  }

  #outOfInput(): Outcome {
    if (!this.#ended) return 'more'
    if (this.#state === QUOTED) return 'unclosed'
    return this.#pos > this.#start ? 'record' : 'end'
  }

  /** Unit after the line end at `pos`; -1 when a CR is the last byte read and an LF may follow. */
  #afterLineEnd(byte: number, pos: number): number {
    if (byte === LF) return pos + 1
    if (pos + 1 >= this.#shadow.length) return this.#ended ? pos + 1 : -1
    return this.#shadow[pos + 1] === LF ? pos + 2 : pos + 1
  }

  #noteLineEnd(next: number): void {
    this.#lineEnds++
    if (this.#secondLine < 0) this.#secondLine = next
  }

  #takeRecord(): ScannedRecord {
    const { unit } = this.#encoding
    const line = this.#line
    const raw = this.#raw.subarray(this.#start * unit, this.#pos * unit)
    const [ascii, quoted] = [this.#bits < 0x80, this.#quoted]
    const atEnd = this.#pos >= this.#shadow.length
    const next = atEnd ? this.#pos : this.#afterLineEnd(this.#shadow[this.#pos]!, this.#pos)
    this.#startAt(next, line + this.#lineEnds + (atEnd ? 0 : 1))
    return { kind: 'record', raw, ascii, quoted, line, offset: this.#offset(), nextLine: this.#line }
  }

  #withinLimit(record: ScannedRecord): ScannedRecord | ScanFailure {
    if (record.raw.length <= this.#limit) return record
    const { line, offset, nextLine } = record
    return { kind: 'failure', reason: this.#tooLong(), line, offset, nextLine }
  }

  #recover(outcome: 'too_long' | 'after_quote' | 'unclosed'): ScanFailure | null {
    const line = this.#line
    const reason = this.#reasonOf(outcome)
    const length = this.#pos - this.#start
    if (this.#secondLine >= 0 && this.#rescanned <= RESCAN_ALLOWANCE) {
      this.#rescanned += length
      this.#startAt(this.#secondLine, line + 1)
      return { kind: 'failure', reason, line, offset: this.#offset(), nextLine: this.#line }
    }
    this.#line += this.#lineEnds
    this.#startAt(this.#pos, this.#line)
    this.#skipping = { line, reason }
    return this.#skip()
  }

  /** Skips to the next line end, in constant memory. */
  #skip(): ScanFailure | null {
    const { line, reason } = this.#skipping!
    const bytes = this.#shadow
    let pos = this.#pos
    while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) pos++
    const found = pos < bytes.length
    const next = found ? this.#afterLineEnd(bytes[pos]!, pos) : -1
    if (next < 0) {
      this.#startAt(pos, this.#line)
      if (!this.#ended) return null
    } else this.#startAt(next, this.#line + 1)
    this.#skipping = null
    return { kind: 'failure', reason, line, offset: this.#offset(), nextLine: this.#line }
  }

  #reasonOf(outcome: 'too_long' | 'after_quote' | 'unclosed'): string {
    if (outcome === 'after_quote') return 'text follows a closing quote'
    if (outcome === 'unclosed') return 'a quote is opened and never closed'
    const hint = this.#state === QUOTED ? ': is a quote opened on this line and never closed?' : ''
    return `${this.#tooLong()}${hint}`
  }

  #tooLong(): string {
    return `longer than ${this.#limit.toLocaleString('en-US')} bytes`
  }

  #startAt(unit: number, line: number): void {
    this.#start = unit
    this.#pos = unit
    this.#line = line
    this.#state = FIELD_START
    this.#bits = 0
    this.#quoted = false
    this.#lineEnds = 0
    this.#secondLine = -1
  }

  #offset(): number {
    return this.#base + this.#start * this.#encoding.unit
  }
}

function closesCell(byte: number | undefined, isDelimiter: Uint8Array): boolean {
  return byte === undefined || byte === LF || byte === CR || isDelimiter[byte] === 1
}

function delimiterTable(delimiters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const delimiter of delimiters) table[delimiter.charCodeAt(0)] = 1
  return table
}
