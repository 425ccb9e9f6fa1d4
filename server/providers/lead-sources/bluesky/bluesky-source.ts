import type * as z from 'zod/mini'
import { PLATFORM_LABELS, type Platform } from '#contract/leads/influencer-filters.ts'
import { blueskySource } from '#contract/sources/source-kinds/bluesky.ts'
import {
  type Enriched,
  type EnrichRequest,
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SearchContext,
  type SourceContext,
  type SourceQuery,
} from '../lead-source.ts'
import { requestVendor } from '../request-vendor.ts'
import { type VendorSetup, vendorUrl } from '../vendor-setup.ts'
import { type Activity, activityOf, detailsOf, leadOf } from './bluesky-leads.ts'
import { Actors, Feed, type Profile, Profiles } from './bluesky-replies.ts'

/** Profiles that one call describes. */
const PAGE = 25
/** Newest posts that engagement is the mean of. */
const POSTS = 30
/** The most that a search brings: Bluesky doesn’t count, and finds by words only. */
const MOST = 2000
const DAY_MS = 24 * 60 * 60 * 1000

interface Given {
  keywords?: string
  platform?: Platform[]
  followers_min?: number
  followers_max?: number
  engagements_min?: number
  engagements_max?: number
  lastposted?: number
  engagementRate?: number
}

/** @throws InvalidSearch for one that Bluesky cannot answer. */
function checkSearch(search: Record<string, unknown>): Record<string, unknown> {
  const { keywords, platform = [] } = search as Given
  const other = platform.find((one) => one !== 'bluesky')
  if (other)
    throw new InvalidSearch(
      'platform',
      `This source doesn’t cover ${PLATFORM_LABELS[other]}. Choose another source`,
    )
  if (!keywords?.trim())
    throw new InvalidSearch('keywords', 'Bluesky searches by keyword. Enter words of names or profiles')
  return search
}

const within = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean =>
  value >= min && value <= max

const hasAudience = ({ followersCount = 0 }: Profile, { followers_min, followers_max }: Given): boolean =>
  within(followersCount, followers_min, followers_max)

/** Whether the posts have to be read to answer the search. */
const asksForActivity = (given: Given): boolean =>
  [given.engagements_min, given.engagements_max, given.lastposted, given.engagementRate].some(
    (one) => one !== undefined,
  )

/** Somebody without posts is nobody who posts. */
function isActive(activity: Activity | null, given: Given, now: Date): boolean {
  if (!asksForActivity(given)) return true
  if (!activity) return false
  const age = activity.last_post_at
    ? now.getTime() - Date.parse(activity.last_post_at)
    : Number.POSITIVE_INFINITY
  return (
    within(activity.engagements, given.engagements_min, given.engagements_max) &&
    (activity.engagement_rate ?? 0) >= (given.engagementRate ?? 0) &&
    (given.lastposted === undefined || age <= given.lastposted * DAY_MS)
  )
}

function createBlueskyClient(setup: VendorSetup) {
  const vendor = { declaration: blueskySource, ...setup }
  const ask = async <Schema extends z.ZodMiniType>(
    context: SourceContext,
    name: string,
    parameters: Parameters<typeof vendorUrl>[2],
    reply: Schema,
  ) =>
    (await requestVendor(vendor, context, { url: vendorUrl(setup, `/xrpc/${name}`, parameters), reply })).body
  const profiles = async (context: SourceContext, actors: string[]): Promise<Profile[]> =>
    actors.length === 0
      ? []
      : (await ask(context, 'app.bsky.actor.getProfiles', { actors }, Profiles)).profiles
  return {
    profiles,
    async search(context: SourceContext, words: string, limit: number, cursor: string | undefined) {
      const found = await ask(
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
      const { feed } = await ask(context, 'app.bsky.feed.getAuthorFeed', parameters, Feed)
      return activityOf(
        profile,
        feed.map(({ post }) => post),
      )
    },
  }
}
type BlueskyClient = ReturnType<typeof createBlueskyClient>

async function* search(
  client: BlueskyClient,
  { search: asked }: SourceQuery,
  context: SourceContext & Pick<SearchContext, 'cursor' | 'batchSize'>,
  now: () => Date,
): AsyncIterable<LeadBatch> {
  const given = asked as Given
  let { after, seen = 0 } = (context.cursor ?? {}) as { after?: string; seen?: number }
  while (seen < MOST && !context.signal.aborted) {
    const page = await client.search(context, given.keywords ?? '', context.batchSize, after)
    const leads: LeadBatch['leads'] = []
    for (const profile of page.profiles.filter((one) => hasAudience(one, given))) {
      if (context.signal.aborted) return
      const activity = asksForActivity(given) ? await client.activity(context, profile) : null
      if (isActive(activity, given, now())) leads.push(leadOf(profile, activity, now()))
    }
    seen += page.profiles.length
    after = page.cursor
    // The last page has no cursor; going on from its batch must not begin again.
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
