import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'

/** What a reader of XML is told. Names come without the prefix of their namespace. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML piece by piece: yields after each piece, so that what a handler has gathered can be taken. Entities that
 * a file declares itself are not known, so none can grow.
 */
export async function* readXml(stream: Readable, handler: XmlHandler): AsyncGenerator<number> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(local(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8')
  let read = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      yield read
    }
    parser.end(decoder.decode())
    yield read
  } finally {
    stream.destroy()
  }
}

/** The same for a small part that is read at once. */
export async function readAllXml(stream: Readable, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(stream, handler));
}
