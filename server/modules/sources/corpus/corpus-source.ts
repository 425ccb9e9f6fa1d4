import type { LocalSearch } from '#contract/leads/list-types/local.ts'
import { SOCIAL_NETWORKS } from '#contract/leads/place-fields.ts'
import { corpusSource } from '#contract/sources/source-kinds/corpus.ts'
import {
  areaAround,
  categoryLabel,
  closestCategories,
  type RegionReading,
  readRegions,
  resolveCategories,
  resolvePlace,
} from '#server/modules/core/vocabulary/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type {
  CategoryMeaning,
  LeadBatch,
  LeadSource,
  SourceLead,
} from '#server/providers/lead-sources/index.ts'
import { type BusinessSignals, findBusinessSignals } from './changes/business-signals.ts'
import * as reads from './corpus-reads.ts'
import { hasPlaces, listSources } from './corpus-store.ts'
import { createPeopleSource } from './people/people-source.ts'
import { hasPeople } from './people/people-store.ts'
import { originOfRecord } from './record-origin.ts'

/** Resolves a place name. @throws AppError validation_failed on `search.near`. */
export function resolveNear(near: LocalSearch['near']): { lat: number; lon: number; label: string } | null {
  if (!near) return null
  if (typeof near !== 'string')
    return { lat: near.lat, lon: near.lon, label: near.label ?? `${near.lat}, ${near.lon}` }
  const place = resolvePlace(near)
  if (!place)
    throw invalidField(
      'search.near',
      `Unknown place "${near}". Enter a city with its region or country, or latitude,longitude`,
    )
  return { lat: place.lat, lon: place.lon, label: place.label }
}

/** Resolves a state, region or country. @throws AppError validation_failed on `search.region`. */
export function resolveRegions(region: string | undefined): RegionReading[] | null {
  if (!region) return null
  const readings = readRegions(region)
  if (readings.length > 0) return readings
  throw invalidField(
    'search.region',
    `Unknown region "${region}". Enter a state, region or country; for a city, use Near`,
  )
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)

/** Categories meant by words: by name, else by names within one or two typos, else none. */
function findCategories(category: string | undefined): string[] {
  if (!category) return []
  const named = resolveCategories(category)
  if (named.length > 0) return named
  return [...new Set(closestCategories(category).flatMap((id) => resolveCategories(id)))]
}

/** The interpretation of a category, for display; undefined without one. */
function findMeaning({ category }: LocalSearch): CategoryMeaning | undefined {
  if (!category) return undefined
  const ids = findCategories(category)
  return { labels: ids.slice(0, 3).map(categoryLabel), asWords: ids.length === 0 }
}

/** Resolves words to database conditions. An unknown category is searched by its words. */
export function resolveSearch(search: LocalSearch): reads.ResolvedSearch {
  const categories = findCategories(search.category)
  const free = search.category && categories.length === 0 ? splitWords(search.category) : []
  return {
    categories: categories.length > 0 ? categories : null,
    words: [...splitWords(search.keywords ?? ''), ...free],
    regions: resolveRegions(search.region),
    near: resolveNear(search.near),
    radiusKm: search.radius_km,
    has: search.has,
    // A search stored before this filter existed has none.
    hasNot: search.has_not ?? [],
    includeClosed: search.include_closed,
  }
}

const roundKm = (km: number | null) => (km === null ? null : Math.round(km * 1000) / 1000)

function toLead(match: reads.Match, signals: BusinessSignals): SourceLead {
  const shown = Object.entries(signals).filter(([, { value }]) => value !== null)
  return {
    key: match.entity_key,
    values: {
      name: match.name,
      category: match.category,
      street: match.street,
      city: match.city,
      region: match.region,
      postal_code: match.postal_code,
      country: match.country,
      phone: match.phone,
      website: match.website,
      domain: match.domain,
      email: match.email,
      // Published, but not verified yet.
      email_state: match.email ? 'unknown' : null,
      lat: match.lat,
      lon: match.lon,
      ...Object.fromEntries(
        SOCIAL_NETWORKS.map((network) => [`${network}_url`, match.socials?.[network] ?? null]),
      ),
      // A source that no longer lists a place says that it is closed.
      business_status: match.vanished_at ? 'closed' : match.status,
      distance_km: roundKm(match.distance_km),
      ...Object.fromEntries(shown.map(([name, { value }]) => [name, value])),
    },
    origin: originOfRecord(match),
    origins: Object.fromEntries(shown.map(([name, { origin }]) => [name, origin])),
  }
}

async function makeLeads(db: Db, matches: readonly reads.Match[]): Promise<SourceLead[]> {
  const signals = await findBusinessSignals(db, matches)
  return matches.map((match) => toLead(match, signals.get(match.id) ?? {}))
}

async function* searchCorpus(
  db: Db,
  search: reads.ResolvedSearch,
  start: reads.After | null,
  batchSize: number,
  signal: AbortSignal,
): AsyncIterable<LeadBatch> {
  let after = start
  while (!signal.aborted) {
    const matches = await reads.findMatches(db, search, { after, limit: batchSize })
    const last = matches.at(-1)
    if (!last) return
    after = { distance: last.distance_km ?? 0, id: last.id }
    yield { leads: await makeLeads(db, matches), cursor: { ...after } }
    if (matches.length < batchSize) return
  }
}

function createPlacesSource(ctx: Context) {
  return {
    async quote({ search }, { keys }) {
      const resolved = resolveSearch(search as LocalSearch)
      const area = resolved.near ? areaAround(resolved.near) : null
      const category = findMeaning(search as LocalSearch)
      const [{ matched, sourceIds }, withoutCoordinates, all, first] = await Promise.all([
        reads.countMatches(ctx.db, resolved),
        reads.countWithoutCoordinates(ctx.db, resolved, area),
        listSources(ctx.db),
        keys > 0 ? reads.findKeys(ctx.db, resolved, keys) : [],
      ])
      const dataSources = all
        .filter(({ id }) => sourceIds.includes(id))
        .map(({ name, licence, data_as_of: date }) => ({ source: name, licence, dataAsOf: date }))
      const dates = dataSources.flatMap((source) => (source.dataAsOf ? [source.dataAsOf] : []))
      const dataAsOf = dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
      const isFilled = matched > 0 || (await hasPlaces(ctx.db))
      return {
        dataSources,
        matched,
        withoutCoordinates,
        dataAsOf,
        keys: first,
        ceiling: null,
        ...(area && { withoutCoordinatesIn: area.label }),
        ...(isFilled ? {} : { noData: true as const }),
        ...(category && { category }),
      }
    },
    preview: async ({ search }, _context, limit) =>
      makeLeads(
        ctx.db,
        await reads.findMatches(ctx.db, resolveSearch(search as LocalSearch), { after: null, limit }),
      ),
    search: ({ search }, { cursor, batchSize, signal }) =>
      searchCorpus(
        ctx.db,
        resolveSearch(search as LocalSearch),
        cursor as reads.After | null,
        batchSize,
        signal,
      ),
  } satisfies Pick<LeadSource, 'quote' | 'preview' | 'search'>
}

/** The installation's open data corpus as a lead source: of places and of people. */
export function createCorpusSource(ctx: Context): LeadSource {
  const [places, people] = [createPlacesSource(ctx), createPeopleSource(ctx)]
  const chooseSearch = (type: string) => (type === 'people' ? people : places)
  return {
    declaration: corpusSource,
    isEmpty: async (type) => !(await (type === 'people' ? hasPeople(ctx.db) : hasPlaces(ctx.db))),
    quote: (query, context) => chooseSearch(query.type).quote(query, context),
    preview: (query, context, limit) => chooseSearch(query.type).preview(query, context, limit),
    search: (query, context) => chooseSearch(query.type).search(query, context),
  }
}
