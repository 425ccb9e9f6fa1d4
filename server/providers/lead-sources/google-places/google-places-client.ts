import * as z from 'zod/mini'
import { googlePlacesSource } from '#contract/sources/source-kinds/google-places.ts'
import type { SourceContext } from '../lead-source.ts'
import type { Box } from '../places/area.ts'
import { type RawReply, type Refusal, requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'

/** Places per page, and Google's maximum of pages. */
const PAGE = 20
export const MAX_SHOWN_PLACES = 60

const Text = z.object({ text: z.string() })
const Place = z.object({
  id: z.string().check(z.minLength(1)),
  displayName: z.optional(Text),
  primaryType: z.optional(z.string()),
  types: z.optional(z.array(z.string())),
  addressComponents: z.optional(
    z.array(
      z.object({
        longText: z.optional(z.string()),
        shortText: z.optional(z.string()),
        types: z._default(z.array(z.string()), []),
      }),
    ),
  ),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  internationalPhoneNumber: z.optional(z.string()),
  websiteUri: z.optional(z.string()),
  googleMapsUri: z.optional(z.string()),
  businessStatus: z.optional(z.string()),
})
export type GooglePlace = z.output<typeof Place>

// Only fields in the field mask come back; without matches the answer is empty.
const Page = z.strictObject({
  places: z._default(z.array(Place), []),
  nextPageToken: z.optional(z.string()),
})

/** Google charges by the most expensive field: ids are the cheapest, contacts the most expensive. */
export const FIELD_MASKS = {
  ids: 'places.id,nextPageToken',
  full: [...Object.keys(Place.shape).map((name) => `places.${name}`), 'nextPageToken'].join(','),
} as const

function findRefusal({ status, text }: RawReply): Refusal | undefined {
  if (status === 400 && /API_KEY_INVALID|API key not valid|API key expired/.test(text))
    return { code: 'unauthorized', detail: 'status 400, key' }
  if (status === 429 && /per ?day/i.test(text))
    return { code: 'quota_exhausted', detail: 'status 429, per day' }
  return undefined
}

export interface PlacesQuery {
  textQuery: string
  box: Box
}

/** Places API (New): text search within a box. */
export function createGooglePlacesClient(setup: VendorSetup) {
  const vendor = { declaration: googlePlacesSource, ...setup }

  const page = async (
    context: SourceContext,
    { textQuery, box }: PlacesQuery,
    fields: keyof typeof FIELD_MASKS,
    pageToken?: string,
  ) =>
    (
      await requestVendor(vendor, context, {
        url: vendorUrl(setup, '/places:searchText'),
        headers: {
          'x-goog-api-key': context.credential?.open().key ?? '',
          'x-goog-fieldmask': FIELD_MASKS[fields],
        },
        json: {
          textQuery,
          pageSize: PAGE,
          locationRestriction: {
            rectangle: {
              low: { latitude: box.south, longitude: box.west },
              high: { latitude: box.north, longitude: box.east },
            },
          },
          ...(pageToken && { pageToken }),
        },
        reply: Page,
        refusal: findRefusal,
      })
    ).body

  /** All pages of a box. */
  async function* pages(context: SourceContext, query: PlacesQuery, fields: keyof typeof FIELD_MASKS) {
    let token: string | undefined
    for (let shown = 0; shown < MAX_SHOWN_PLACES; shown += PAGE) {
      const { places, nextPageToken } = await page(context, query, fields, token)
      yield places
      if (!nextPageToken || places.length === 0 || context.signal.aborted) return
      token = nextPageToken
    }
  }

  return {
    pages,
    /** Number of places in a box, by ids alone; at `MAX_SHOWN_PLACES` there may be more. */
    async count(context: SourceContext, query: PlacesQuery): Promise<number> {
      let count = 0
      for await (const places of pages(context, query, 'ids')) count += places.length
      return count
    },
    /** Requests one id, which is free. */
    check: (context: SourceContext, query: PlacesQuery) => page(context, query, 'ids'),
  }
}
export type GooglePlacesClient = ReturnType<typeof createGooglePlacesClient>
