import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import { FormatError, type PlaceFile, type PlaceFormat } from './place-format.ts'
import { FORMATS, getFormat } from './registry.ts'

/** Bytes needed to recognize a format. */
const HEAD_BYTES = 65_536

async function readHead(file: PlaceFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of file.read()) {
    parts.push(part)
    length += part.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES)
}

const byName = (name: string) =>
  FORMATS.find((format) => format.endings.some((ending) => name.toLowerCase().endsWith(ending)))

/** Descriptions of unsupported files, by their first bytes. */
function strangerIn(head: Buffer): string | null {
  const text = head.toString('latin1')
  if (text.startsWith('PK\x03\x04'))
    return /\[Content_Types\]\.xml|xl\/|docProps|_rels\/|mimetypeapplication\/vnd\.oasis/.test(text)
      ? 'This is a spreadsheet (an Excel workbook or the like): save it as CSV first.'
      : 'This is a zip archive: unpack it first.'
  if (/^(\xef\xbb\xbf)?\s*[{[]\s*[{["\]}]/.test(text))
    return 'This is JSON, but neither a GeoJSON FeatureCollection nor one object a line (NDJSON).'
  return null
}

const anyText = FORMATS.map((format) => format.label).join(', ')

/**
 * Recognizes a file's format: by its first bytes, then by its name; CSV otherwise.
 * @throws FormatError when it differs from the stated one, or is not supported.
 */
export async function recogniseFormat(file: PlaceFile, stated?: PlaceFormatId): Promise<PlaceFormat> {
  const head = await readHead(file)
  const found = FORMATS.find((format) => format.fits(head))
  if (stated !== undefined) {
    const format = getFormat(stated)
    if (format.fits(head) || (format.id === 'csv' && !found)) return checked(format, head)
    const seen = found ? ` It looks like ${found.label}.` : ''
    throw new FormatError(`This file is not ${format.label}.${seen}`, 'format')
  }
  if (found) return found
  const named = byName(file.name)
  if (named && named.id !== 'csv')
    throw new FormatError(
      `The name says ${named.label}, but the content doesn’t match: the file is damaged or of another type.`,
    )
  return checked(getFormat('csv'), head)
}

/** Unrecognized files are read as CSV, unless known not to be. */
function checked(format: PlaceFormat, head: Buffer): PlaceFormat {
  const stranger = format.id === 'csv' ? strangerIn(head) : null
  if (stranger) throw new FormatError(`${stranger} Formats that are read: ${anyText}.`)
  return format
}
