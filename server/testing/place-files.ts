import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  PlaceEvent,
  PlaceFile,
  PlaceFormat,
  ReadOptions,
} from '#server/modules/corpus/formats/place-format.ts'

/** A file as the readers of formats see it, handed out in small pieces. `folder` is for readers that open it by themselves. */
export function placeFile(
  content: string | Uint8Array,
  { name = 'places', piece = 1000, folder = '' }: { name?: string; piece?: number; folder?: string } = {},
): PlaceFile {
  const bytes = Buffer.from(content as string)
  const path = join(folder, name)
  if (folder) writeFileSync(path, bytes)
  return {
    name,
    size: bytes.length,
    path,
    async *read(offset = 0) {
      for (let at = offset; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
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
