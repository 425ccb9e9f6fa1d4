import type { PLACE_ASSETS, PlaceAsset, PlaceField } from '#contract/leads/place-fields.ts'
import { InvalidSearch, type SourceLead, type SourceOrigin } from '../lead-source.ts'
import { type Circle, distanceKm } from './area.ts'

/** A source's facts about a business, unparsed. */
type PlaceFacts = Partial<Record<PlaceField, string>>

export type PlaceValues = Record<string, string | number | null>

/** A kind of business with its OpenStreetMap tags. */
export interface PlaceKind {
  id: string
  label: string
  tags: Readonly<Record<string, string>>
}

/** How businesses and categories are parsed, shared by all sources. */
export interface PlaceReader {
  /** Values of a lead; null without a name. */
  read(facts: PlaceFacts & { id: string }): PlaceValues | null
  /** The same from OpenStreetMap tags; null when it is not a business. */
  readTags(id: string, tags: Readonly<Record<string, string>>): PlaceValues | null
  /** Kinds of business that the words mean, including narrower ones; empty for unknown words. */
  findKinds(text: string): PlaceKind[]
}

export interface PlaceSearch {
  category?: string
  keywords?: string
  near?: { lat: number; lon: number; label?: string } | string
  radius_km: number
  has: PlaceAsset[]
  has_not?: PlaceAsset[]
  include_closed: boolean
}

/** The circle of a search with a point. @throws InvalidSearch without one */
export function getCircle({ near, radius_km }: PlaceSearch, label: string): Circle {
  if (!near || typeof near === 'string')
    throw new InvalidSearch('near', `${label} searches around a place. Enter one`)
  return { lat: near.lat, lon: near.lon, radiusKm: radius_km }
}

const assetField = (asset: (typeof PLACE_ASSETS)[number]): string =>
  asset === 'website' || asset === 'phone' || asset === 'email' ? asset : `${asset}_url`

/** Whether a business matches the search, as far as its values show. */
export function fits(values: PlaceValues, search: PlaceSearch): boolean {
  const lacks = (asset: PlaceAsset) => !values[assetField(asset)]
  if (search.has.some(lacks) || (search.has_not ?? []).some((asset) => !lacks(asset))) return false
  return search.include_closed || values.business_status !== 'closed'
}

/** A lead from a business inside the circle; null for one outside. */
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
