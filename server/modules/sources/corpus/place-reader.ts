import { SOCIAL_NETWORKS } from '#contract/leads/place-fields.ts'
import { categoryLabel, categoryTags, resolveCategories } from '#server/modules/core/vocabulary/index.ts'
import type { PlaceReader } from '#server/providers/lead-sources/index.ts'
import { placeInTags } from './formats/osm/place-tags.ts'
import { toPlace } from './place-record.ts'

/** Parses a source's business like a corpus import does; null without a name. */
const read: PlaceReader['read'] = (facts) => {
  const outcome = toPlace(facts)
  if (!outcome.ok) return null
  const { place } = outcome
  const values = {
    name: place.name,
    category: place.category,
    street: place.street,
    city: place.city,
    region: place.region,
    postal_code: place.postalCode,
    country: place.country,
    phone: place.phone,
    website: place.website,
    domain: place.domain,
    email: place.email,
    // Published, but not verified yet.
    email_state: place.email && 'unknown',
    lat: place.lat,
    lon: place.lon,
    business_status: place.status,
    ...Object.fromEntries(SOCIAL_NETWORKS.map((network) => [`${network}_url`, place.socials?.[network]])),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]))
}

/** How every business source parses businesses and search words. */
export const placeReader: PlaceReader = {
  read,
  readTags(id, tags) {
    const facts = placeInTags(tags)
    return facts && read({ ...facts, id })
  },
  findKinds: (text) =>
    resolveCategories(text).map((id) => ({ id, label: categoryLabel(id), tags: categoryTags(id) })),
}
