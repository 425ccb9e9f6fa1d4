import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/leads/place-fields.ts'
import { joinStreet } from '#server/modules/core/normalise/index.ts'
import { resolveCategory, resolveCountry } from '#server/modules/core/vocabulary/index.ts'
import type { RawPlace } from '../place-format.ts'
import type { Tags } from './read-elements.ts'

/** Keys for the kind of business, most specific first. */
const KINDS = ['shop', 'amenity', 'craft', 'office', 'tourism', 'healthcare', 'leisure']
/** Prefixes of disused places. The former kind follows them (`disused:shop`) and is not a current one. */
const GONE = ['disused', 'abandoned']

const first = (tags: Tags, ...keys: string[]): string => {
  for (const key of keys) if (tags[key]) return tags[key]
  return ''
}

/** Profiles: the tag of a network, for a long time named Twitter. */
const readSocials = (tags: Tags): Partial<Record<SocialNetwork, string>> =>
  Object.fromEntries(
    SOCIAL_NETWORKS.map((network) => {
      const keys =
        network === 'x' ? ['contact:x', 'contact:twitter', 'twitter'] : [`contact:${network}`, network]
      return [network, first(tags, ...keys)] as const
    }).filter(([, text]) => text),
  )

function readKinds(tags: Tags): string[] {
  return KINDS.flatMap((key) => {
    const value = tags[key]
    return value && value !== 'no' ? [`${key}=${value}`] : []
  })
}

/** The first kind in the vocabulary, else the first. */
const kindIn = (kinds: string[]): string | undefined =>
  kinds.find((kind) => resolveCategory(kind)) ?? kinds[0]

/** A place from an element's tags; null without a name or kind of business. */
export function placeInTags(tags: Tags): RawPlace | null {
  if (!tags.name) return null
  const category = kindIn(readKinds(tags))
  if (!category) return null
  const isGone = GONE.some((word) => tags[word] === 'yes')
  const street = first(tags, 'addr:street', 'addr:place')
  const country = first(tags, 'addr:country')
  return {
    name: tags.name,
    category,
    street: joinStreet(street, first(tags, 'addr:housenumber'), resolveCountry(country)),
    city: first(tags, 'addr:city'),
    state: first(tags, 'addr:state', 'addr:province'),
    postal_code: first(tags, 'addr:postcode'),
    country,
    phone: first(tags, 'phone', 'contact:phone', 'mobile', 'contact:mobile'),
    website: first(tags, 'website', 'contact:website', 'url'),
    email: first(tags, 'email', 'contact:email'),
    ...readSocials(tags),
    ...(isGone && { status: 'closed' }),
  }
}
