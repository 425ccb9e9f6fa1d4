import { PLATFORM_LABELS, type Platform } from '#contract/leads/influencer-filters.ts'
import {
  type Enriched,
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SearchContext,
  type SourceContext,
} from './lead-source.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Filters of a search on a network with only a keyword search: the rest is checked here. */
export interface CreatorFilters {
  keywords?: string
  platform?: Platform[]
  followers_min?: number
  followers_max?: number
  engagements_min?: number
  engagements_max?: number
  views_min?: number
  views_max?: number
  lastposted?: number
  engagementRate?: number
}

/** Figures of a creator's newest posts; `views` only on networks that count them. */
export interface CreatorActivity {
  engagements: number
  engagement_rate: number | null
  views?: number
  last_post_at: string | null
  /** Over the last month; null without enough posts. */
  likes_growth_rate?: number | null
}

/**
 * Checks that a network can answer a search. `subject` says what its keywords match.
 * @throws InvalidSearch
 */
export const checkCreatorSearch =
  (network: Platform, subject: string) =>
  (search: Record<string, unknown>): Record<string, unknown> => {
    const { keywords, platform = [] } = search as CreatorFilters
    const label = PLATFORM_LABELS[network]
    const other = platform.find((item) => item !== network)
    if (other)
      throw new InvalidSearch(
        'platform',
        `${label} doesn’t cover ${PLATFORM_LABELS[other]}. Choose another source`,
      )
    if (!keywords?.trim())
      throw new InvalidSearch('keywords', `${label} searches by keyword. Enter words of ${subject}`)
    return search
  }

const within = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean =>
  value >= min && value <= max

/** Whether the audience is within the bounds; a hidden one passes only without bounds. */
const hasAudience = (
  followers: number | null,
  { followers_min: min, followers_max: max }: CreatorFilters,
): boolean => (followers === null ? min === undefined && max === undefined : within(followers, min, max))

/** Whether posts are needed to answer the search. */
const needsActivity = (filters: CreatorFilters): boolean =>
  [
    filters.engagements_min,
    filters.engagements_max,
    filters.views_min,
    filters.views_max,
    filters.lastposted,
    filters.engagementRate,
  ].some((item) => item !== undefined)

/** Whether a creator's posts match; a creator without posts matches no filter on them. */
function isActive(activity: CreatorActivity | null, filters: CreatorFilters, now: Date): boolean {
  if (!needsActivity(filters)) return true
  if (!activity) return false
  const age = activity.last_post_at
    ? now.getTime() - Date.parse(activity.last_post_at)
    : Number.POSITIVE_INFINITY
  return (
    within(activity.engagements, filters.engagements_min, filters.engagements_max) &&
    (activity.views === undefined || within(activity.views, filters.views_min, filters.views_max)) &&
    (activity.engagement_rate ?? 0) >= (filters.engagementRate ?? 0) &&
    (filters.lastposted === undefined || age <= filters.lastposted * DAY_MS)
  )
}

/** A network with a keyword search in pages. */
interface CreatorNetwork<Creator, Activity extends CreatorActivity> {
  platform: Platform
  /** Maximum results of a search. */
  most: number
  now: () => Date
  /** A page of a search, how many of its results count, and the next cursor; the last page has none. */
  page(
    context: SourceContext,
    query: string,
    size: number,
    after: string | undefined,
  ): Promise<{ creators: Creator[]; seen: number; next: string | undefined }>
  find(context: SourceContext, handle: string): Promise<Creator | undefined>
  activity(context: SourceContext, creator: Creator): Promise<Activity | null>
  followers(creator: Creator): number | null
  makeLead(creator: Creator, activity: Activity | null, now: Date): LeadBatch['leads'][number]
  makeDetails(creator: Creator, activity: Activity | null, now: Date): Enriched['answers'][number]['values']
}

type PageContext = SourceContext & Pick<SearchContext, 'cursor' | 'batchSize'>

async function* searchPages<Creator, Activity extends CreatorActivity>(
  network: CreatorNetwork<Creator, Activity>,
  filters: CreatorFilters,
  context: PageContext,
): AsyncIterable<LeadBatch> {
  const { most, now } = network
  let { after, seen = 0 } = (context.cursor ?? {}) as { after?: string; seen?: number }
  while (seen < most && !context.signal.aborted) {
    const page = await network.page(context, filters.keywords ?? '', context.batchSize, after)
    const leads: LeadBatch['leads'] = []
    for (const creator of page.creators.filter((creator) =>
      hasAudience(network.followers(creator), filters),
    )) {
      if (context.signal.aborted) return
      const activity = needsActivity(filters) ? await network.activity(context, creator) : null
      if (isActive(activity, filters, now())) leads.push(network.makeLead(creator, activity, now()))
    }
    seen += page.seen
    after = page.next
    // The last page has no cursor; continuing after it must not start over.
    yield { leads, cursor: { after, seen: after === undefined ? most : seen } }
    if (after === undefined || page.seen === 0) return
  }
}

/**
 * The common part of such sources: no count before a search, filters applied here, and creators described by their
 * posts.
 */
export function searchCreators<Creator, Activity extends CreatorActivity>(
  network: CreatorNetwork<Creator, Activity>,
) {
  const search = (filters: CreatorFilters, context: PageContext) => searchPages(network, filters, context)
  const enrich: NonNullable<LeadSource['enrich']> = async function* ({ units }, context) {
    for (const unit of units) {
      const answers: Enriched['answers'] = []
      for (const { id, platform, handle } of await unit.leads()) {
        const isOurs = platform === network.platform && handle
        const creator = isOurs ? await network.find(context, handle) : undefined
        const activity = creator ? await network.activity(context, creator) : null
        answers.push({
          leadId: id,
          values: creator ? network.makeDetails(creator, activity, network.now()) : {},
        })
      }
      yield [{ unit: unit.key, answers, problem: null }]
    }
  }
  const quote: LeadSource['quote'] = async () => ({
    matched: network.most,
    isEstimate: true,
    isUncounted: true,
    withoutCoordinates: 0,
    dataAsOf: null,
    keys: [],
    ceiling: null,
  })
  return { search, enrich, quote }
}
