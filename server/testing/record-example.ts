import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** Folder for examples of calls; `scripts/collect-examples.ts` makes those of the OpenAPI document from it. */
const folder = process.env.RECORD_EXAMPLES

/** Longer examples than this many characters show no more. */
const ENOUGH = 4000

const score = (text: string): number => (text.length > ENOUGH ? 1 : text.length)

/** With RECORD_EXAMPLES, keeps body and JSON reply of a call that succeeded, if they show more than those kept before. */
export function recordExample({ name }: Endpoint, body: unknown, status: number, reply: unknown): void {
  if (!folder || status >= 300 || (typeof reply !== 'object' && body === undefined)) return
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.json`)
  const text = JSON.stringify({ body, ...(typeof reply === 'object' && { reply }) })
  if (!existsSync(path) || score(readFileSync(path, 'utf8')) < score(text)) writeFileSync(path, text)
}
