import { inParallel } from '#server/platform/in-parallel.ts'
import type { Box } from '../distance.ts'
import type { FileVersion, ReleaseBase } from './base/release-base.ts'
import { coveredShare, mayTouch } from './boxes.ts'
import type { Footer, Footers } from './footers.ts'
import { listPlaceFiles, listReleases } from './releases.ts'

/** File metadata requested concurrently. */
const AT_ONCE = 6

/** Measured once; an estimate is an order of magnitude. */
const COSTS = {
  /** Bytes on disk of a place with its indexes, measured over 100,000 places, half of them with phone, two thirds with website. */
  bytesPerPlace: 1250,
  /** Places normalized and written per second, on two shared cores. */
  placesPerSecond: 1000,
  /** Typical throughput of remote storage per second. */
  bytesPerSecond: 4_000_000,
} as const

/** A file with rows in the area. */
interface PlannedFile extends FileVersion {
  path: string
  /** Expected rows in the area. */
  places: number
  /** Bytes of the groups that are read. */
  bytes: number
  groups: number
  /** It has no bounds, so all of it must be read. */
  whole: boolean
}

/** The cost of fetching an area. */
export interface AreaPlan {
  release: string
  boxes: Box[]
  files: PlannedFile[]
  /** Files of the release, read or not. */
  filesInRelease: number
  places: number
  bytes: number
}

/** Indexes of a file's groups that may have rows in the boxes. */
export const groupsWithin = (footer: Footer, boxes: readonly Box[]): Set<number> =>
  new Set([...footer.facts.keys()].filter((at) => mayTouch(boxes, footer.facts[at]?.box ?? null)))

function planFile(path: string, version: FileVersion, footer: Footer, boxes: readonly Box[]): PlannedFile {
  const groups = groupsWithin(footer, boxes)
  const facts = footer.facts.filter((_, at) => groups.has(at))
  const places = facts.map(({ rows, box }) => (box ? rows * coveredShare(boxes, box) : rows))
  return {
    path,
    size: version.size,
    etag: version.etag,
    places: Math.ceil(places.reduce((sum, count) => sum + count, 0)),
    bytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
    groups: groups.size,
    whole: facts.some(({ box }) => box === null),
  }
}

/**
 * Estimates fetching boxes: reads the metadata of all files of a release, the newest by default.
 * @throws AppError source_failed, details.code `not_found` when the base has no such release.
 */
export async function planArea(
  { base, footers }: { base: ReleaseBase; footers: Footers },
  wanted: { boxes: Box[]; release?: string },
  signal?: AbortSignal,
): Promise<AreaPlan> {
  const { boxes } = wanted
  const release = wanted.release ?? ((await listReleases(base, signal))[0] as string)
  const paths = await listPlaceFiles(base, release, signal)
  const files: PlannedFile[] = []
  const inspect = async (path: string) => {
    const file = await base.open(path, { ...(signal && { signal }) })
    return planFile(path, file, await footers.read(file), boxes)
  }
  for await (const group of inParallel(paths, AT_ONCE, inspect)) files.push(...group)
  const used = files.filter(({ groups }) => groups > 0).sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    release,
    boxes,
    files: used,
    filesInRelease: paths.length,
    places: used.reduce((sum, { places }) => sum + places, 0),
    bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Seconds and bytes on disk that a plan takes. */
export const countCosts = ({ places, bytes }: Pick<AreaPlan, 'places' | 'bytes'>) => ({
  seconds: Math.ceil(bytes / COSTS.bytesPerSecond + places / COSTS.placesPerSecond),
  diskBytes: places * COSTS.bytesPerPlace,
})
