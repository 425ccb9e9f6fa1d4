import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { createSteps } from '../breathe.ts'

/** What a reader of XML is told. Names come without the prefix of their namespace. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** How much XML is read. */
export interface XmlLimits {
  /** Elements inside each other. */
  depth: number
  /** Elements and attributes. */
  nodes: number
  /** Characters of one tag or comment, which is held in memory until it ends. */
  tag: number
}

/** Office writes up to about 40 elements inside each other. */
const LIMITS: XmlLimits = { depth: 200, nodes: 10_000_000, tag: 2_000_000 }
/** Characters that are parsed at a time. */
const SLICE = 8192

/** Thrown when a file exceeds its limits. */
export class XmlTooLarge extends Error {}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A parser that throws XmlTooLarge once what it is given exceeds the limits. */
function boundedParser(handler: XmlHandler, limits: XmlLimits): Parser {
  let [depth, nodes, unended] = [0, 0, 0]
  const limit = (value: number, max: number) => {
    if (value > max) throw new XmlTooLarge()
  }
  const take = () => {
    nodes += 1
    unended = 0
    limit(nodes, limits.nodes)
  }
  const parser = new Parser(
    {
      onattribute: take,
      onopentag(name, attributes) {
        take()
        depth += 1
        limit(depth, limits.depth)
        handler.open?.(local(name), attributes)
      },
      ontext(text) {
        unended = 0
        handler.text?.(text)
      },
      onclosetag(name) {
        depth -= 1
        unended = 0
        handler.close?.(local(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const write = parser.write.bind(parser)
  parser.write = (text) => {
    unended += text.length
    write(text)
    limit(unended, limits.tag)
  }
  return parser
}

/**
 * Reads XML piece by piece: yields after each piece, so that what a handler has gathered can be taken, and lets others
 * have their turn. Entities that a file declares itself are not known, so none can grow.
 * @throws XmlTooLarge
 */
export async function* readXml(
  stream: Readable,
  handler: XmlHandler,
  limits: Partial<XmlLimits> = {},
): AsyncGenerator<number> {
  const parser = boundedParser(handler, { ...LIMITS, ...limits })
  const decoder = new TextDecoder('utf-8')
  const step = createSteps()
  let read = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length
      const text = decoder.decode(chunk, { stream: true })
      for (let at = 0; at < text.length; at += SLICE) {
        await step(() => parser.write(text.slice(at, at + SLICE)))
        yield read
      }
    }
    parser.end(decoder.decode())
    yield read
  } finally {
    stream.destroy()
  }
}

/** The same for a part that is read at once. @throws XmlTooLarge */
export async function readAllXml(
  stream: Readable,
  handler: XmlHandler,
  limits: Partial<XmlLimits> = {},
): Promise<void> {
  for await (const _ of readXml(stream, handler, limits));
}
