import * as z from 'zod/mini'
import type { CrmContext, CrmSetup } from '../crm-adapter.ts'
import { type CrmRequest, createCrmRequest, readCount } from '../request-crm.ts'

export const PIPEDRIVE_LABEL = 'Pipedrive'
export const V2 = '/api/v2'
/** Users are only in the older version. */
export const V1 = '/v1'
const PAGE = 500
/** Its header counts the requests of two seconds. */
const WINDOWS_PER_MINUTE = 30

export function createPipedriveRequest(setup: CrmSetup): CrmRequest {
  const vendor = {
    ...setup,
    label: PIPEDRIVE_LABEL,
    authorize: ({ secret, way }: { secret: string; way: 'oauth' | 'token' }): Record<string, string> =>
      way === 'token' ? { 'x-api-token': secret } : { authorization: `Bearer ${secret}` },
    readLimits(headers: Record<string, string>) {
      const max = readCount(headers['x-ratelimit-limit'])
      return {
        perMinute: max && max * WINDOWS_PER_MINUTE,
        pauseSeconds: readCount(headers['x-ratelimit-reset']),
      }
    },
  }
  return createCrmRequest(vendor, setup.baseUrl)
}

const Cursor = z.optional(z.nullable(z.object({ next_cursor: z.optional(z.nullable(z.string())) })))

/** All items of a list, page by page. */
export async function listPipedrive<Item extends z.ZodMiniType>(
  request: CrmRequest,
  context: CrmContext,
  { path, query = {}, item }: { path: string; query?: Record<string, string>; item: Item },
): Promise<z.output<Item>[]> {
  const reply = z.object({ data: z.nullable(z.array(item)), additional_data: Cursor })
  const all: z.output<Item>[] = []
  for (let cursor: string | null = null; ; ) {
    const parameters = new URLSearchParams({ ...query, limit: String(PAGE), ...(cursor && { cursor }) })
    const page: z.output<typeof reply> = await request(context, `${V2}${path}?${parameters}`, { reply })
    all.push(...(page.data ?? []))
    cursor = page.additional_data?.next_cursor ?? null
    if (!cursor) return all
  }
}

/** The first item that matches a text exactly, ignoring case. */
export async function searchPipedrive(
  request: CrmRequest,
  context: CrmContext,
  kind: 'persons' | 'organizations',
  { field, term }: { field: string; term: string },
): Promise<string[]> {
  const query = new URLSearchParams({ term, fields: field, exact_match: 'true' })
  const reply = z.object({
    data: z.object({ items: z.array(z.object({ item: z.object({ id: z.coerce.string() }) })) }),
  })
  const { data } = await request(context, `${V2}/${kind}/search?${query}`, { reply })
  return data.items.map(({ item }) => item.id)
}
