import { createTtlCache } from '#server/platform/ttl-cache.ts'
import type { Box } from '../distance.ts'
import { describeParquet, type ParquetDescription, type RowGroup } from '../formats/parquet/read-groups.ts'
import { FormatError } from '../formats/place-format.ts'
import { type BaseFile, baseError } from './base/release-base.ts'

/** A group's metadata. */
export interface GroupFacts {
  rows: number
  /** Bounds of its rows; null when the file has none, so that it must be read. */
  box: Box | null
  /** Bytes of the columns to read. */
  bytes: number
}

/** A file's metadata: how it is read, and each group's size and bounds. */
export interface Footer extends ParquetDescription {
  facts: GroupFacts[]
}

/** A release has some dozens of files. */
const KEPT = 64
const KEPT_MS = 60 * 60 * 1000
/** No metadata is this large; a file that claims so would fill the memory. */
const MAX_SLICE = 256 * 1024 * 1024

const SIDES = { west: 'xmin', east: 'xmax', south: 'ymin', north: 'ymax' } as const

/** The minimum or maximum of a part of `bbox` in a group; null where unknown for any row. */
function readExtreme(group: RowGroup, part: string, which: 'min' | 'max'): number | null {
  const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === `bbox.${part}`)
  const statistics = column?.meta_data?.statistics
  if (!statistics || Number(statistics.null_count ?? 0) > 0) return null
  const value = statistics[`${which}_value`] ?? statistics[which]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function readBox(group: RowGroup): Box | null {
  const west = readExtreme(group, SIDES.west, 'min')
  const east = readExtreme(group, SIDES.east, 'max')
  const south = readExtreme(group, SIDES.south, 'min')
  const north = readExtreme(group, SIDES.north, 'max')
  return west === null || east === null || south === null || north === null
    ? null
    : { west, south, east, north }
}

const readFacts = (group: RowGroup): GroupFacts => ({
  rows: Number(group.num_rows),
  box: readBox(group),
  bytes: group.columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0),
})

/** A file as the Parquet reader needs it. */
export const asBuffer = (file: BaseFile) => ({
  byteLength: file.size,
  slice(start: number, end = file.size): Promise<ArrayBuffer> {
    if (end - start > MAX_SLICE) throw new RangeError('more than is read at once')
    return file.read(start, end)
  },
})

/** Names the unreadable file. */
export const namingFile =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof FormatError)) throw error
    throw baseError('unreadable', `${path.split('/').at(-1)}: ${error.message}`, error)
  }

/** Reads files' metadata; caches those of the last releases, because an estimate is followed by the fetch. */
export function createFooters() {
  const cache = createTtlCache<Footer>({ ttlMs: KEPT_MS, max: KEPT })
  return {
    /** @throws AppError source_failed when the file cannot be read, or contains no places. */
    async read(file: BaseFile): Promise<Footer> {
      const key = `${file.path}\n${file.size}\n${file.etag}`
      const known = cache.get(key)
      if (known) return known
      const description = await describeParquet(asBuffer(file)).catch(namingFile(file.path))
      const footer = { ...description, facts: description.groups.map(readFacts) }
      // Without an ETag nobody knows whether the file is unchanged.
      if (file.etag !== null) cache.set(key, footer)
      return footer
    },
  }
}

export type Footers = ReturnType<typeof createFooters>
