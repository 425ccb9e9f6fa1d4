import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'

type Tags = Record<string, string>

/** Elements of one block of a generated map. Coordinates are degrees. */
export interface OsmBlock {
  nodes?: { id: number; lat: number; lon: number; tags?: Tags }[]
  /** Encoded individually instead of densely. */
  plainNodes?: OsmBlock['nodes']
  ways?: { id: number; nodes: number[]; tags?: Tags }[]
  relations?: { id: number; members: [type: 'node' | 'way', id: number][]; tags?: Tags }[]
}

const units = (degrees: number) => Math.round(degrees * 1e7)
const differences = (numbers: number[]) => numbers.map((value, at) => value - (numbers[at - 1] ?? 0))
const signed = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)

/** Unique texts of a block; the first is empty, because zero ends a list of tags. */
class Texts {
  readonly all = ['']
  numberOf(text: string): number {
    const known = this.all.indexOf(text)
    return known >= 0 ? known : this.all.push(text) - 1
  }
}

function writeTags(pbf: PbfWriter, texts: Texts, tags: Tags): void {
  const entries = Object.entries(tags)
  pbf.writePackedVarint(
    2,
    entries.map(([key]) => texts.numberOf(key)),
  )
  pbf.writePackedVarint(
    3,
    entries.map(([, value]) => texts.numberOf(value)),
  )
}

function writeDense(pbf: PbfWriter, nodes: NonNullable<OsmBlock['nodes']>, texts: Texts): void {
  pbf.writePackedSVarint(1, differences(nodes.map(({ id }) => id)))
  pbf.writePackedSVarint(8, differences(nodes.map(({ lat }) => units(lat))))
  pbf.writePackedSVarint(9, differences(nodes.map(({ lon }) => units(lon))))
  const rows = nodes.map(({ tags = {} }) => [
    ...Object.entries(tags).flatMap(([key, value]) => [texts.numberOf(key), texts.numberOf(value)]),
    0,
  ])
  pbf.writePackedVarint(10, rows.flat())
}

function writeGroups(pbf: PbfWriter, block: OsmBlock, texts: Texts): void {
  const group = (write: (inner: PbfWriter) => void) => pbf.writeMessage(2, (_, inner) => write(inner), null)
  const { nodes, plainNodes, ways, relations } = block
  if (nodes) group((inner) => inner.writeMessage(2, (_, dense) => writeDense(dense, nodes, texts), null))
  for (const { id, lat, lon, tags = {} } of plainNodes ?? [])
    group((inner) =>
      inner.writeMessage(
        1,
        (_, node) => {
          node.writeVarintField(1, signed(id))
          writeTags(node, texts, tags)
          node.writeVarintField(8, signed(units(lat)))
          node.writeVarintField(9, signed(units(lon)))
        },
        null,
      ),
    )
  for (const { id, nodes: corners, tags = {} } of ways ?? [])
    group((inner) =>
      inner.writeMessage(
        3,
        (_, way) => {
          way.writeVarintField(1, id)
          writeTags(way, texts, tags)
          way.writePackedSVarint(8, differences(corners))
        },
        null,
      ),
    )
  for (const { id, members, tags = {} } of relations ?? [])
    group((inner) =>
      inner.writeMessage(
        4,
        (_, relation) => {
          relation.writeVarintField(1, id)
          writeTags(relation, texts, tags)
          relation.writePackedSVarint(9, differences(members.map(([, member]) => member)))
          relation.writePackedVarint(
            10,
            members.map(([type]) => (type === 'node' ? 0 : 1)),
          )
        },
        null,
      ),
    )
}

/** A blob of a file, compressed by zlib by default. */
export function osmBlob(
  type: string,
  content: Uint8Array,
  packing: 'zlib' | 'raw' | 'lzma' = 'zlib',
): Buffer {
  const blob = new PbfWriter()
  if (packing === 'raw') blob.writeBytesField(1, content)
  else {
    blob.writeVarintField(2, content.length)
    blob.writeBytesField(packing === 'zlib' ? 3 : 4, deflateSync(content))
  }
  const bytes = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, bytes.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, bytes])
}

export function osmHeader(features = ['OsmSchema-V0.6', 'DenseNodes']): Buffer {
  const pbf = new PbfWriter()
  // The extract's bounding box, as in most files.
  pbf.writeMessage(
    1,
    (_, box) => {
      for (const [at, degrees] of [7.4, 7.5, 43.8, 43.7].entries())
        box.writeVarintField(at + 1, degrees * 2e9)
    },
    null,
  )
  for (const feature of features) pbf.writeStringField(4, feature)
  return osmBlob('OSMHeader', pbf.finish())
}

export function osmBlock(block: OsmBlock): Buffer {
  const texts = new Texts()
  const groups = new PbfWriter()
  writeGroups(groups, block, texts)
  const table = new PbfWriter()
  table.writeMessage(
    1,
    (_, inner) => {
      for (const text of texts.all) inner.writeStringField(1, text)
    },
    null,
  )
  return osmBlob('OSMData', Buffer.concat([table.finish(), groups.finish()]))
}

/** A complete extract of generated places. */
export const osmFile = (...blocks: OsmBlock[]): Buffer =>
  Buffer.concat([osmHeader(), ...blocks.map(osmBlock)])
