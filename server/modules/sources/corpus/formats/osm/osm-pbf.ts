import { PbfReader } from 'pbf'
import {
  FormatError,
  type PlaceEvent,
  type PlaceFile,
  type PlaceFormat,
  type RawPlace,
} from '../place-format.ts'
import { previewOfLayout } from '../preview-of-layout.ts'
import { locateOutlines, type Outlines, visitBlob } from './locate-outlines.ts'
import type { Spot } from './node-spots.ts'
import { placeInTags } from './place-tags.ts'
import { type PackedBlob, readBlobs, sound, unpackBlob } from './read-blobs.ts'
import type { Tags } from './read-elements.ts'

/** Reading continues at a block, after this many of its places; `at` counts those of the file. */
type OsmPosition = { offset: number; taken: number; at: number }

/** Supported required features of a file; others have content we would misread, such as deleted places. */
const FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays'])
/** Maximum bytes of a file for a preview. */
const PREVIEW_BYTES = 32 * 1024 * 1024

async function checkHeader(blob: PackedBlob): Promise<void> {
  const block = await unpackBlob(blob)
  const features = sound(blob.offset, () =>
    new PbfReader(block).readFields<string[]>((tag, list, pbf) => {
      if (tag === 4) list.push(pbf.readString())
    }, []),
  )
  const strange = features.find((feature) => !FEATURES.has(feature))
  if (strange) throw new FormatError(`The file needs a reader that knows "${strange}".`)
}

/** The map's precision. */
const degrees = (value: number): string => String(Number(value.toFixed(7)))

type Found = { name: string; row: RawPlace }

/** The places of a block. */
async function placesIn(blob: PackedBlob, outlines: Outlines | null): Promise<Found[]> {
  const found: Found[] = []
  const add = (name: string, tags: Tags | null, spot: () => Spot | null) => {
    const place = tags && placeInTags(tags)
    if (!place) return
    const at = spot()
    const position = at && { lat: degrees(at.lat), lon: degrees(at.lon) }
    found.push({ name, row: { id: name, ...place, ...position } })
  }
  await visitBlob(blob, {
    node: (id, lat, lon, tags) => add(`node/${id}`, tags, () => ({ lat, lon })),
    way: (id, nodes, tags) => add(`way/${id}`, tags, () => outlines?.way(nodes) ?? null),
    relation: (id, members, tags) => add(`relation/${id}`, tags, () => outlines?.relation(members) ?? null),
  })
  return found
}

async function* places(
  file: PlaceFile,
  from: OsmPosition,
  outlines: Outlines | null,
): AsyncIterable<PlaceEvent[]> {
  let { taken, at } = from
  for await (const blob of readBlobs(file, from.offset)) {
    if (blob.type === 'OSMHeader') await checkHeader(blob)
    if (blob.type !== 'OSMData') continue
    const found = await placesIn(blob, outlines)
    const events: PlaceEvent[] = []
    for (const [index, place] of found.entries()) {
      if (index < taken) continue
      at += 1
      const next: OsmPosition = { offset: blob.offset, taken: index + 1, at }
      events.push({ kind: 'row', ...place, at, next, done: blob.end })
    }
    taken = 0
    yield events
  }
}

const START: OsmPosition = { offset: 0, taken: 0, at: 0 }

/** A file's first blocks, before areas have positions. */
async function* beginning(file: PlaceFile): AsyncIterable<PlaceEvent[]> {
  for await (const events of places(file, START, null)) {
    yield events
    if ((events.at(-1)?.done ?? 0) > PREVIEW_BYTES) return
  }
}

/** OpenStreetMap extracts: everything with a name that is a kind of business. */
export const osmPbfFormat: PlaceFormat = {
  id: 'osm.pbf',
  label: 'OpenStreetMap PBF',
  endings: ['.osm.pbf', '.pbf'],
  fits: (head) => head.subarray(0, 64).includes('OSMHeader'),
  preview: (file, { rows }) => previewOfLayout('OpenStreetMap', beginning(file), rows),
  async *read(file, { startAt }) {
    const outlines = await locateOutlines(file)
    yield* places(file, (startAt as OsmPosition | null) ?? START, outlines)
  },
}
