import {
  GROWTH_NAMES,
  GROWTH_RATES,
  type Growth,
  LAST_POST_MIN_DAYS,
  PLATFORMS,
  RANGE_NAMES,
  RANGES,
  type RangeName,
} from '#contract/leads/influencer-filters.ts'
import { STATS_HISTORY, writeStatsHistory } from '#contract/leads/stats-history.ts'
import type { SampleDraft } from './sample-draft.ts'
import { randomAt, type SampleRandom } from './sample-random.ts'
import { emailState, nameWords, RESERVED_DOMAIN, titleCase } from './sample-text.ts'

const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'BR', 'JP']

/** Default bounds. */
const DEFAULT_BOUNDS: Record<RangeName, { minimum: number; limit: number }> = {
  followers: { minimum: 1000, limit: 2_000_000 },
  age: { minimum: 18, limit: 65 },
  engagements: { minimum: 50, limit: 60_000 },
  reelsPlays: { minimum: 500, limit: 900_000 },
  saves: { minimum: 5, limit: 9_000 },
  shares: { minimum: 5, limit: 12_000 },
  views: { minimum: 800, limit: 1_500_000 },
}

/** The whole numbers that a search allows for one value; null for an empty range. */
function readBounds(
  search: Record<string, unknown>,
  name: RangeName,
): { minimum: number; limit: number } | null {
  const { [`${name}_min`]: min, [`${name}_max`]: max } = search
  const usual = DEFAULT_BOUNDS[name]
  const highest = typeof max === 'number' ? Math.floor(max) : undefined
  const minimum = typeof min === 'number' ? Math.ceil(min) : Math.min(usual.minimum, highest ?? usual.minimum)
  const limit = highest ?? Math.max(usual.limit, Math.ceil(minimum * 1.3))
  return minimum <= limit ? { minimum, limit } : null
}

/** Whether some whole number satisfies every range of the search. */
export const canMatch = (search: Record<string, unknown>): boolean =>
  RANGE_NAMES.every((name) => readBounds(search, name) !== null)

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** A fraction from `minimum` to 1, mostly near its lower end. */
const fractionFrom = (minimum: number, usualMax: number, random: SampleRandom): number => {
  const limit = Math.max(minimum, Math.min(1, Math.max(usualMax, minimum * 1.5)))
  return Math.max(minimum, rounded(minimum + random.share() ** 2 * (limit - minimum)))
}

function makeGrowth(wanted: Growth | undefined, random: SampleRandom): number {
  const drift = rounded(0.0001 + random.share() * 0.3)
  if (!wanted) return rounded(drift - 0.1)
  return rounded(wanted.operator.startsWith('g') ? wanted.value + drift : Math.max(-1, wanted.value - drift))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A day within the last `days` before `today`. */
const lastPost = (days: number, today: Date, random: SampleRandom): string =>
  new Date(today.getTime() - random.whole(0, days - 1) * DAY_MS).toISOString().slice(0, 10)

/** All values with filters. */
function figures(search: Record<string, unknown>, random: SampleRandom, today: Date): SampleDraft {
  const draft: SampleDraft = {}
  for (const name of RANGE_NAMES) {
    const { minimum, limit } = readBounds(search, name)!
    // Squared: many small audiences, few large ones.
    draft[RANGES[name].field] = minimum + Math.floor(random.share() ** 2 * (limit - minimum + 1))
  }
  for (const name of GROWTH_NAMES)
    draft[GROWTH_RATES[name].field] = makeGrowth(search[name] as Growth | undefined, random)
  const { lastposted = 3 * LAST_POST_MIN_DAYS, engagementRate = 0.005, audience } = search
  draft.last_post_at = lastPost(lastposted as number, today, random)
  draft.engagement_rate = fractionFrom(engagementRate as number, 0.12, random)
  const credibility = (audience as { credibility?: number } | undefined)?.credibility ?? 0.5
  draft.audience_credibility = fractionFrom(credibility, 0.95, random)
  return draft
}

/** A sample creator that matches every filter of the search. `today` is the day from which "last post" counts. */
export function sampleInfluencer(
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
  today: Date,
): SampleDraft {
  const number = index + 1
  const keywords = titleCase(nameWords(search.keywords))
  const domain = `sample-creator-${number}-${seed}.${RESERVED_DOMAIN}`
  const handle = `sample_creator_${number}_${seed}`
  const [website, email] = [random.share() < 0.5, random.share() < 0.6]
  const platforms = search.platform as readonly string[] | undefined
  return {
    name: ['Sample', keywords, 'Creator', number].filter(Boolean).join(' '),
    handle,
    platform: random.pick(platforms?.length ? platforms : PLATFORMS),
    profile_url: `https://social.${RESERVED_DOMAIN}/${handle}`,
    ...figures(search, random, today),
    country: random.pick(COUNTRIES),
    ...(website ? { website: `https://${domain}` } : {}),
    ...(email ? { email: `hello@${domain}`, email_state: emailState(random) } : {}),
  }
}

const MONTHS = 12

/** A year of audience figures, oldest first, ending with the current ones. */
function sampleHistory({ followers, engagements, views }: SampleDraft, random: SampleRandom, today: Date) {
  const growth = 1 + random.share() * 0.06
  const at = (value: unknown, ago: number) =>
    Math.max(1, Math.round((Number(value) / growth ** ago) * (ago === 0 ? 1 : 0.97 + random.share() * 0.06)))
  const months = Array.from({ length: MONTHS }, (_, index) => MONTHS - 1 - index).map((ago) => {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, 1))
    return {
      month: first.toISOString().slice(0, 7),
      followers: at(followers, ago),
      likes: at(engagements, ago),
      views: at(views, ago),
    }
  })
  return writeStatsHistory(months)
}

/** Details of a sample creator, constant within a day. */
export function sampleDetails(handle: string, today: Date): SampleDraft {
  const random = randomAt(`${handle}:${today.toISOString().slice(0, 10)}`, 0)
  const draft = figures({}, random, today)
  const history = sampleHistory(draft, randomAt(handle, 1), today)
  return {
    ...draft,
    email: `hello@${handle.replaceAll('_', '-')}.${RESERVED_DOMAIN}`,
    email_state: emailState(random),
    ...(history && { [STATS_HISTORY]: history }),
  }
}
