import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { createSteps } from '../yield-to-event-loop.ts'

/** Events of the XML reader. Names have no namespace prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

export interface XmlLimits {
  /** Maximum nesting. */
  depth: number
  /** Maximum elements and attributes. */
  nodes: number
  /** Maximum characters of one tag or comment, which is buffered. */
  tag: number
}

/** Office nests up to about 40 elements. */
const LIMITS: XmlLimits = { depth: 200, nodes: 10_000_000, tag: 2_000_000 }
/** Characters parsed at a time. */
const SLICE = 8192

export class XmlTooLarge extends Error {}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A parser that throws XmlTooLarge beyond the limits. */
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
 * Parses XML in slices and yields after each, so that collected results can be taken and other tasks get a turn.
 * Entities declared in the file are not expanded.
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

/** The same for a complete text. @throws XmlTooLarge */
export async function readAllXml(
  stream: Readable,
  handler: XmlHandler,
  limits: Partial<XmlLimits> = {},
): Promise<void> {
  for await (const _ of readXml(stream, handler, limits));
}
