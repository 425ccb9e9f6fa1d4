import type { AsyncBuffer } from 'hyparquet'
import type { RowGroup } from '../formats/parquet/read-groups.ts'
import type { BaseFile } from './base/release-base.ts'
import { asBuffer } from './footers.ts'

interface Range {
  start: number
  end: number
}

/** Bytes between two columns that are fetched with them: cheaper than another request. */
const GAP_BYTES = 16 * 1024

/** Positions of a group's columns, and what is needed to read a part of them. */
function listRanges({ columns }: RowGroup): Range[] {
  return columns.flatMap(({ meta_data, offset_index_offset, offset_index_length }) => {
    if (!meta_data) return []
    const { dictionary_page_offset, data_page_offset, total_compressed_size } = meta_data
    const start = Number(dictionary_page_offset || data_page_offset)
    const index = Number(offset_index_offset ?? 0)
    return [
      { start, end: start + Number(total_compressed_size) },
      ...(index > 0 && offset_index_length ? [{ start: index, end: index + offset_index_length }] : []),
    ]
  })
}

/** Merges adjacent ranges. */
function joinedRanges(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && range.start - last.end <= GAP_BYTES) last.end = Math.max(last.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}

/** Caches a group's columns while it is read: fetched in few requests, each once. */
export function bufferOfGroup(file: BaseFile, group: RowGroup): AsyncBuffer {
  const whole = asBuffer(file)
  const ranges = joinedRanges(listRanges(group)).filter(({ end }) => end <= file.size)
  const fetched = new Map<Range, Promise<ArrayBuffer>>()
  return {
    byteLength: file.size,
    async slice(start, end = file.size) {
      const range = ranges.find((known) => known.start <= start && known.end >= end)
      if (!range) return whole.slice(start, end)
      const found = fetched.get(range) ?? whole.slice(range.start, range.end)
      fetched.set(range, found)
      return (await found).slice(start - range.start, end - range.start)
    },
  }
}
