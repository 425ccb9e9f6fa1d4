import * as z from 'zod/mini'
import { MESSAGES } from '../core/messages.ts'
import { STATS_HISTORY } from './stats-history.ts'

/** Networks that influencers are found on. */
export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'bluesky'] as const
export type Platform = (typeof PLATFORMS)[number]
export const PLATFORM_LABELS: Record<Platform, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  bluesky: 'Bluesky',
}

/** Range filters (spec section 3), with the field of a lead that each compares. */
export const RANGES = {
  followers: { label: 'Followers', field: 'followers' },
  age: { label: 'Age', field: 'age' },
  engagements: { label: 'Engagements', field: 'engagements' },
  reelsPlays: { label: 'Reels plays', field: 'reels_plays' },
  saves: { label: 'Saves', field: 'saves' },
  shares: { label: 'Shares', field: 'shares' },
  views: { label: 'Views', field: 'views' },
} as const
export type RangeName = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** Growth filters (spec section 3), with the field of a lead that each compares. */
export const GROWTH_RATES = {
  followersGrowthRate: { label: 'Follower growth', field: 'followers_growth_rate' },
  likesGrowthRate: { label: 'Like growth', field: 'likes_growth_rate' },
  viewsGrowthRate: { label: 'View growth', field: 'views_growth_rate' },
} as const
export type GrowthName = keyof typeof GROWTH_RATES
export const GROWTH_NAMES = Object.keys(GROWTH_RATES) as GrowthName[]

/** Growth intervals in months, as vendors name them. */
export const GROWTH_INTERVALS = [
  'i1month',
  'i2months',
  'i3months',
  'i4months',
  'i5months',
  'i6months',
] as const
export const GROWTH_OPERATORS = ['gte', 'gt', 'lt', 'lte'] as const
/** Minimum days for the last post filter (spec section 5). */
export const LAST_POST_MIN_DAYS = 30

const bound = z.optional(z.number().check(z.minimum(0)))
const share = z.optional(z.number().check(z.minimum(0), z.maximum(1)))

/** Growth of at least or at most `value` (0.1 is 10 %) over an interval: all three parts or none. */
export const Growth = z.strictObject({
  interval: z.enum(GROWTH_INTERVALS),
  operator: z.enum(GROWTH_OPERATORS),
  value: z.number().check(z.minimum(-1)),
})
export type Growth = z.output<typeof Growth>

/** An empty filter is no filter. */
const growth = z.optional(
  z.pipe(
    z.transform((input: unknown) =>
      typeof input === 'object' && input !== null && Object.values(input).every((part) => part === undefined)
        ? undefined
        : input,
    ),
    z.optional(Growth),
  ),
)

const byName = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>

/** The influencer filters of the spec (section 3), in its spelling. Rates are fractions: 0.02 is 2 %. */
export const INFLUENCER_FILTERS = {
  platform: z._default(z.array(z.enum(PLATFORMS)).check(z.maxLength(PLATFORMS.length)), []),
  ...byName(
    RANGE_NAMES.flatMap((name) => [`${name}_min` as const, `${name}_max` as const]),
    bound,
  ),
  lastposted: z.optional(z.int().check(z.minimum(LAST_POST_MIN_DAYS))),
  engagementRate: share,
  ...byName(GROWTH_NAMES, growth),
  audience: z.optional(z.strictObject({ credibility: share })),
}

export const INFLUENCER_FILTER_NAMES: readonly string[] = Object.keys(INFLUENCER_FILTERS)

/** Reports a maximum below its minimum at the maximum. */
export const rangesInOrder = z.check<Record<string, unknown>>((context) => {
  for (const name of RANGE_NAMES) {
    const [min, max] = [context.value[`${name}_min`], context.value[`${name}_max`]]
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) continue
    context.issues.push({
      code: 'custom',
      input: max,
      path: [`${name}_max`],
      message: MESSAGES.greater(min),
    })
  }
})

/** Fields of an influencer that change over time: newer values replace older ones. */
export const DETAIL_FIELDS: readonly string[] = [
  ...RANGE_NAMES.map((name) => RANGES[name].field),
  ...GROWTH_NAMES.map((name) => GROWTH_RATES[name].field),
  'engagement_rate',
  'last_post_at',
  'audience_credibility',
  STATS_HISTORY,
]
