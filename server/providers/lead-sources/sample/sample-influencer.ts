import type { SampleDraft } from './sample-draft.ts'
import type { SampleRandom } from './sample-random.ts'
import { emailState, nameWords, RESERVED_DOMAIN, titleCase } from './sample-words.ts'

const PLATFORMS = ['instagram', 'youtube', 'tiktok', 'bluesky']
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'BR', 'JP']
const FEWEST = 1000
const MOST = 2_000_000

/** The whole numbers of followers that a search allows, or null when there are none. */
export function followerBounds(search: Record<string, unknown>): { least: number; most: number } | null {
  const { followers_min: min, followers_max: max } = search
  const most = typeof max === 'number' ? Math.floor(max) : undefined
  const least = typeof min === 'number' ? Math.ceil(min) : Math.min(FEWEST, most ?? FEWEST)
  const open = most ?? Math.max(MOST, least * 10)
  return least <= open ? { least, most: open } : null
}

/** One invented creator whose audience is as large as asked. */
export function sampleInfluencer(
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
): SampleDraft {
  const { least, most } = followerBounds(search)!
  const number = index + 1
  const keywords = titleCase(nameWords(search.keywords))
  const domain = `sample-creator-${number}-${seed}.${RESERVED_DOMAIN}`
  const [website, email] = [random.share() < 0.5, random.share() < 0.6]
  return {
    name: ['Sample', keywords, 'Creator', number].filter(Boolean).join(' '),
    handle: `sample_creator_${number}_${seed}`,
    platform: random.pick(PLATFORMS),
    // Squared: many small audiences, few large ones.
    followers: least + Math.floor(random.share() ** 2 * (most - least + 1)),
    engagement_rate: random.whole(5, 120) / 10,
    country: random.pick(COUNTRIES),
    ...(website ? { website: `https://${domain}` } : {}),
    ...(email ? { email: `hello@${domain}`, email_state: emailState(random) } : {}),
  }
}
