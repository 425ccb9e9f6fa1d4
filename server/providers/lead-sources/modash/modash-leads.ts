import { STATS_HISTORY, writeStatsHistory } from '#contract/leads/stats-history.ts'
import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { EnrichAnswer, SourceLead } from '../lead-source.ts'
import { vendorOrigin } from '../person-lead.ts'
import type { ModashPlatform } from './modash-query.ts'
import type { Found, Profile, Report } from './modash-replies.ts'

type Values = Record<string, string | number>

const known = (values: Record<string, string | number | null | undefined>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, value]],
    ),
  )

const readHandle = ({ username, handle }: Pick<Profile, 'username' | 'handle'>): string =>
  (username ?? handle ?? '').replace(/^@/, '').toLowerCase()

const readFigures = (profile: Profile) => ({
  followers: profile.followers,
  engagements: profile.engagements,
  engagement_rate: profile.engagementRate,
  views: profile.averageViews,
})

export function makeLead(platform: ModashPlatform, { userId, profile }: Found): SourceLead {
  const handle = readHandle(profile)
  const values = known({
    name: profile.fullname || handle,
    handle,
    platform,
    profile_url: profile.url,
    ...readFigures(profile),
  })
  const origin = vendorOrigin('modash', userId, { url: profile.url ?? null, method: 'search' })
  return { key: `${platform}:${handle || userId}`, values, origin }
}

/** Follower growth over the last month of the report. */
function countGrowth({ statHistory }: Report): number | null {
  const [before, last] = (statHistory ?? []).toSorted((a, b) => (a.month < b.month ? -1 : 1)).slice(-2)
  return before?.followers && last?.followers
    ? Number((last.followers / before.followers - 1).toPrecision(6))
    : null
}

const wholeOrNull = (value: number | null | undefined): number | null =>
  typeof value === 'number' && value >= 0 ? Math.round(value) : null

/** The months of the report. */
const formatHistory = ({ statHistory }: Report): string | null =>
  writeStatsHistory(
    (statHistory ?? [])
      .filter(({ month }) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
      .map(({ month, followers, avgLikes, avgViews }) => ({
        month,
        followers: wholeOrNull(followers),
        likes: wholeOrNull(avgLikes),
        views: wholeOrNull(avgViews),
      })),
  )

export function makeAnswer(leadId: number, report: Report): EnrichAnswer {
  const contact = report.contacts
    ?.find(({ type }) => type === 'email')
    ?.value.trim()
    .toLowerCase()
  const values = known({
    ...readFigures(report.profile),
    views: report.avgViews ?? report.profile.averageViews,
    reels_plays: report.avgReelsPlays,
    audience_credibility: report.audience?.credibility,
    followers_growth_rate: countGrowth(report),
    [STATS_HISTORY]: formatHistory(report),
    country: report.country ? resolveCountry(report.country) : null,
    ...(contact && { email: contact, email_state: 'unknown' }),
  })
  const origin = vendorOrigin('modash', report.userId, { url: report.profile.url ?? null, method: 'report' })
  return {
    leadId,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, origin }])),
    vendorCost: 1,
  }
}

/** The id of the creator with this handle, if found. */
export const findUserId = (
  users: {
    userId?: string
    username?: string | null
    handle?: string | null
  }[],
  handle: string,
): string | null => users.find((user) => readHandle(user) === handle.toLowerCase())?.userId ?? null
