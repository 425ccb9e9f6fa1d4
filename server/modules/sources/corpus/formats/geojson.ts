import { FeatureScanner } from './feature-scanner.ts'
import { type JsonCutter, jsonFormat } from './json-format.ts'
import { FormatError, type PlaceFormat } from './place-format.ts'

const cutFeatures: JsonCutter = async function* (file, from) {
  const scanner = new FeatureScanner(from)
  for await (const part of file.read(from.offset)) {
    const pieces = scanner.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    if (pieces.length > 0) yield pieces
    if (scanner.isComplete) return
  }
  if (!scanner.hasBegun)
    throw new FormatError('This JSON has no list of features: a GeoJSON FeatureCollection is needed.')
  const problem = scanner.isInFeature
    ? 'the file ends inside this feature'
    : 'the file ends before its list of features does'
  yield [{ problem, ...scanner.end }]
}

/** A collection says so near its start, or its feature list does. */
const COLLECTION =
  /^(?:\xef\xbb\xbf)?\s*\{(?:[^{}]*?"type"\s*:\s*"FeatureCollection"|[^[\]]*?"features"\s*:\s*\[\s*\{\s*"(?:type"\s*:\s*"Feature"|id"|properties"|geometry"))/

const fits = (head: Buffer): boolean => COLLECTION.test(head.toString('latin1'))

/** A GeoJSON FeatureCollection. */
export const geojsonFormat: PlaceFormat = {
  id: 'geojson',
  label: 'GeoJSON',
  endings: ['.geojson'],
  fits,
  ...jsonFormat(cutFeatures),
}
