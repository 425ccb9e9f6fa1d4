import { type JsonCutter, type JsonPiece, jsonFormat, MAX_OBJECT_BYTES } from './json-format.ts'
import { isObject } from './json-record.ts'
import type { PlaceFormat } from './place-format.ts'

const NEW_LINE = 10
const TOO_LONG = `longer than ${MAX_OBJECT_BYTES.toLocaleString('en')} bytes`
const MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** RFC 8142 record separator. */
const RECORD_SEPARATOR = 0x1e

const trimmed = (line: Buffer): Buffer => {
  let start = line.subarray(0, 3).equals(MARK) ? 3 : 0
  if (line[start] === RECORD_SEPARATOR) start += 1
  let end = line.length
  while (end > start && line[end - 1]! <= 32) end -= 1
  return line.subarray(start, end)
}

/** The non-empty lines of a file, with their numbers. */
const cutLines: JsonCutter = async function* (file, from) {
  let { offset, at } = from
  let rest: Buffer[] = []
  let length = 0
  const readLine = (tail: Buffer, isLast: boolean): JsonPiece | null => {
    const whole = length + tail.length
    const tooLong = whole > MAX_OBJECT_BYTES
    const line = tooLong
      ? tail.subarray(0, 0)
      : trimmed(rest.length > 0 ? Buffer.concat([...rest, tail]) : tail)
    rest = []
    length = 0
    offset += whole + (isLast ? 0 : 1)
    at += 1
    if (tooLong) return { problem: TOO_LONG, at, end: offset }
    if (line.length === 0) return null
    if (isLast && line[line.length - 1] !== 0x7d)
      return { problem: 'the file ends inside this record', at, end: offset }
    return { bytes: line, at, end: offset }
  }
  for await (const part of file.read(offset)) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const pieces: JsonPiece[] = []
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      const piece = readLine(chunk.subarray(start, end), false)
      if (piece) pieces.push(piece)
      start = end + 1
    }
    const tail = chunk.subarray(start)
    // Oversized records are counted and not buffered.
    if (length + tail.length <= MAX_OBJECT_BYTES) rest.push(tail)
    else rest = []
    length += tail.length
    if (pieces.length > 0) yield pieces
  }
  const last = length > 0 ? readLine(Buffer.alloc(0), true) : null
  if (last) yield [last]
}

/** The first two non-empty lines, as far as available. */
function firstLines(head: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < head.length && lines.length < 2; ) {
    const end = head.indexOf(NEW_LINE, start)
    const line = trimmed(head.subarray(start, end < 0 ? head.length : end))
    if (line.length > 0) lines.push(line)
    if (end < 0) break
    start = end + 1
  }
  return lines
}

const OBJECT = 0x7b

/** One object may be broken or longer than the head; one over several lines is another format. */
function fits(head: Buffer): boolean {
  const [first, second] = firstLines(head)
  if (first?.[0] !== OBJECT) return false
  try {
    return isObject(JSON.parse(first.toString()))
  } catch {
    return second ? second[0] === OBJECT : first.length > 2
  }
}

/** One JSON object per line; also GeoJSON features per line. */
export const ndjsonFormat: PlaceFormat = {
  id: 'ndjson',
  label: 'NDJSON',
  endings: ['.ndjson', '.jsonl', '.geojsonl', '.geojsons', '.geojsonseq'],
  fits,
  ...jsonFormat(cutLines),
}
