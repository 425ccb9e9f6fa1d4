import type * as z from 'zod/mini'
import { blueskySource } from '#contract/sources/source-kinds/bluesky.ts'
import { type CreatorFilters, checkCreatorSearch, searchCreators } from '../creator-search.ts'
import type { LeadSource, SourceContext } from '../lead-source.ts'
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { countActivity, makeDetails, makeLead } from './bluesky-leads.ts'
import { Actors, Feed, type Profile, Profiles } from './bluesky-replies.ts'

/** Profiles per call. */
const PAGE = 25
/** Newest posts for the mean engagement. */
const POSTS = 30
/** Maximum results of a search, because Bluesky doesn’t count and only finds by keyword. */
const MAX_RESULTS = 2000

const checkSearch = checkCreatorSearch('bluesky', 'names or profiles')

function createBlueskyClient(setup: VendorSetup) {
  const vendor = { declaration: blueskySource, ...setup }
  const send = async <Schema extends z.ZodMiniType>(
    context: SourceContext,
    name: string,
    parameters: Parameters<typeof vendorUrl>[2],
    reply: Schema,
  ) =>
    (await requestVendor(vendor, context, { url: vendorUrl(setup, `/xrpc/${name}`, parameters), reply })).body
  const profiles = async (context: SourceContext, actors: string[]): Promise<Profile[]> =>
    actors.length === 0
      ? []
      : (await send(context, 'app.bsky.actor.getProfiles', { actors }, Profiles)).profiles
  return {
    profiles,
    async search(context: SourceContext, query: string, limit: number, cursor: string | undefined) {
      const found = await send(
        context,
        'app.bsky.actor.searchActors',
        { q: query, limit: Math.min(PAGE, limit), cursor },
        Actors,
      )
      const ids = found.actors.map(({ did }) => did)
      const known = await profiles(context, ids)
      return { creators: known, seen: known.length, next: found.cursor }
    },
    activity: async (context: SourceContext, profile: Profile) => {
      const parameters = { actor: profile.did, limit: POSTS, filter: 'posts_no_replies' }
      const { feed } = await send(context, 'app.bsky.feed.getAuthorFeed', parameters, Feed)
      return countActivity(
        profile,
        feed.map(({ post }) => post),
        setup.now(),
      )
    },
  }
}

/** Bluesky as a source: a keyword search, filtered here by profiles and posts. */
export function createBlueskySource(setup: VendorSetup): LeadSource {
  const { search, activity, profiles } = createBlueskyClient(setup)
  const creators = searchCreators({
    platform: 'bluesky',
    most: MAX_RESULTS,
    now: setup.now,
    page: search,
    find: async (context, handle) => (await profiles(context, [handle]))[0],
    activity,
    followers: ({ followersCount }) => followersCount ?? 0,
    makeLead,
    makeDetails,
  })
  // Bluesky has no view counts, so posts aren't read for a filter on them.
  const withoutViews = ({ views_min: _min, views_max: _max, ...filters }: CreatorFilters) => filters
  return {
    ...creators,
    declaration: blueskySource,
    normalise: checkSearch,
    async preview({ search: filters }, context, limit) {
      const found = creators.search(withoutViews(filters), { ...context, cursor: null, batchSize: limit })
      for await (const { leads } of found) return leads
      return []
    },
    search: ({ search: filters }, context) => creators.search(withoutViews(filters), context),
  }
}
