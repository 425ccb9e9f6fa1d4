import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** As the client receives it. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * The part of a reply that the endpoint's schema names (docs/adr/0003). A value that does not fit the schema is
 * never sent.
 * @param strict an unnamed field, at any depth, is a fault instead of being removed
 * @throws Error naming what does not fit
 */
export function guardReply(endpoint: Endpoint, value: unknown, strict: boolean): unknown {
  if (!endpoint.reply) return value
  const result = endpoint.reply.safeParse(value)
  if (!result.success)
    throw new Error(
      `${endpoint.name} replied with something that doesn't fit its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    )
  if (strict && !isDeepStrictEqual(sent(result.data), sent(value)))
    throw new Error(
      `${endpoint.name} replied with fields that its contract doesn't name: ${extraPaths(sent(value), sent(result.data)).slice(0, 5).join(', ')}`,
    )
  return result.data
}

/** Paths in `whole` that `part` lacks, such as `data.0.secret`. */
function extraPaths(whole: unknown, part: unknown, path = ''): string[] {
  if (isDeepStrictEqual(whole, part)) return []
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (!isTree(whole) || !isTree(part)) return [path || 'the reply']
  return Object.keys(whole).flatMap((key) => extraPaths(whole[key], part[key], path ? `${path}.${key}` : key))
}
