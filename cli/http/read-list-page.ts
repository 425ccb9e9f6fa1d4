import { CliError, usageError } from '../cli-error.ts'
import type { ApiClient } from './api-client.ts'
import type { Paging } from './read-pages.ts'

interface ListCall {
  method: string
  path: string
  body: string | undefined
}

/** The request of one page: a GET names it in its query, a POST in its body. */
function makeRequest({ method, path, body }: ListCall, paging: Paging) {
  if (method === 'POST') {
    const json = JSON.stringify({ ...JSON.parse(body ?? '{}'), ...paging })
    return { method, path, body: json, headers: { 'content-type': 'application/json' } }
  }
  if (method !== 'GET') throw usageError('--paginate is for lists: GET, or POST with filters')
  const url = new URL(path, 'http://localhost')
  for (const [name, value] of Object.entries(paging)) url.searchParams.set(name, String(value))
  return { method, path: url.pathname + url.search }
}

/** A page of any list of the API. @throws CliError for a reply that is no list with pages */
export async function readListPage(
  client: ApiClient,
  call: ListCall,
  paging: Paging,
): Promise<{ data: unknown[]; total: number; next_cursor?: string | null }> {
  const { data, total, next_cursor } = (await client.sendForJson(makeRequest(call, paging))) as {
    data?: unknown
    total?: unknown
    next_cursor?: string | null
  }
  if (Array.isArray(data) && typeof total === 'number')
    return { data, total, ...(next_cursor !== undefined && { next_cursor }) }
  throw new CliError('failed', `${call.method} ${call.path} is not a list with pages`, { code: 'not_a_list' })
}
