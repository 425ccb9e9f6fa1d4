import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type SecretBox, SecretBoxError } from '../crypto/secret-box.ts'
import { badCursor, type Position, withPaging } from '../db/paging.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

type Fields = Record<string, unknown>
interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** True for an endpoint whose list can be read by cursor. */
const hasCursor = (endpoint: Endpoint): boolean =>
  Object.hasOwn((endpoint.reply as { shape?: object } | undefined)?.shape ?? {}, 'next_cursor')

/** What a cursor belongs to: the account, the call, and its input apart from the page. */
function contextOf(endpoint: Endpoint, actor: Actor | null, { params, query, body }: Input): string {
  const strip = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return part ?? null
    const { page: _page, limit: _limit, cursor: _cursor, ...rest } = part as Fields
    return rest
  }
  const facts = [endpoint.name, actor?.accountId ?? null, params ?? null, strip(query), strip(body)]
  return `cursor:${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}`
}

function open(box: SecretBox, cursor: string, context: string): Position {
  try {
    return JSON.parse(box.open(cursor, context)) as Position
  } catch (error) {
    if (error instanceof SecretBoxError) throw badCursor()
    throw error
  }
}

/**
 * Runs the handler of an endpoint; one whose list can be read by cursor gets the position of the call's cursor. The
 * handler sees the page number that the cursor stands for, and no cursor.
 * @param raw the call as it was sent
 * @throws AppError bad_request for a cursor with a page, and for one that is not of this call
 */
export function pagedCall<T>(
  endpoint: Endpoint,
  { actor, box }: { actor: Actor | null; box: SecretBox },
  raw: { query: unknown; body: unknown },
  input: Input,
  work: () => Promise<T>,
): Promise<T> {
  if (!hasCursor(endpoint)) return work()
  const part = (['query', 'body'] as const).find((name) => 'cursor' in ((input[name] as Fields | null) ?? {}))
  const context = contextOf(endpoint, actor, input)
  const seal = (position: Position) => box.seal(JSON.stringify(position), context)
  const fields = part && (input[part] as Fields)
  if (!part || fields?.cursor === undefined) return withPaging(null, seal, work)
  if ((raw[part] as Fields).page !== undefined) {
    const message = 'Send either cursor or page'
    throw new AppError('bad_request', message, { fields: { cursor: message } })
  }
  const from = open(box, String(fields.cursor), context)
  fields.page = from.page
  delete fields.cursor
  return withPaging(from, seal, work)
}
