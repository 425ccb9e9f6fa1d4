/** File formats of the corpus. */
export const PLACE_FORMATS = ['csv', 'ndjson', 'geojson', 'osm.pbf', 'parquet'] as const
export type PlaceFormatId = (typeof PLACE_FORMATS)[number]

/** What the number of a rejected row can count. */
export const ROW_UNITS = ['line', 'feature', 'place', 'row'] as const
export type RowUnit = (typeof ROW_UNITS)[number]

/** What it counts in each format. */
export const ROW_UNIT_OF: Record<PlaceFormatId, RowUnit> = {
  csv: 'line',
  ndjson: 'line',
  geojson: 'feature',
  'osm.pbf': 'place',
  parquet: 'row',
}
