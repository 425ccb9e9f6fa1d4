import type {
  PlaceEvent,
  PlaceFile,
  PlaceFormat,
  ReadOptions,
} from '#server/modules/sources/corpus/formats/place-format.ts'

/** A file as the readers of formats see it, handed out in small pieces. */
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

/** Everything that a format reads of a file. */
export async function eventsOf(
  format: PlaceFormat,
  file: PlaceFile,
  options: Partial<ReadOptions> = {},
): Promise<PlaceEvent[]> {
  const events: PlaceEvent[] = []
  for await (const group of format.read(file, { startAt: null, mapping: {}, ...options }))
    events.push(...group)
  return events
}

/** Rows and rejected rows in short: the row itself, or its number and reason. */
export const inShort = (events: PlaceEvent[]) =>
  events.map((event) => (event.kind === 'row' ? event.row : `${event.at}: ${event.reason}`))

/** What a reading brings that is broken off after each of its events and taken up from the stored position. */
export async function resumedReadings(
  format: PlaceFormat,
  file: PlaceFile,
  options: Partial<ReadOptions> = {},
): Promise<PlaceEvent[][]> {
  const whole = await eventsOf(format, file, options)
  const readings: PlaceEvent[][] = []
  for (const [at, { next }] of whole.entries()) {
    const startAt = JSON.parse(JSON.stringify(next))
    readings.push([...whole.slice(0, at + 1), ...(await eventsOf(format, file, { ...options, startAt }))])
  }
  return readings
}
