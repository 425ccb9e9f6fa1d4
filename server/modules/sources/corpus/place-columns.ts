import type { CopyCell } from '#server/platform/db/copy-rows.ts'
import type { PlaceInput } from './place-record.ts'

/** A `corpus_place` column filled from a place's record. */
interface PlaceColumn {
  name: string
  type: 'text' | 'jsonb' | 'double precision'
  value: (place: PlaceInput) => CopyCell
}

const text = (name: string, value: (place: PlaceInput) => string | null): PlaceColumn => ({
  name,
  type: 'text',
  value,
})

/** The original text where it was not recognized, or contains more than we store. */
function makeRaw(place: PlaceInput): string | null {
  const { phoneRaw: phone, websiteRaw: website, emailRaw: email, countryRaw: country } = place
  const filled = Object.entries({ phone, website, email, country }).filter(([, value]) => value)
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : null
}

/** Columns written by an import, `source_key` first. */
export const PLACE_COLUMNS: readonly PlaceColumn[] = [
  text('source_key', (place) => place.sourceKey),
  text('name', (place) => place.name),
  text('name_key', (place) => place.nameKey),
  text('category', (place) => place.category),
  text('category_raw', (place) => place.categoryRaw),
  text('street', (place) => place.street),
  text('street_key', (place) => place.streetKey),
  text('city', (place) => place.city),
  text('region', (place) => place.region),
  text('postal_code', (place) => place.postalCode),
  text('country', (place) => place.country),
  text('phone', (place) => place.phone),
  text('website', (place) => place.website),
  text('domain', (place) => place.domain),
  text('email', (place) => place.email),
  { name: 'socials', type: 'jsonb', value: ({ socials }) => socials && JSON.stringify(socials) },
  { name: 'raw', type: 'jsonb', value: makeRaw },
  { name: 'lat', type: 'double precision', value: (place) => place.lat },
  { name: 'lon', type: 'double precision', value: (place) => place.lon },
  text('status', (place) => place.status),
]
