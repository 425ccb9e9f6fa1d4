import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/leads/place-fields.ts'
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

/**
 * Countries that write the house number before the street; nearly all others write it behind. Of the address formats
 * of the Universal Postal Union.
 */
const NUMBER_FIRST = new Set(
  'US CA GB IE AU NZ ZA IN FR LU MC IL SG MY PH TH HK LK PK BD KE NG GH JM TT BS BB MT CY EG MA TN DZ SN CI AE SA QA KW OM JP TW'.split(
    ' ',
  ),
)
/** Words that begin a street where the number stands before it. */
const LEADING = /^(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours|route|square|passage)\b/i
/** Words that end one. */
const TRAILING =
  /\b(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|way|highway|parkway|terrace|crescent)\.?$/i

/** A street with its number, in the country's order; without a country, as the street's own language has it. */
function withNumber(street: string, number: string, country: string): string {
  if (!street || !number) return street
  const code = resolveCountry(country)
  const isFirst = code ? NUMBER_FIRST.has(code) : LEADING.test(street) || TRAILING.test(street)
  return isFirst ? `${number} ${street}` : `${street} ${number}`
}

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
    street: withNumber(street, street && first(tags, 'addr:housenumber'), country),
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
