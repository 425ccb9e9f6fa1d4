import { PbfReader } from 'pbf'

export type Tags = Record<string, string>

/** Elements requested from a block. Elements without a name have no tags here. */
export interface Visitor {
  /** Degrees. */
  node?(id: number, lat: number, lon: number, tags: Tags | null): void
  /** Ids of its nodes. */
  way?(id: number, nodes: number[], tags: Tags | null): void
  relation?(id: number, members: { nodes: number[]; ways: number[] }, tags: Tags | null): void
}

/** Kinds of elements in a block. */
export interface Contents {
  nodes: boolean
  ways: boolean
}

/** How a block encodes texts and coordinates. */
interface Shape {
  texts: Uint8Array[]
  /** Index of the text `name`; -1 where nothing has a name. */
  name: number
  granularity: number
  latOffset: number
  lonOffset: number
}

const decoder = new TextDecoder()

/** The end of the following data, which must be within the block: untrusted lengths are checked. */
function readEnd(pbf: PbfReader): number {
  const end = pbf.readVarint() + pbf.pos
  if (!(end <= pbf.length)) throw new RangeError('longer than its block')
  return end
}

function packed(pbf: PbfReader, read: (pbf: PbfReader) => number): number[] {
  const numbers: number[] = []
  for (const end = readEnd(pbf); pbf.pos < end; ) numbers.push(read(pbf))
  return numbers
}
const plain = (pbf: PbfReader) => packed(pbf, (reader) => reader.readVarint(true))
/** Delta-encoded numbers. */
function differences(pbf: PbfReader): number[] {
  let last = 0
  return packed(pbf, (reader) => {
    last += reader.readSVarint()
    return last
  })
}

/** Passes a block's elements to a visitor. @throws Error of any kind when the block is damaged. */
export function readElements(block: Uint8Array, visitor: Visitor): Contents {
  const groups: [start: number, end: number][] = []
  const shape: Shape = { texts: [], name: -1, granularity: 100, latOffset: 0, lonOffset: 0 }
  const pbf = new PbfReader(block)
  pbf.readFields((tag) => {
    if (tag === 1)
      pbf.readFields((inner) => inner === 1 && shape.texts.push(pbf.readBytes()), null, readEnd(pbf))
    else if (tag === 2) {
      const end = readEnd(pbf)
      groups.push([pbf.pos, end])
      pbf.pos = end
    } else if (tag === 17) shape.granularity = pbf.readVarint(true)
    else if (tag === 19) shape.latOffset = pbf.readVarint(true)
    else if (tag === 20) shape.lonOffset = pbf.readVarint(true)
  }, null)
  shape.name = shape.texts.findIndex((text) => text.length === 4 && decoder.decode(text) === 'name')
  const contents: Contents = { nodes: false, ways: false }
  for (const [start, end] of groups) {
    pbf.pos = start
    readGroup(pbf, end, shape, visitor, contents)
  }
  return contents
}

function readGroup(pbf: PbfReader, end: number, shape: Shape, visitor: Visitor, contents: Contents): void {
  pbf.readFields(
    (tag) => {
      if (tag === 1 || tag === 2) contents.nodes = true
      if (tag === 3) contents.ways = true
      if (tag === 1 && visitor.node) readNode(pbf, shape, visitor.node)
      else if (tag === 2 && visitor.node) readDenseNodes(pbf, shape, visitor.node)
      else if (tag === 3 && visitor.way) readWay(pbf, shape, visitor.way)
      else if (tag === 4 && visitor.relation) readRelation(pbf, shape, visitor.relation)
    },
    null,
    end,
  )
}

const text = ({ texts }: Shape, at: number): string => decoder.decode(texts[at])

function readTags(shape: Shape, keys: number[], values: number[]): Tags | null {
  if (shape.name < 0 || !keys.includes(shape.name)) return null
  return Object.fromEntries(keys.map((key, at) => [text(shape, key), text(shape, values[at] as number)]))
}

const degrees = (shape: Shape, units: number, offset: number): number =>
  (units * shape.granularity + offset) / 1e9

/** Id, tags and the rest of a message: common to all three kinds of elements. */
function readElement(pbf: PbfReader, more: (tag: number) => void, readId: () => number) {
  const found = { id: 0, keys: [] as number[], values: [] as number[] }
  pbf.readFields(
    (tag) => {
      if (tag === 1) found.id = readId()
      else if (tag === 2) found.keys = plain(pbf)
      else if (tag === 3) found.values = plain(pbf)
      else more(tag)
    },
    null,
    readEnd(pbf),
  )
  return found
}

function readNode(pbf: PbfReader, shape: Shape, visit: NonNullable<Visitor['node']>): void {
  let [lat, lon] = [0, 0]
  const { id, keys, values } = readElement(
    pbf,
    (tag) => {
      if (tag === 8) lat = pbf.readSVarint()
      else if (tag === 9) lon = pbf.readSVarint()
    },
    () => pbf.readSVarint(),
  )
  visit(
    id,
    degrees(shape, lat, shape.latOffset),
    degrees(shape, lon, shape.lonOffset),
    readTags(shape, keys, values),
  )
}

function readDenseNodes(pbf: PbfReader, shape: Shape, visit: NonNullable<Visitor['node']>): void {
  let [ids, lats, lons, keysValues]: number[][] = [[], [], [], []]
  pbf.readFields(
    (tag) => {
      if (tag === 1) ids = differences(pbf)
      else if (tag === 8) lats = differences(pbf)
      else if (tag === 9) lons = differences(pbf)
      else if (tag === 10) keysValues = plain(pbf)
    },
    null,
    readEnd(pbf),
  )
  // Keys and values of all nodes in one array, those of each ended by a zero.
  let at = 0
  for (const [index, id] of (ids as number[]).entries()) {
    const [keys, values]: [number[], number[]] = [[], []]
    const row = keysValues as number[]
    for (; at < row.length && row[at] !== 0; at += 2) {
      keys.push(row[at] as number)
      values.push(row[at + 1] as number)
    }
    at += 1
    const lat = degrees(shape, (lats as number[])[index] as number, shape.latOffset)
    const lon = degrees(shape, (lons as number[])[index] as number, shape.lonOffset)
    visit(id, lat, lon, readTags(shape, keys, values))
  }
}

function readWay(pbf: PbfReader, shape: Shape, visit: NonNullable<Visitor['way']>): void {
  let nodes: number[] = []
  const { id, keys, values } = readElement(
    pbf,
    (tag) => {
      if (tag === 8) nodes = differences(pbf)
    },
    () => pbf.readVarint(true),
  )
  visit(id, nodes, readTags(shape, keys, values))
}

const NODE = 0
const WAY = 1

function readRelation(pbf: PbfReader, shape: Shape, visit: NonNullable<Visitor['relation']>): void {
  let [ids, types]: number[][] = [[], []]
  const { id, keys, values } = readElement(
    pbf,
    (tag) => {
      if (tag === 9) ids = differences(pbf)
      else if (tag === 10) types = plain(pbf)
    },
    () => pbf.readVarint(true),
  )
  const ofType = (type: number) => (ids as number[]).filter((_, at) => (types as number[])[at] === type)
  visit(id, { nodes: ofType(NODE), ways: ofType(WAY) }, readTags(shape, keys, values))
}
