import type { Context } from '#server/platform/context.ts'
import {
  createGooglePlacesSource,
  createOsmSource,
  type LeadSource,
  vendorSetup,
} from '#server/providers/lead-sources/index.ts'
import { placeReader } from './place-reader.ts'

/** Vendors of businesses, whose answers are read like the corpus's own records. */
export const vendorPlaces = (ctx: Context): LeadSource[] => [
  createGooglePlacesSource(vendorSetup(ctx, 'google-places'), placeReader),
  createOsmSource(
    {
      ...vendorSetup(ctx, 'osm'),
      nominatimUrl: ctx.vendors.findBaseUrl('nominatim'),
      userAgent: ctx.vendors.userAgent,
    },
    placeReader,
  ),
]
