import type { Endpoint, Schema } from '#contract/core/endpoint.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { AppError } from '../errors.ts'

/** Deeper than any valid body; checked here because the schemas would overflow the stack. */
const MAX_DEPTH = 40

interface Problem {
  path: string
  message: string
}

/** Text that PostgreSQL cannot store: U+0000 and lone surrogates. */
function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'Field contains a NUL character, which can’t be stored'
  if (!text.isWellFormed()) return 'Field contains half a character, which can’t be stored'
  return undefined
}

/** The first problem in a value that schemas don't check: text that can't be stored, and excessive nesting. */
function findProblem(value: unknown, path = '', depth = 0): Problem | undefined {
  if (typeof value === 'string') {
    const message = textProblem(value)
    return message ? { path: path || '_', message } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH)
    return { path: path.split('.')[0] || '_', message: `Field is nested more than ${MAX_DEPTH} deep` }
  for (const [key, item] of Object.entries(value)) {
    const message = textProblem(key)
    if (message) return { path: path || '_', message }
    const found = findProblem(item, path ? `${path}.${key}` : key, depth + 1)
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
  const problem = findProblem(value)
  if (problem) {
    problems[prefix + problem.path] = problem.message
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
  if (Object.keys(pathProblems).length > 0) throw new AppError('not_found', 'Nothing found at this address')
  const problems: Record<string, string> = {}
  const query = parsePart(endpoint.query, raw.query, '', problems)
  const isParsed = endpoint.kind !== 'upload' && endpoint.kind !== 'raw'
  const body = isParsed ? parsePart(endpoint.body, raw.body ?? undefined, '', problems) : undefined
  const fields = Object.entries(problems)
  if (fields.length > 0) {
    const [field, sentence] = fields[0] as [string, string]
    const message = field === '_' ? sentence : `${field}: ${sentence}`
    throw new AppError('validation_failed', message, { fields: problems })
  }
  return { params, query, body }
}
