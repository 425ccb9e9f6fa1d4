import type { PlaceFile } from '../place-format.ts'
import { NodeSpots, type Spot, sampleOf } from './node-spots.ts'
import { placeInTags } from './place-tags.ts'
import { type PackedBlob, readBlobs, sound, unpackBlob } from './read-blobs.ts'
import { type Contents, readElements, type Visitor } from './read-elements.ts'

/** Lets a visitor see what a block of the file holds. */
export async function visitBlob(blob: PackedBlob, visitor: Visitor): Promise<Contents> {
  const block = await unpackBlob(blob)
  return sound(blob.offset, () => readElements(block, visitor))
}

/** Where areas are: those drawn as one way, and those made of several. */
export interface Outlines {
  way(nodes: readonly number[]): Spot | null
  relation(members: { nodes: number[]; ways: number[] }): Spot | null
}

/** What the file says of ways and relations before its nodes were asked for. */
interface Wanted {
  nodes: number[]
  /** Ways that are parts of named relations, with their nodes once they are known. */
  parts: Map<number, readonly number[]>
  /** By the number of the block. */
  contents: Contents[]
}

async function wantedOf(file: PlaceFile): Promise<Wanted> {
  const wanted: Wanted = { nodes: [], parts: new Map(), contents: [] }
  for await (const blob of readBlobs(file, 0)) {
    if (blob.type !== 'OSMData') {
      wanted.contents.push({ nodes: false, ways: false })
      continue
    }
    const contents = await visitBlob(blob, {
      way(_id, nodes, tags) {
        if (tags && placeInTags(tags)) wanted.nodes.push(...sampleOf(nodes))
      },
      relation(_id, { nodes, ways }, tags) {
        if (!tags || !placeInTags(tags)) return
        wanted.nodes.push(...sampleOf(nodes))
        for (const way of sampleOf(ways)) wanted.parts.set(way, [])
      },
    })
    wanted.contents.push(contents)
  }
  return wanted
}

/** Visits the blocks that hold what is asked for. */
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
 * Finds where the areas of a file are, in passes: which ways and nodes are needed, then those. Keeps 16 bytes for
 * each corner of a named area, and nothing of the others.
 */
export async function locateOutlines(file: PlaceFile): Promise<Outlines> {
  const { nodes, parts, contents } = await wantedOf(file)
  if (parts.size > 0)
    await visitSome(file, contents, 'ways', {
      way(id, corners) {
        if (!parts.has(id)) return
        parts.set(id, sampleOf(corners))
        nodes.push(...sampleOf(corners))
      },
    })
  const spots = new NodeSpots(nodes)
  if (nodes.length > 0)
    await visitSome(file, contents, 'nodes', { node: (id, lat, lon) => spots.put(id, lat, lon) })
  return {
    way: (corners) => spots.middleOf(sampleOf(corners)),
    relation: ({ nodes: points, ways }) =>
      spots.middleOf([...sampleOf(points), ...sampleOf(ways).flatMap((way) => parts.get(way) ?? [])]),
  }
}
