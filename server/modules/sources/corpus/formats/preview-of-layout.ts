import { PLACE_FIELDS } from '#contract/leads/place-fields.ts'
import type { PlaceEvent, Preview } from './place-format.ts'

/** The first rows of a file with a known layout: a column per field. */
export async function previewOfLayout(
  layout: string,
  events: AsyncIterable<PlaceEvent[]>,
  rows: number,
): Promise<Preview> {
  const found: PlaceEvent[] = []
  for await (const group of events) {
    found.push(...group)
    if (found.length >= rows) break
  }
  const shown = found.slice(0, rows)
  const places = shown.flatMap((event) => (event.kind === 'row' ? [event.row] : []))
  const problems = shown.flatMap((event) =>
    event.kind === 'rejected' ? [{ line: event.at, reason: event.reason }] : [],
  )
  const columns = PLACE_FIELDS.filter((field) => places.some((place) => place[field]))
  return {
    columns,
    rows: places.map((place) => columns.map((field) => place[field] ?? '')),
    problems,
    delimiter: null,
    layout,
  }
}
