import * as z from 'zod/mini'
import type { CrmContext, CrmSetup } from '../crm-adapter.ts'
import { type CrmRequest, createCrmRequest, readInterval } from '../request-crm.ts'

export const HUBSPOT_LABEL = 'HubSpot'
/** The version of the API, part of every path. */
const VERSION = '2026-03'

/** Maximum records of a batch or page. */
export const HUBSPOT_BATCH = 100

/** Path of a kind of records, such as `contacts`. */
export const objectsPath = (kind: string): string => `/crm/objects/${VERSION}/${kind}`
export const propertiesPath = (kind: string): string => `/crm/properties/${VERSION}/${kind}`
export const OWNERS_PATH = `/crm/owners/${VERSION}`
export const associationsPath = (from: string, to: string): string =>
  `/crm/associations/${VERSION}/${from}/${to}/batch/read`

export const createHubspotRequest = (setup: CrmSetup): CrmRequest =>
  createCrmRequest(
    {
      ...setup,
      label: HUBSPOT_LABEL,
      readLimits: (headers) =>
        readInterval(
          headers['x-hubspot-ratelimit-max'],
          headers['x-hubspot-ratelimit-interval-milliseconds'],
        ),
    },
    setup.baseUrl,
  )

export const HubspotRecord = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.nullable(z.string())),
  updatedAt: z.optional(z.nullable(z.string())),
})
export type HubspotRecord = z.output<typeof HubspotRecord>

interface HubspotFilter {
  propertyName: string
  operator: 'EQ' | 'IN' | 'GTE'
  value?: string
  values?: string[]
}

const Found = z.object({
  results: z.array(HubspotRecord),
  paging: z.optional(z.object({ next: z.optional(z.object({ after: z.string() })) })),
})

/** Records that match all filters of one of the groups, page by page. */
export async function searchHubspot(
  request: CrmRequest,
  context: CrmContext,
  kind: string,
  { filters, properties, sorts = [] }: { filters: HubspotFilter[][]; properties: string[]; sorts?: string[] },
): Promise<HubspotRecord[]> {
  const found: HubspotRecord[] = []
  for (let after = '0'; ; ) {
    const json = {
      filterGroups: filters.map((group) => ({ filters: group })),
      properties,
      sorts,
      limit: HUBSPOT_BATCH,
      after,
    }
    const { results, paging } = await request(context, `${objectsPath(kind)}/search`, { json, reply: Found })
    found.push(...results)
    const next = paging?.next?.after
    if (next === undefined) return found
    after = next
  }
}
