import { CliError, usageError } from '../cli-error.ts'
import type { ApiClient } from './api-client.ts'

/** As many as a page may have. */
const PER_PAGE = 200

interface Call {
  method: string
  path: string
  body: string | undefined
}

/** The request of one page: a GET names it in its query, a POST in its body. */
function makeRequest({ method, path, body }: Call, page: number) {
  const paging = { page, limit: PER_PAGE }
  if (method === 'POST') {
    const json = JSON.stringify({ ...JSON.parse(body ?? '{}'), ...paging })
    return { method, path, body: json, headers: { 'content-type': 'application/json' } }
  }
  if (method !== 'GET') throw usageError('--paginate is for lists: GET, or POST with filters')
  const url = new URL(path, 'http://localhost')
  for (const [name, value] of Object.entries(paging)) url.searchParams.set(name, String(value))
  return { method, path: url.pathname + url.search }
}

/**
 * All records of a list, one page after the other, in one reply. What is added meanwhile may be missing or twice.
 * @throws CliError for a reply that is no list with pages
 */
export async function readPages(client: ApiClient, call: Call): Promise<{ data: unknown[]; total: number }> {
  const data: unknown[] = []
  for (let page = 1; ; page += 1) {
    const reply = (await client.sendForJson(makeRequest(call, page))) as { data?: unknown; total?: unknown }
    if (!Array.isArray(reply.data) || typeof reply.total !== 'number')
      throw new CliError('failed', `${call.method} ${call.path} is not a list with pages`, {
        code: 'not_a_list',
      })
    data.push(...reply.data)
    if (reply.data.length === 0 || data.length >= reply.total) return { data, total: data.length }
  }
}
