import type { LocalSearch } from '#contract/list-types/local.ts'
import { corpusSource } from '#contract/sources/corpus.ts'
import { findCategories, resolveCategories, resolvePlace } from '#server/modules/vocabulary/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { LeadBatch, LeadSource, SourceLead } from '#server/providers/lead-sources/index.ts'
import {
  type After,
  countMatches,
  countWithoutCoordinates,
  findKeys,
  findMatches,
  type Match,
  newestData,
  type ResolvedSearch,
} from './corpus-reads.ts'

/** Resolves the words of a place. @throws AppError validation_failed on `search.near`. */
export function resolveNear(near: LocalSearch['near']): { lat: number; lon: number; label: string } | null {
  if (!near) return null
  if (typeof near !== 'string')
    return { lat: near.lat, lon: near.lon, label: near.label ?? `${near.lat}, ${near.lon}` }
  const place = resolvePlace(near)
  if (!place)
    throw invalidField(
      'search.near',
      `No place called "${near}" is known; write a city with its region or country, or latitude,longitude`,
    )
  return { lat: place.lat, lon: place.lon, label: place.label }
}

function resolveCategoryWords(category: string | undefined): string[] | null {
  if (!category) return null
  const ids = resolveCategories(category)
  if (ids.length > 0) return ids
  const near = findCategories(category, { limit: 3 }).map((item) => item.label)
  const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''
  throw invalidField('search.category', `No category called "${category}" is known${hint}`)
}

/** Turns words into what the database can look for. */
export function resolveSearch(search: LocalSearch): ResolvedSearch {
  return {
    categories: resolveCategoryWords(search.category),
    words: (search.keywords ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10),
    near: resolveNear(search.near),
    radiusKm: search.radius_km,
    has: search.has,
    includeClosed: search.include_closed,
  }
}

const rounded = (km: number | null) => (km === null ? null : Math.round(km * 1000) / 1000)

function toLead(match: Match): SourceLead {
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
      // Published, but nobody has checked it yet.
      email_state: match.email ? 'unknown' : null,
      lat: match.lat,
      lon: match.lon,
      business_status: match.status,
      distance_km: rounded(match.distance_km),
    },
    origin: {
      source: match.source_name,
      url: null,
      method: 'open data import',
      confidence: 0.8,
      observed_at: match.observed_at.toISOString(),
      licence: match.licence,
      record: match.source_key,
    },
  }
}

async function* searchCorpus(
  db: Db,
  search: ResolvedSearch,
  start: After | null,
  batchSize: number,
  signal: AbortSignal,
): AsyncIterable<LeadBatch> {
  let after = start
  while (!signal.aborted) {
    const matches = await findMatches(db, search, { after, limit: batchSize })
    const last = matches.at(-1)
    if (!last) return
    after = { distance: last.distance_km ?? 0, id: last.id }
    yield { leads: matches.map(toLead), cursor: { ...after } }
    if (matches.length < batchSize) return
  }
}

/** The deployment's own open-data corpus as a lead source. */
export function createCorpusSource({ db }: { db: Db }): LeadSource {
  return {
    declaration: corpusSource,
    async quote({ search }, { keys }) {
      const resolved = resolveSearch(search as LocalSearch)
      const [matched, withoutCoordinates, dataAsOf, first] = await Promise.all([
        countMatches(db, resolved),
        countWithoutCoordinates(db, resolved),
        newestData(db),
        keys > 0 ? findKeys(db, resolved, keys) : [],
      ])
      return { matched, withoutCoordinates, dataAsOf, keys: first, ceiling: null }
    },
    search: ({ search }, { cursor, batchSize, signal }) =>
      searchCorpus(db, resolveSearch(search as LocalSearch), cursor as After | null, batchSize, signal),
  }
}
