import { PLATFORM_LABELS, type Platform } from '#contract/leads/influencer-filters.ts'
import { InvalidSearch } from './lead-source.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Filters of a search on a network that finds creators by words only: the rest is checked here. */
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

/** Figures of a creator's newest posts; `views` only where the network counts them. */
export interface CreatorActivity {
  engagements: number
  engagement_rate: number | null
  views?: number
  last_post_at: string | null
  /** Over the last month; only where posts tell. */
  likes_growth_rate?: number | null
}

/** Checks that a network can answer a search. `words` names what its keywords are. @throws InvalidSearch. */
export const checkCreatorSearch =
  (network: Platform, words: string) =>
  (search: Record<string, unknown>): Record<string, unknown> => {
    const { keywords, platform = [] } = search as CreatorFilters
    const label = PLATFORM_LABELS[network]
    const other = platform.find((one) => one !== network)
    if (other)
      throw new InvalidSearch(
        'platform',
        `${label} doesn’t cover ${PLATFORM_LABELS[other]}. Choose another source`,
      )
    if (!keywords?.trim())
      throw new InvalidSearch('keywords', `${label} searches by keyword. Enter words of ${words}`)
    return search
  }

const within = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean =>
  value >= min && value <= max

/** Whether an audience is within the bounds; one that is hidden is only when there are none. */
export const hasAudience = (
  followers: number | null,
  { followers_min: min, followers_max: max }: CreatorFilters,
): boolean => (followers === null ? min === undefined && max === undefined : within(followers, min, max))

/** Whether posts have to be read to answer the search. */
export const needsActivity = (given: CreatorFilters): boolean =>
  [
    given.engagements_min,
    given.engagements_max,
    given.views_min,
    given.views_max,
    given.lastposted,
    given.engagementRate,
  ].some((one) => one !== undefined)

/** Whether a creator's posts match; someone without posts matches no filter on them. */
export function isActive(activity: CreatorActivity | null, given: CreatorFilters, now: Date): boolean {
  if (!needsActivity(given)) return true
  if (!activity) return false
  const age = activity.last_post_at
    ? now.getTime() - Date.parse(activity.last_post_at)
    : Number.POSITIVE_INFINITY
  return (
    within(activity.engagements, given.engagements_min, given.engagements_max) &&
    (activity.views === undefined || within(activity.views, given.views_min, given.views_max)) &&
    (activity.engagement_rate ?? 0) >= (given.engagementRate ?? 0) &&
    (given.lastposted === undefined || age <= given.lastposted * DAY_MS)
  )
}
