import {
  GROWTH_NAMES,
  GROWTH_RATES,
  PLATFORM_LABELS,
  type Platform,
  RANGE_NAMES,
  RANGES,
  type RangeName,
} from '#contract/leads/influencer-filters.ts'
import { InvalidSearch } from '../lead-source.ts'

export const MODASH_PLATFORMS = ['instagram', 'tiktok', 'youtube'] as const
export type ModashPlatform = (typeof MODASH_PLATFORMS)[number]

/** Filters that Modash supports only on some networks. */
const ONLY_ON: Record<string, readonly ModashPlatform[]> = {
  reelsPlays: ['instagram'],
  saves: ['tiktok'],
  shares: ['tiktok'],
  views: ['tiktok', 'youtube'],
  likesGrowthRate: ['tiktok'],
  viewsGrowthRate: ['youtube'],
  audience: ['instagram'],
}

/** Modash's age groups. */
const AGES: readonly number[] = [18, 25, 35, 45, 65]

type Search = Record<string, unknown>

const findLabel = (name: string): string =>
  ({ audience: 'Audience credibility', ...listLabels(RANGES), ...listLabels(GROWTH_RATES) })[name] ?? name
const listLabels = (labelled: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(labelled).map(([name, { label }]) => [name, label]))

/** Names of the filters in use, ranges without their ends, each with its form field. */
function usedFilters(search: Search): [name: string, field: string][] {
  const ranges = RANGE_NAMES.flatMap((name): [string, string][] => {
    const field = [`${name}_min`, `${name}_max`].find((end) => search[end] !== undefined)
    return field ? [[name, field]] : []
  })
  const others = [...GROWTH_NAMES, 'audience'].filter((name) => search[name] !== undefined)
  return [...ranges, ...others.map((name): [string, string] => [name, name])]
}

const isKnown = (platform: string): platform is ModashPlatform =>
  (MODASH_PLATFORMS as readonly string[]).includes(platform)

/**
 * Networks of a search; without a choice, all that can answer it.
 * @throws InvalidSearch
 */
export function readPlatforms(search: Search): ModashPlatform[] {
  const named = (search.platform as Platform[] | undefined) ?? []
  const wrong = named.find((platform) => !isKnown(platform))
  if (wrong) throw new InvalidSearch('platform', `Modash doesn’t cover ${PLATFORM_LABELS[wrong]}`)
  let platforms: ModashPlatform[] = named.length > 0 ? named.filter(isKnown) : [...MODASH_PLATFORMS]
  for (const [name, field] of usedFilters(search)) {
    const only = ONLY_ON[name]
    if (!only) continue
    const left = platforms.filter((platform) => only.includes(platform))
    const names = only.map((platform) => PLATFORM_LABELS[platform]).join(' and ')
    // Without a choice, unsupported networks are dropped, which the search shows by its platforms.
    if (left.length === 0 || (named.length > 0 && left.length < platforms.length))
      throw new InvalidSearch(
        field,
        `Modash filters “${findLabel(name)}” on ${names} only. Choose ${names} as platform`,
      )
    platforms = left
  }
  return platforms
}

/** The search with its networks. @throws InvalidSearch for unsupported filters */
export function checkSearch(search: Search): Search {
  for (const end of ['age_min', 'age_max'])
    if (search[end] !== undefined && !AGES.includes(search[end] as number))
      throw new InvalidSearch(end, `Modash knows the ages ${AGES.join(', ')}`)
  return { ...search, platform: readPlatforms(search) }
}

/** Modash rounds followers and plays: bounds are widened to whole steps, and results outside are dropped here. */
const STEPS: Partial<Record<RangeName, (bound: number) => number>> = {
  followers: (bound) => (bound < 5000 ? 1000 : 5000),
  reelsPlays: () => 1000,
}

function readRange(search: Search, name: RangeName) {
  const [min, max] = [`${name}_min`, `${name}_max`].map((end) => search[end] as number | undefined)
  if (min === undefined && max === undefined) return undefined
  const step = STEPS[name] ?? (() => 1)
  return {
    ...(min !== undefined && { min: Math.floor(min / step(min)) * step(min) }),
    ...(max !== undefined && { max: Math.ceil(max / step(max)) * step(max) }),
  }
}

/** The search as Modash's filters. */
export function searchBody(search: Search, page: number) {
  const influencer = {
    ...Object.fromEntries(RANGE_NAMES.map((name) => [name, readRange(search, name)])),
    ...Object.fromEntries(GROWTH_NAMES.map((name) => [name, search[name]])),
    keywords: search.keywords || undefined,
    lastposted: search.lastposted,
    engagementRate: search.engagementRate,
    relevance: search.alike,
  }
  const credibility = (search.audience as { credibility?: number } | undefined)?.credibility
  const audience = credibility === undefined ? {} : { audience: { credibility } }
  const field = search.alike ? 'relevance' : 'followers'
  return { page, sort: { field, direction: 'desc' }, filter: { influencer, ...audience } }
}

/** Whether a lead is within the requested bounds; unknown values pass. */
export const isWithin = (search: Search, values: Record<string, unknown>): boolean =>
  RANGE_NAMES.every((name) => {
    const value = values[RANGES[name].field]
    if (typeof value !== 'number') return true
    const { [`${name}_min`]: min, [`${name}_max`]: max } = search as Record<string, number | undefined>
    return (min === undefined || value >= min) && (max === undefined || value <= max)
  })
