import { readFileSync } from 'node:fs'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** A body and its reply in JSON; a part is absent if the endpoint has none. */
export interface Example {
  body?: unknown
  reply?: unknown
}

/** One line for each endpoint, made by `scripts/collect-examples.ts`. */
export const EXAMPLES_FILE = new URL('examples.ndjson', import.meta.url)

/** The examples of all endpoints by name; of a stream, one event. */
export const readExamples = (): Map<string, Example> =>
  new Map(
    readFileSync(EXAMPLES_FILE, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { name, ...example } = JSON.parse(line) as Example & { name: string }
        return [name, example]
      }),
  )

export const hasJsonReply = ({ kind, reply }: Endpoint): boolean => reply !== undefined && kind !== 'file'
export const hasJsonBody = ({ kind, body }: Endpoint): boolean => body !== undefined && kind !== 'upload'
