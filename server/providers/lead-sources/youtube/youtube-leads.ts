import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { CreatorActivity } from '../creator-search.ts'
import type { FoundValue, SourceLead } from '../lead-source.ts'
import { vendorOrigin } from '../person-lead.ts'
import type { Channel, VideoStatistics } from './youtube-replies.ts'

/** Figures of a channel's newest videos. */
export type ChannelActivity = CreatorActivity & { views: number }

const round = (value: number): number => Number(value.toPrecision(4))
const count = (text: string | undefined): number => Number(text ?? 0)

/** Subscribers; null if hidden. */
export function readFollowers({ statistics }: Channel): number | null {
  const { subscriberCount, hiddenSubscriberCount = false } = statistics ?? {}
  return hiddenSubscriberCount || subscriberCount === undefined ? null : Number(subscriberCount)
}

/** Mean views and interactions of videos, interactions per subscriber, and the day of the newest. */
export function countActivity(
  channel: Channel,
  videos: readonly VideoStatistics[],
  days: readonly string[],
): ChannelActivity | null {
  if (videos.length === 0) return null
  const mean = (figure: (video: VideoStatistics) => number) =>
    Math.round(videos.reduce((sum, video) => sum + figure(video), 0) / videos.length)
  const engagements = mean(({ likeCount, commentCount }) => count(likeCount) + count(commentCount))
  const followers = readFollowers(channel)
  return {
    views: mean(({ viewCount }) => count(viewCount)),
    engagements,
    engagement_rate: followers ? round(engagements / followers) : null,
    last_post_at: days.toSorted().at(-1)?.slice(0, 10) ?? null,
  }
}

const EMAIL = /[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}/i

function makeValues(channel: Channel, activity: ChannelActivity | null) {
  const { title, description = '', customUrl, country } = channel.snippet
  // Channel ids are case-sensitive, handles are not.
  const handle = customUrl ? customUrl.replace(/^@/, '').toLowerCase() : channel.id
  const email = EMAIL.exec(description)?.[0].toLowerCase()
  return {
    name: title,
    handle,
    platform: 'youtube',
    profile_url: customUrl
      ? `https://www.youtube.com/@${handle}`
      : `https://www.youtube.com/channel/${channel.id}`,
    followers: readFollowers(channel),
    country: country ? (resolveCountry(country) ?? null) : null,
    ...(email && { email, email_state: 'unknown' }),
    ...activity,
  }
}

const makeOrigin = (channel: Channel, now: Date) =>
  vendorOrigin('youtube', channel.id, {
    url: `https://www.youtube.com/channel/${channel.id}`,
    method: 'profile',
    confidence: 0.9,
    observed_at: now.toISOString(),
  })

export function makeLead(channel: Channel, activity: ChannelActivity | null, now: Date): SourceLead {
  const values = makeValues(channel, activity)
  return {
    key: `youtube:${values.handle}`,
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    origin: makeOrigin(channel, now),
  }
}

/** Current values of a lead, without its name and handle. */
export function makeDetails(
  channel: Channel,
  activity: ChannelActivity | null,
  now: Date,
): Record<string, FoundValue> {
  const { name: _name, handle: _handle, platform: _platform, ...values } = makeValues(channel, activity)
  const origin = makeOrigin(channel, now)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, { value, origin }]])),
  )
}
