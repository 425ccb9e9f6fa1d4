import type { PlaceFile } from '../place-format.ts'
import { NodeSpots, type Spot, takeSample } from './node-spots.ts'
import { placeInTags } from './place-tags.ts'
import { type PackedBlob, readBlobs, sound, unpackBlob } from './read-blobs.ts'
import { type Contents, readElements, type Visitor } from './read-elements.ts'

/** Passes a block's elements to a visitor. */
export async function visitBlob(blob: PackedBlob, visitor: Visitor): Promise<Contents> {
  const block = await unpackBlob(blob)
  return sound(blob.offset, () => readElements(block, visitor))
}

/** Positions of areas: single ways, and multipolygons. */
export interface Outlines {
  way(nodes: readonly number[]): Spot | null
  relation(members: { nodes: number[]; ways: number[] }): Spot | null
}

/** Ways and relations of the file, read before its nodes. */
interface Wanted {
  nodes: number[]
  /** Ways that are parts of named relations, with their nodes once known. */
  parts: Map<number, readonly number[]>
  /** By block number. */
  contents: Contents[]
}

async function findWanted(file: PlaceFile): Promise<Wanted> {
  const wanted: Wanted = { nodes: [], parts: new Map(), contents: [] }
  for await (const blob of readBlobs(file, 0)) {
    if (blob.type !== 'OSMData') {
      wanted.contents.push({ nodes: false, ways: false })
      continue
    }
    const contents = await visitBlob(blob, {
      way(_id, nodes, tags) {
        if (tags && placeInTags(tags)) wanted.nodes.push(...takeSample(nodes))
      },
      relation(_id, { nodes, ways }, tags) {
        if (!tags || !placeInTags(tags)) return
        wanted.nodes.push(...takeSample(nodes))
        for (const way of takeSample(ways)) wanted.parts.set(way, [])
      },
    })
    wanted.contents.push(contents)
  }
  return wanted
}

/** Visits the blocks that contain the requested elements. */
async function visitSome(
  file: PlaceFile,
  contents: Contents[],
  kind: keyof Contents,
  visitor: Visitor,
): Promise<void> {
  let number = 0
  for await (const blob of readBlobs(file, 0)) {
    if (contents[number]?.[kind]) await visitBlob(blob, visitor)
    number += 1
  }
}

/**
 * Finds the positions of a file's areas, in passes: first the required ways and nodes, then these. Stores 16
 * bytes per corner of a named area, and nothing of the others.
 */
export async function locateOutlines(file: PlaceFile): Promise<Outlines> {
  const { nodes, parts, contents } = await findWanted(file)
  if (parts.size > 0)
    await visitSome(file, contents, 'ways', {
      way(id, corners) {
        if (!parts.has(id)) return
        parts.set(id, takeSample(corners))
        nodes.push(...takeSample(corners))
      },
    })
  const spots = new NodeSpots(nodes)
  if (nodes.length > 0)
    await visitSome(file, contents, 'nodes', { node: (id, lat, lon) => spots.put(id, lat, lon) })
  return {
    way: (corners) => spots.findMiddle(takeSample(corners)),
    relation: ({ nodes: points, ways }) =>
      spots.findMiddle([...takeSample(points), ...takeSample(ways).flatMap((way) => parts.get(way) ?? [])]),
  }
}
