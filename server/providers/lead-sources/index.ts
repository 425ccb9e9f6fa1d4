import type { Outbound } from '#server/platform/fetch/outbound.ts'
import type { VendorSourceId } from './vendor-urls.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Reaches lead vendors, at the operator's URLs or else their own. */
    vendors: {
      outbound: Outbound
      findBaseUrl(id: VendorSourceId): string
      /** Identifies this installation to servers that require it. */
      userAgent: string
    }
  }
}

export { createApolloSource } from './apollo/apollo-source.ts'
export { createBlueskySource } from './bluesky/bluesky-source.ts'
export type { Delivered, EvidenceStore, WorkingRun } from './evidence.ts'
export { createGithubSource } from './github/github-source.ts'
export { createGooglePlacesSource } from './google-places/google-places-source.ts'
export { guardSource } from './guarded-source.ts'
export { createHunterSource } from './hunter/hunter-source.ts'
export {
  type AreaWords,
  type CategoryMeaning,
  type EnrichAnswer,
  type Enriched,
  type EnrichUnit,
  type FoundValue,
  InvalidSearch,
  isPromised,
  type LeadBatch,
  type LeadSource,
  type LeadToEnrich,
  type PendingState,
  type QueriedSource,
  type QuoteContext,
  type SearchContext,
  type SourceContext,
  type SourceCredential,
  type SourceLead,
  type SourceOrigin,
  type SourceQuery,
  type SourceQuote,
  type SourceRecorder,
  type TitleWords,
  type WorkContext,
} from './lead-source.ts'
export { createModashSource } from './modash/modash-source.ts'
export { createOsmSource } from './osm/osm-source.ts'
export { createPeopleDataLabsSource } from './people-data-labs/people-data-labs-source.ts'
export type { PlaceReader } from './places/place-search.ts'
export { ProviderError, type ProviderErrorCode } from './provider-error.ts'
export { requestVendor } from './request-vendor.ts'
export { createSampleSource } from './sample/sample-source.ts'
export { searchWithRetry } from './search-with-retry.ts'
export { vendorSetup } from './vendor-setup.ts'
export { VENDOR_URLS, type VendorSourceId } from './vendor-urls.ts'
export { originOfSighting } from './website/sighting-origin.ts'
export { createWebsiteSource } from './website/website-source.ts'
export { createYoutubeSource } from './youtube/youtube-source.ts'
