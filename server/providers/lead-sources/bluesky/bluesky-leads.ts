import type { CreatorActivity } from '../creator-search.ts'
import type { SourceLead, SourceOrigin } from '../lead-source.ts'
import { vendorOrigin, webUrl } from '../person-lead.ts'
import type { Post, Profile } from './bluesky-replies.ts'

const round = (value: number): number => Number(value.toPrecision(4))

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
/** Fewer posts in a month are not meaningful. */
const MIN_POSTS = 3

/** Mean likes of the posts of a month, `monthsAgo`; null when there are too few. */
function countLikes(posts: readonly Post[], monthsAgo: number, now: Date): number | null {
  const likes = posts.flatMap(({ record, likeCount = 0 }) => {
    const age = record.createdAt ? now.getTime() - Date.parse(record.createdAt) : Number.NaN
    return Math.floor(age / MONTH_MS) === monthsAgo ? [likeCount] : []
  })
  return likes.length < MIN_POSTS ? null : likes.reduce((sum, like) => sum + like, 0) / likes.length
}

/** Growth of likes per post over the last 30 days, compared with the 30 days before; null without enough posts. */
function countLikesGrowth(posts: readonly Post[], now: Date): number | null {
  const [before, last] = [countLikes(posts, 1, now), countLikes(posts, 0, now)]
  return before && last !== null ? round(last / before - 1) : null
}

/** Mean interactions of the newest posts, per follower, the day of the newest, and the growth of likes. */
export function countActivity(
  { did, followersCount = 0 }: Profile,
  posts: readonly Post[],
  now: Date,
): CreatorActivity | null {
  const own = posts.filter(({ author }) => author.did === did)
  if (own.length === 0) return null
  const interactions = own.map(
    ({ likeCount = 0, repostCount = 0, replyCount = 0, quoteCount = 0 }) =>
      likeCount + repostCount + replyCount + quoteCount,
  )
  const mean = interactions.reduce((sum, interaction) => sum + interaction, 0) / own.length
  const days = own.flatMap(({ record }) => record.createdAt?.slice(0, 10) ?? [])
  return {
    engagements: Math.round(mean),
    engagement_rate: followersCount > 0 ? round(mean / followersCount) : null,
    last_post_at: days.toSorted().at(-1) ?? null,
    likes_growth_rate: countLikesGrowth(own, now),
  }
}

const EMAIL = /[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}/i

const makeOrigin = ({ did, handle }: Profile, now: Date): SourceOrigin =>
  vendorOrigin('bluesky', did, {
    url: `https://bsky.app/profile/${handle}`,
    method: 'profile',
    confidence: 0.9,
    observed_at: now.toISOString(),
  })

/** Values of a profile, and of its posts if they were read. */
function makeValues(
  profile: Profile,
  activity: CreatorActivity | null,
): Record<string, string | number | null> {
  const email = EMAIL.exec(profile.description ?? '')?.[0].toLowerCase()
  return {
    name: profile.displayName?.trim() || profile.handle,
    handle: profile.handle.toLowerCase(),
    platform: 'bluesky',
    profile_url: `https://bsky.app/profile/${profile.handle}`,
    website: webUrl(profile.website),
    followers: profile.followersCount ?? null,
    ...(email && { email, email_state: 'unknown' }),
    ...activity,
  }
}

const filled = (values: Record<string, string | number | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

export const makeLead = (profile: Profile, activity: CreatorActivity | null, now: Date): SourceLead => ({
  key: `bluesky:${profile.handle.toLowerCase()}`,
  values: filled(makeValues(profile, activity)),
  origin: makeOrigin(profile, now),
})

/** Current values of a lead, without its name and handle. */
export const makeDetails = (profile: Profile, activity: CreatorActivity | null, now: Date) => {
  const { name: _name, handle: _handle, platform: _platform, ...values } = makeValues(profile, activity)
  const origin = makeOrigin(profile, now)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, { value, origin }]])),
  )
}
