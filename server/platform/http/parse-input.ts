import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { fieldErrors } from '#contract/messages.ts'
import { AppError } from '../errors.ts'

/** PostgreSQL text cannot hold U+0000; said here in one place instead of by every column. */
function findNul(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path || '_' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    if (key.includes('\u0000')) return path || '_'
    const found = findNul(item, here)
    if (found) return found
  }
  return undefined
}

function parsePart(
  schema: Schema | undefined,
  value: unknown,
  prefix: string,
  problems: Record<string, string>,
): unknown {
  if (!schema) return undefined
  const nul = findNul(value)
  if (nul) {
    problems[prefix + nul] = 'Field holds a NUL character, which cannot be stored'
    return undefined
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const [field, message] of Object.entries(fieldErrors(result.error))) problems[prefix + field] = message
  return undefined
}

/**
 * Parses params, query and body by the endpoint's schemas. A bad path parameter answers `not_found`: no such
 * record can exist.
 * @throws AppError validation_failed with a sentence per field.
 */
export function parseInput(endpoint: Endpoint, raw: { params: unknown; query: unknown; body: unknown }) {
  const pathProblems: Record<string, string> = {}
  const params = parsePart(endpoint.params, raw.params, '', pathProblems)
  if (Object.keys(pathProblems).length > 0)
    throw new AppError('not_found', 'There is nothing at this address')
  const problems: Record<string, string> = {}
  const query = parsePart(endpoint.query, raw.query, '', problems)
  const body =
    endpoint.kind === 'upload' ? undefined : parsePart(endpoint.body, raw.body ?? undefined, '', problems)
  const fields = Object.entries(problems)
  if (fields.length > 0) {
    const [field, sentence] = fields[0] as [string, string]
    const message = field === '_' ? sentence : `${field}: ${sentence}`
    throw new AppError('validation_failed', message, { fields: problems })
  }
  return { params, query, body }
}
