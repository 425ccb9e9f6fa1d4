import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import { csvFormat } from './csv.ts'
import { geojsonFormat } from './geojson.ts'
import { ndjsonFormat } from './ndjson.ts'
import { osmPbfFormat } from './osm/osm-pbf.ts'
import { parquetFormat } from './parquet/parquet.ts'
import type { PlaceFormat } from './place-format.ts'

/** Every supported format, most distinctive first bytes first. */
export const FORMATS: readonly PlaceFormat[] = [
  parquetFormat,
  osmPbfFormat,
  geojsonFormat,
  ndjsonFormat,
  csvFormat,
]

export const getFormat = (id: PlaceFormatId): PlaceFormat =>
  FORMATS.find((known) => known.id === id) ?? csvFormat
