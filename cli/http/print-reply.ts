import type { Writable } from 'node:stream'
import { outputSink } from '../files/byte-sink.ts'

/** Prints JSON with indents, anything else byte by byte. */
export async function printReply(response: Response, output: Writable): Promise<void> {
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  if (isJson) {
    const body = await response.text()
    if (body !== '') output.write(`${JSON.stringify(JSON.parse(body), null, 2)}\n`)
    return
  }
  const sink = outputSink(output)
  for await (const bytes of response.body ?? []) await sink.write(bytes)
}
