import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { resolveCategory, resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import { countExpiring } from '#server/modules/leads/leads/index.ts'
import { createCorpusSource, placeReader } from '#server/modules/sources/corpus/index.ts'
import {
  createAnswerCache,
  createSearchers,
  createSourceKeys,
  createSourcesService,
  type SourcesService,
  searcherRoutes,
  sourceKeyRoutes,
} from '#server/modules/sources/sources/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createPace } from '#server/platform/pace.ts'
import {
  createApolloSource,
  createBlueskySource,
  createGithubSource,
  createGooglePlacesSource,
  createHunterSource,
  createModashSource,
  createOsmSource,
  createPeopleDataLabsSource,
  createSampleSource,
  createWebsiteSource,
  createYoutubeSource,
  type EvidenceStore,
  type LeadSource,
  type VendorSourceId,
} from '#server/providers/lead-sources/index.ts'
import type { Platform } from './platform.ts'

/** A vendor at the operator's URL, or else the vendor's own. */
const setupOf = ({ vendors }: Platform, id: VendorSourceId) => ({
  outbound: vendors.outbound,
  baseUrl: vendors.baseUrlOf(id),
  now: systemClock.now,
})

const placeOf = (text: string) => {
  const place = resolvePlace(text)
  return place && { lat: place.lat, lon: place.lon, label: place.label }
}

/** Creates every source declared in the contract. A new one is one line here. */
const SOURCES: readonly ((platform: Platform) => LeadSource)[] = [
  ({ db }) => createCorpusSource({ db }),
  ({ websiteReading }) => createWebsiteSource(websiteReading),
  (platform) => createPeopleDataLabsSource(setupOf(platform, 'people-data-labs')),
  (platform) => createApolloSource(setupOf(platform, 'apollo')),
  (platform) => createHunterSource(setupOf(platform, 'hunter')),
  (platform) => createBlueskySource(setupOf(platform, 'bluesky')),
  (platform) => createModashSource(setupOf(platform, 'modash')),
  (platform) => createGithubSource(setupOf(platform, 'github')),
  (platform) => createGooglePlacesSource(setupOf(platform, 'google-places'), placeReader),
  (platform) =>
    createOsmSource(
      {
        ...setupOf(platform, 'osm'),
        nominatimUrl: platform.vendors.baseUrlOf('nominatim'),
        userAgent: platform.vendors.userAgent,
      },
      placeReader,
    ),
  (platform) =>
    createYoutubeSource({
      ...setupOf(platform, 'youtube'),
      cache: createAnswerCache(platform.db, 'youtube', systemClock.now),
    }),
  () =>
    createSampleSource({
      now: systemClock.now,
      categoryOf: (text) => resolveCategory(text)?.id ?? null,
      placeOf,
    }),
]

/** Sources of leads and values. A test's sources take precedence over our own of the same id. */
export const buildSources = (
  platform: Platform,
  evidenceStores: readonly EvidenceStore[],
  notifications: Notifications,
) =>
  createSourcesService({
    db: platform.db,
    secretBox: createSecretBox(platform.secretKey),
    pace: createPace(platform.db),
    sources: [...(platform.sources ?? []), ...SOURCES.map((make) => make(platform))],
    evidenceStores,
    now: systemClock.now,
    parked: ({ accountId, source, reason, since }) =>
      transaction(platform.db, () =>
        notifications.notify({
          accountId,
          permission: 'owner',
          kind: 'source_parked',
          // At most one notification per day, however often a key is missing.
          detail: { source: source.id, name: source.label, since: since.toISOString().slice(0, 10), reason },
        }),
      ),
  })

/** Keys of accounts for sources, and administrators' source settings. */
export function buildSourceRoutes({ db, pool }: Platform, sources: SourcesService): Route[] {
  const { now } = systemClock
  const limit = createRateLimit(pool, { name: 'source-test', points: 60, seconds: 10 * 60 })
  return [
    ...sourceKeyRoutes(createSourceKeys({ db, sources, now, pace: createPace(db), limit })),
    ...searcherRoutes(
      createSearchers({ db, sources, now, countExpiring: (id, until) => countExpiring(db, id, until) }),
    ),
  ]
}
