import type { PLACE_ASSETS, PlaceAsset, PlaceField } from '#contract/leads/place-fields.ts'
import { InvalidSearch, type SourceLead, type SourceOrigin } from '../lead-source.ts'
import { type Circle, distanceKm } from './area.ts'

/** What a source says of a business, as it writes it. */
type PlaceFacts = Partial<Record<PlaceField, string>>

export type PlaceValues = Record<string, string | number | null>

/** A kind of business with its tags in OpenStreetMap. */
export interface PlaceKind {
  id: string
  label: string
  tags: Readonly<Record<string, string>>
}

/** How the program reads businesses and words about them: the same for every source. */
export interface PlaceReader {
  /** Values of a lead; null for what has no name. */
  read(facts: PlaceFacts & { id: string }): PlaceValues | null
  /** The same of the tags of OpenStreetMap; null for what is no business. */
  readTags(id: string, tags: Readonly<Record<string, string>>): PlaceValues | null
  /** Kinds of business that words mean, the narrower ones with them; none for words that name no kind. */
  kindsOf(words: string): PlaceKind[]
}

/** A search for businesses as its list type reads it. */
export interface PlaceSearch {
  category?: string
  keywords?: string
  near?: { lat: number; lon: number; label?: string } | string
  radius_km: number
  has: PlaceAsset[]
  has_not?: PlaceAsset[]
  include_closed: boolean
}

/** The circle of a search with a point. @throws InvalidSearch without one. */
export function circleOf({ near, radius_km }: PlaceSearch, label: string): Circle {
  if (!near || typeof near === 'string')
    throw new InvalidSearch('near', `${label} searches around a place. Enter one`)
  return { lat: near.lat, lon: near.lon, radiusKm: radius_km }
}

const fieldOf = (asset: (typeof PLACE_ASSETS)[number]): string =>
  asset === 'website' || asset === 'phone' || asset === 'email' ? asset : `${asset}_url`

/** Whether a business is what a search asks for, as far as its values tell. */
export function fits(values: PlaceValues, search: PlaceSearch): boolean {
  const lacks = (asset: PlaceAsset) => !values[fieldOf(asset)]
  if (search.has.some(lacks) || (search.has_not ?? []).some((asset) => !lacks(asset))) return false
  return search.include_closed || values.business_status !== 'closed'
}

/** A lead of a business in the circle of its search; null for one outside. */
export function placeLead(
  values: PlaceValues,
  circle: Circle,
  lead: { key: string; origin: SourceOrigin },
): SourceLead | null {
  const { lat, lon } = values
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  const distance = distanceKm(circle, { lat, lon })
  if (distance > circle.radiusKm) return null
  const placed = { ...values, distance_km: Math.round(distance * 1000) / 1000 }
  return { ...lead, values: placed, isJoined: true }
}
