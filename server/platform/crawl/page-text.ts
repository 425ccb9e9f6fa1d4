import { TextDecoder } from 'node:util'
import { onFirstUse } from '../first-use.ts'

const sniffing = onFirstUse<typeof import('encoding-sniffer/sniffer')>('encoding-sniffer/sniffer')

/** Bytes searched for a declaration. Browsers read 1,024 and restart when a later one appears. */
const SNIFF_BYTES = 8192
/** Of the sniffer's `ResultType`, which exists as a type only. */
const DECLARED_BY_HEADER = 1
const NOTHING_DECLARED = 5
/** Enough for any byte order mark. */
const MARK_BYTES = 4
/** An address or a word is never longer. */
const MAX_WORD_CHARS = 1000

/** Decodes bytes to text, in chunks. */
interface TextSource {
  write(bytes: Uint8Array): string
  end(): string
}

/**
 * Decodes a page as browsers do: byte order mark, then `charset` of Content-Type, then the declaration in the
 * page, else windows-1252; but an undeclared page that is valid UTF-8 is UTF-8. Reads at most `maxBytes`; a
 * truncated page ends with its last whole word, so that no partial address is taken for a complete one.
 */
export async function* decodePage(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  maxBytes: number,
): AsyncGenerator<string> {
  let head: Uint8Array[] = []
  let source: TextSource | null = null
  let total = 0
  let word = ''
  for await (const chunk of bytes) {
    const piece = chunk.subarray(0, maxBytes - total)
    total += piece.length
    const isCut = total >= maxBytes
    if (!source) head.push(piece)
    if (!source && total < SNIFF_BYTES && !isCut) continue
    const input: Uint8Array = source ? piece : Buffer.concat(head)
    source ??= openSource(input, charset)
    head = []
    const text = word + source.write(input) + (isCut ? source.end() : '')
    const end = endOfWords(text)
    word = text.slice(end)
    if (end > 0) yield text.slice(0, end)
    if (isCut) return
  }
  const rest: Uint8Array = Buffer.concat(head)
  source ??= openSource(rest, charset)
  const text = word + source.write(rest) + source.end()
  if (text) yield text
}

/** The end of the last whole word or tag of a text. */
function endOfWords(text: string): number {
  const from = Math.max(0, text.length - MAX_WORD_CHARS)
  for (let at = text.length - 1; at >= from; at -= 1) {
    const character = text.charCodeAt(at)
    if (character <= 0x20 || character === 0x3e) return at + 1
    if (character === 0x3c) return at
  }
  return from
}

function openSource(head: Uint8Array, charset: string | undefined): TextSource {
  const sniffer = new (sniffing().Sniffer)({
    maxBytes: SNIFF_BYTES,
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  })
  // Only a byte order mark overrides the header, so the rest need not be searched.
  const isByHeader = (sniffer.resultType as number) === DECLARED_BY_HEADER
  sniffer.write(isByHeader ? head.subarray(0, MARK_BYTES) : head)
  const isDeclared = (sniffer.resultType as number) !== NOTHING_DECLARED
  return isDeclared ? declaredSource(sniffer.encoding) : undeclaredSource()
}

function declaredSource(encoding: string): TextSource {
  const decoder = makeDecoder(encoding)
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/** Replacement encodings (`iso-2022-kr`) have no decoder. */
function makeDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

/** Passes ASCII on at once; from the first other byte on it waits for the end, which alone shows the encoding. */
function undeclaredSource(): TextSource {
  const chunks: Uint8Array[] = []
  return {
    write(bytes) {
      const plain = chunks.length > 0 ? 0 : asciiLength(bytes)
      if (plain < bytes.length) chunks.push(bytes.subarray(plain))
      return Buffer.from(bytes.buffer, bytes.byteOffset, plain).toString('latin1')
    },
    end: () => decodeUndeclared(Buffer.concat(chunks)),
  }
}

function asciiLength(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! > 0x7f) return at
  return bytes.length
}

function decodeUndeclared(bytes: Uint8Array): string {
  try {
    // As a stream, because a truncated page may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
