import type {
  PlaceEvent,
  PlaceFile,
  PlaceFormat,
  ReadOptions,
} from '#server/modules/sources/corpus/formats/place-format.ts'

/** A file for format readers, in small chunks. */
export function placeFile(
  content: string | Uint8Array,
  { name = 'places', piece = 1000 }: { name?: string; piece?: number } = {},
): PlaceFile {
  const bytes = Buffer.from(content as string)
  return {
    name,
    size: bytes.length,
    async *read(offset = 0, end = bytes.length) {
      for (let at = offset; at < end; at += piece) yield bytes.subarray(at, Math.min(at + piece, end))
    },
  }
}

/** All events of a format reader. */
export async function readEvents(
  format: PlaceFormat,
  file: PlaceFile,
  options: Partial<ReadOptions> = {},
): Promise<PlaceEvent[]> {
  const events: PlaceEvent[] = []
  for await (const group of format.read(file, { startAt: null, mapping: {}, ...options }))
    events.push(...group)
  return events
}

/** Short form of rows and rejected rows: the row itself, or its number and reason. */
export const inShort = (events: PlaceEvent[]) =>
  events.map((event) => (event.kind === 'row' ? event.row : `${event.at}: ${event.reason}`))

/** Results of a reading that is interrupted after each of its events and resumed from the stored position. */
export async function resumedReadings(
  format: PlaceFormat,
  file: PlaceFile,
  options: Partial<ReadOptions> = {},
): Promise<PlaceEvent[][]> {
  const whole = await readEvents(format, file, options)
  const readings: PlaceEvent[][] = []
  for (const [at, { next }] of whole.entries()) {
    const startAt = JSON.parse(JSON.stringify(next))
    readings.push([...whole.slice(0, at + 1), ...(await readEvents(format, file, { ...options, startAt }))])
  }
  return readings
}
