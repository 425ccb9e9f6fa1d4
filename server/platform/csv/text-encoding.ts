import { isUtf8 } from 'node:buffer'
import { CsvError } from './csv-error.ts'

/** How the bytes of one file are decoded. A *unit* is the smallest step of the encoding: 1 byte, or 2 in UTF-16. */
export type FileEncoding = {
  /** Canonical name, e.g. `utf-8`, `windows-1252`, `utf-16le`. */
  readonly name: string
  /** Bytes in one unit. */
  readonly unit: 1 | 2
  /**
   * One byte for each unit of `raw`: the ASCII code where the unit is an ASCII character, anything from 0x80 up
   * where it is (part of) another character. May return `raw` itself. Keeps state: feed chunks in order.
   */
  shadow(raw: Uint8Array): Uint8Array
  /** Text of a slice of the raw bytes, or null when the bytes are not valid in this encoding. */
  decode(raw: Uint8Array): string | null
}

const EXAMPLES =
  'utf-8, windows-1252, iso-8859-1, iso-8859-15, utf-16le, shift_jis, gb18030, big5, euc-kr, koi8-r'

/** Double-byte encodings whose second byte may look like an ASCII character, with the first bytes they use. */
const LEAD_BYTES: Record<string, (byte: number) => boolean> = {
  shift_jis: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
  gbk: (byte) => byte >= 0x81 && byte <= 0xfe,
  gb18030: (byte) => byte >= 0x81 && byte <= 0xfe,
  big5: (byte) => byte >= 0x81 && byte <= 0xfe,
  'euc-kr': (byte) => byte >= 0x81 && byte <= 0xfe,
}

const OTHER = 0x80

/**
 * Opens an encoding by any label that browsers know (`latin1`, `utf8`, `sjis`, `cp1252`, ...).
 * @throws CsvError `unknown_encoding` with examples for an unknown label
 */
export function openEncoding(label: string): FileEncoding {
  const name = canonicalName(label)
  if (name === 'utf-8') return { name, unit: 1, shadow: (raw) => raw, decode: decodeUtf8 }
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true })
  const decode = (raw: Uint8Array): string | null => {
    try {
      return decoder.decode(raw)
    } catch {
      return null
    }
  }
  if (name === 'utf-16le' || name === 'utf-16be') {
    return { name, unit: 2, shadow: utf16Shadow(name === 'utf-16le' ? 1 : 0), decode }
  }
  if (name === 'iso-2022-jp') return { name, unit: 1, shadow: escapeShadow(), decode }
  const isLead = LEAD_BYTES[name]
  return { name, unit: 1, shadow: isLead ? pairShadow(isLead) : (raw) => raw, decode }
}

/** The encoding declared by a byte order mark, and the mark's length in bytes. */
export function sniffByteOrderMark(head: Uint8Array): { name: string; length: number } | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', length: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', length: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', length: 2 }
  return null
}

/** UTF-16 without a mark has a zero byte in every ASCII character of the header. */
export function sniffUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head.length < 4) return null
  if (head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0) return 'utf-16be'
  return null
}

function canonicalName(label: string): string {
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    throw new CsvError('unknown_encoding', `Unknown encoding "${label}". Examples: ${EXAMPLES}.`)
  }
}

function decodeUtf8(raw: Uint8Array): string | null {
  if (!isUtf8(raw)) return null
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8')
}

function utf16Shadow(highByte: 0 | 1): (raw: Uint8Array) => Uint8Array {
  return (raw) => {
    const shadow = new Uint8Array(raw.length >> 1)
    for (let i = 0; i < shadow.length; i++) {
      const high = raw[2 * i + highByte]!
      const low = raw[2 * i + 1 - highByte]!
      shadow[i] = high === 0 && low < OTHER ? low : OTHER
    }
    return shadow
  }
}

function pairShadow(isLead: (byte: number) => boolean): (raw: Uint8Array) => Uint8Array {
  let afterLead = false
  return (raw) => {
    const shadow = new Uint8Array(raw)
    for (let i = 0; i < raw.length; i++) {
      const byte = raw[i]!
      if (!afterLead) {
        afterLead = isLead(byte)
        continue
      }
      afterLead = false
      // No second byte is below 0x30: the first one is broken, and a comma or line end must stay one.
      if (byte >= 0x30) shadow[i] = OTHER
    }
    return shadow
  }
}

/** ISO-2022-JP switches to two-byte characters by `ESC $` and back by `ESC (`. */
function escapeShadow(): (raw: Uint8Array) => Uint8Array {
  let inPairs = false
  let previous = 0
  return (raw) => {
    const shadow = new Uint8Array(raw)
    for (let i = 0; i < raw.length; i++) {
      const byte = raw[i]!
      if (previous === 0x1b) inPairs = byte === 0x24
      const lineEnd = byte === 10 || byte === 13
      if (byte === 0x1b || (inPairs && !lineEnd)) shadow[i] = OTHER
      previous = byte
    }
    return shadow
  }
}
