import type * as z from 'zod/mini'
import { blueskySource } from '#contract/sources/source-kinds/bluesky.ts'
import {
  type CreatorFilters,
  checkCreatorSearch,
  hasAudience,
  isActive,
  needsActivity,
} from '../creator-search.ts'
import type {
  Enriched,
  EnrichRequest,
  LeadBatch,
  LeadSource,
  SearchContext,
  SourceContext,
  SourceQuery,
} from '../lead-source.ts'
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { activityOf, detailsOf, leadOf } from './bluesky-leads.ts'
import { Actors, Feed, type Profile, Profiles } from './bluesky-replies.ts'

/** Profiles that one call describes. */
const PAGE = 25
/** Newest posts that engagement is the mean of. */
const POSTS = 30
/** The most that a search brings: Bluesky doesn’t count, and finds by words only. */
const MOST = 2000

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
    async search(context: SourceContext, words: string, limit: number, cursor: string | undefined) {
      const found = await send(
        context,
        'app.bsky.actor.searchActors',
        { q: words, limit: Math.min(PAGE, limit), cursor },
        Actors,
      )
      const ids = found.actors.map(({ did }) => did)
      return { cursor: found.cursor, profiles: await profiles(context, ids) }
    },
    activity: async (context: SourceContext, profile: Profile) => {
      const parameters = { actor: profile.did, limit: POSTS, filter: 'posts_no_replies' }
      const { feed } = await send(context, 'app.bsky.feed.getAuthorFeed', parameters, Feed)
      return activityOf(
        profile,
        feed.map(({ post }) => post),
        setup.now(),
      )
    },
  }
}
type BlueskyClient = ReturnType<typeof createBlueskyClient>

async function* search(
  client: BlueskyClient,
  { search: requested }: SourceQuery,
  context: SourceContext & Pick<SearchContext, 'cursor' | 'batchSize'>,
  now: () => Date,
): AsyncIterable<LeadBatch> {
  // Bluesky counts no views: posts aren't read for a filter that it can't answer.
  const { views_min: _min, views_max: _max, ...given } = requested as CreatorFilters
  let { after, seen = 0 } = (context.cursor ?? {}) as { after?: string; seen?: number }
  while (seen < MOST && !context.signal.aborted) {
    const page = await client.search(context, given.keywords ?? '', context.batchSize, after)
    const leads: LeadBatch['leads'] = []
    for (const profile of page.profiles.filter((one) => hasAudience(one.followersCount ?? 0, given))) {
      if (context.signal.aborted) return
      const activity = needsActivity(given) ? await client.activity(context, profile) : null
      if (isActive(activity, given, now())) leads.push(leadOf(profile, activity, now()))
    }
    seen += page.profiles.length
    after = page.cursor
    // The last page has no cursor; going on from its batch must not start again.
    yield { leads, cursor: { after, seen: after === undefined ? MOST : seen } }
    if (after === undefined || page.profiles.length === 0) return
  }
}

async function* enrich(
  client: BlueskyClient,
  { units }: EnrichRequest,
  context: SourceContext,
  now: () => Date,
): AsyncIterable<Enriched[]> {
  for (const unit of units) {
    const answers: Enriched['answers'] = []
    for (const { id, platform, handle } of await unit.leads()) {
      const isOurs = platform === 'bluesky' && handle
      const [profile] = isOurs ? await client.profiles(context, [handle]) : []
      const activity = profile ? await client.activity(context, profile) : null
      answers.push({ leadId: id, values: profile ? detailsOf(profile, activity, now()) : {} })
    }
    yield [{ unit: unit.key, answers, problem: null }]
  }
}

/** Bluesky as a source: found by words, then filtered here by what profiles and posts show. */
export function createBlueskySource(setup: VendorSetup): LeadSource {
  const client = createBlueskyClient(setup)
  return {
    declaration: blueskySource,
    normalise: checkSearch,
    async quote() {
      const uncounted = { matched: MOST, isEstimate: true, isUncounted: true } as const
      return { ...uncounted, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    async preview(query, context, limit) {
      const found = search(client, query, { ...context, cursor: null, batchSize: limit }, setup.now)
      for await (const { leads } of found) return leads
      return []
    },
    search: (query, context) => search(client, query, context, setup.now),
    enrich: (request, context) => enrich(client, request, context, setup.now),
  }
}
