import type { SimilarType } from '#contract/prospecting/find-similar.ts'
import { joinedSource } from '#contract/sources/source-kinds/joined.ts'
import { categoryLabel, countryName, resolvePlace } from '#server/modules/core/vocabulary/index.ts'
import type { LeadRow } from '#server/modules/leads/leads/index.ts'

type Search = Record<string, unknown>

/** What similar leads of a list type have in common. */
interface Likeness {
  /** Distinct searches for similar leads; none for leads with too little data. */
  searches(seeds: readonly LeadRow[]): Search[]
  /** What a lead needs, for the error. */
  missing: string
}

const AROUND_KM = 25
const HANDLES = 10

const distinct = (searches: (Search | null)[]): Search[] => [
  ...new Map(
    searches.flatMap((search) => (search ? [[JSON.stringify(search).toLowerCase(), search] as const] : [])),
  ).values(),
]

function personLike({ position, country }: LeadRow): Search | null {
  if (!position) return null
  const place = country ? countryName(country) : null
  return {
    source: joinedSource.id,
    position,
    exact_title: false,
    seniority: [],
    department: [],
    company_size: [],
    has: [],
    ...(place && { place }),
  }
}

/** The city of a business as one point, else its position rounded to about ten kilometers. */
function findArea({ city, region, country, lat, lon }: LeadRow) {
  const label = [city, region, country && countryName(country)].filter(Boolean).join(', ')
  const place = city ? resolvePlace(label) : null
  if (place) return { lat: place.lat, lon: place.lon, label: place.label }
  if (lat === null || lon === null) return null
  const [y, x] = [Math.round(lat * 10) / 10, Math.round(lon * 10) / 10]
  return { lat: y, lon: x, label: city ?? `${y}, ${x}` }
}

function businessLike(lead: LeadRow): Search | null {
  const near = findArea(lead)
  if (!lead.category || !near) return null
  const category = categoryLabel(lead.category)
  return {
    source: joinedSource.id,
    category,
    near,
    radius_km: AROUND_KM,
    has: [],
    has_not: [],
    include_closed: false,
  }
}

/** One search per network with its handles. */
function creatorsLike(seeds: readonly LeadRow[]): Search[] {
  const handles = new Map<string, string[]>()
  for (const { fields } of seeds)
    if (fields.platform && fields.handle)
      handles.set(String(fields.platform), [
        ...(handles.get(String(fields.platform)) ?? []),
        `@${String(fields.handle)}`,
      ])
  return [...handles].map(([platform, names]) => ({
    source: joinedSource.id,
    platform: [platform],
    alike: names.slice(0, HANDLES),
  }))
}

export const LIKENESS: Record<SimilarType, Likeness> = {
  people: {
    searches: (seeds) => distinct(seeds.map(personLike)),
    missing: 'Choose people with a known position',
  },
  local: {
    searches: (seeds) => distinct(seeds.map(businessLike)),
    missing: 'Choose businesses with a known category and place',
  },
  influencer: {
    searches: creatorsLike,
    missing: 'Choose influencers with a known platform and handle',
  },
}
