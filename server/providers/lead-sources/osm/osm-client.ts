import * as z from 'zod/mini'
import { osmSource } from '#contract/sources/source-kinds/osm.ts'
import type { SourceContext } from '../lead-source.ts'
import { ProviderError } from '../provider-error.ts'
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'

const Element = z.object({
  type: z.string(),
  id: z.union([z.number(), z.string()]),
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
  center: z.optional(z.object({ lat: z.number(), lon: z.number() })),
  tags: z.optional(z.record(z.string(), z.string())),
})
export type OsmElement = z.output<typeof Element>

export const OverpassAnswer = z.object({
  osm3s: z.optional(z.object({ timestamp_osm_base: z.optional(z.string()) })),
  elements: z.array(Element),
  remark: z.optional(z.string()),
})

export const NominatimAnswer = z.array(
  z.object({ lat: z.string(), lon: z.string(), display_name: z.string() }),
)

/** Nominatim's result for a place; null when it finds none. */
export type FoundPoint = { lat: number; lon: number; label: string } | null

export interface OsmSetup extends VendorSetup {
  nominatimUrl: string
  /** The servers require programs to identify themselves and their operator. */
  userAgent: string
}

/** Cached names; Nominatim's rules require a cache. */
const MAX_CACHED_NAMES = 1000

export function createOsmClient(setup: OsmSetup) {
  const vendor = { declaration: osmSource, ...setup, timeoutMs: setup.timeoutMs ?? 90_000 }
  const headers = { 'user-agent': setup.userAgent }
  const known = new Map<string, FoundPoint>()

  return {
    /** Overpass's answer; null when it ran out of time or memory, which it reports with status 200. */
    async request(context: SourceContext, query: string) {
      const { body } = await requestVendor(vendor, context, {
        url: vendorUrl(setup, '/interpreter'),
        headers,
        form: { data: query },
        reply: OverpassAnswer,
        // Its plain 429 means that both slots of this address are taken.
        refusal: ({ status }) =>
          status === 429
            ? { code: 'rate_limited', retryAfterSeconds: 15 }
            : status === 504
              ? { code: 'unavailable', detail: 'too busy' }
              : undefined,
      })
      if (!body.remark) return body
      if (/timed out|out of memory/i.test(body.remark)) return null
      throw new ProviderError(osmSource, 'unavailable', { detail: body.remark.slice(0, 100) })
    },

    /** The first result for a name. */
    async find(context: SourceContext, place: string): Promise<FoundPoint> {
      const name = place.trim().toLowerCase()
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const { body } = await requestVendor(vendor, context, {
        url: vendorUrl({ ...setup, baseUrl: setup.nominatimUrl }, '/search', {
          q: place,
          format: 'jsonv2',
          limit: 1,
        }),
        headers,
        endpoint: 'nominatim',
        reply: NominatimAnswer,
      })
      const [first] = body
      const point = first
        ? { lat: Number(first.lat), lon: Number(first.lon), label: first.display_name }
        : null
      if (known.size >= MAX_CACHED_NAMES) known.clear()
      known.set(name, point)
      return point
    },
  }
}
export type OsmClient = ReturnType<typeof createOsmClient>
