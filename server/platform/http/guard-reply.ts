import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** As it arrives at the other side. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * What may leave as the reply of an endpoint: what its schema names, and nothing besides (docs/adr/0003). A value
 * that does not fit the schema never leaves.
 * @param strict a field that the schema does not name is a fault instead of being taken out, at any depth
 * @throws Error that names what does not fit
 */
export function guardReply(endpoint: Endpoint, value: unknown, strict: boolean): unknown {
  if (!endpoint.reply) return value
  const result = endpoint.reply.safeParse(value)
  if (!result.success)
    throw new Error(
      `${endpoint.name} answered something its contract does not know: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    )
  if (strict && !isDeepStrictEqual(sent(result.data), sent(value)))
    throw new Error(
      `${endpoint.name} answered more than its contract names: ${extraPaths(sent(value), sent(result.data)).slice(0, 5).join(', ')}`,
    )
  return result.data
}

/** Where `whole` has what `part` has not, such as `data.0.secret`. */
function extraPaths(whole: unknown, part: unknown, path = ''): string[] {
  if (isDeepStrictEqual(whole, part)) return []
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (!isTree(whole) || !isTree(part)) return [path || 'the reply']
  return Object.keys(whole).flatMap((key) => extraPaths(whole[key], part[key], path ? `${path}.${key}` : key))
}
