import { parquetWriteBuffer } from 'hyparquet-writer'

type Element = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number]

const leaf = (name: string, type: Element['type'], more: Partial<Element> = {}): Element[] => [
  { name, ...(type && { type }), repetition_type: 'OPTIONAL', ...more },
]
const text = (name: string) => leaf(name, 'BYTE_ARRAY', { converted_type: 'UTF8' })
const number = (name: string) => leaf(name, 'DOUBLE')
const children = (fields: Element[][]): Pick<Element, 'num_children'> => ({ num_children: fields.length })
const struct = (name: string, ...fields: Element[][]): Element[] => [
  { name, repetition_type: 'OPTIONAL', ...children(fields) },
  ...fields.flat(),
]
const list = (name: string, element: Element[]): Element[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
]

/** Columns of the known layouts, by name. */
const COLUMNS: Record<string, Element[]> = Object.fromEntries(
  [
    ...['id', 'name', 'fsq_place_id', 'address', 'locality', 'region', 'postcode', 'country'].map(text),
    ...[
      'tel',
      'website',
      'email',
      'date_closed',
      'operating_status',
      'basic_category',
      'title',
      'facebook_id',
      'instagram',
      'twitter',
    ].map(text),
    ...['latitude', 'longitude', 'confidence'].map(number),
    ...['phones', 'websites', 'socials', 'emails', 'fsq_category_labels', 'fsq_category_ids'].map((name) =>
      list(name, text('element')),
    ),
    struct('names', text('primary')),
    struct('categories', text('primary'), list('alternate', text('element'))),
    struct(
      'taxonomy',
      text('primary'),
      list('hierarchy', text('element')),
      list('alternates', text('element')),
    ),
    struct('bbox', number('xmin'), number('xmax'), number('ymin'), number('ymax')),
    list(
      'addresses',
      struct(
        'element',
        text('freeform'),
        text('locality'),
        text('postcode'),
        text('region'),
        // Not part of an address: invalid data can be written too.
        text('region2'),
        text('country'),
      ),
    ),
    leaf('geometry', 'BYTE_ARRAY'),
  ].map((elements) => [elements[0]?.name ?? '', elements]),
)

/** A Parquet file of the given rows, with the columns that any of them has. */
export function parquetFile(
  rows: Record<string, unknown>[],
  { rowGroupSize = 1000 }: { rowGroupSize?: number } = {},
): Buffer {
  const names = Object.keys(COLUMNS).filter((name) => rows.some((row) => name in row))
  const columns = names.map((name) => COLUMNS[name] as Element[])
  return Buffer.from(
    parquetWriteBuffer({
      schema: [{ name: 'root', ...children(columns) }, ...columns.flat()],
      columnData: names.map((name) => ({ name, data: rows.map((row) => row[name] ?? null) })),
      rowGroupSize,
    }),
  )
}

/** A point in well-known binary. */
export function wkbPoint(lon: number, lat: number, { big = false, srid = 0 } = {}): Uint8Array {
  const bytes = new Uint8Array(srid ? 25 : 21)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, big ? 0 : 1)
  view.setUint32(1, srid ? 0x20_00_00_01 : 1, !big)
  if (srid) view.setUint32(5, srid, !big)
  view.setFloat64(bytes.length - 16, lon, !big)
  view.setFloat64(bytes.length - 8, lat, !big)
  return bytes
}
