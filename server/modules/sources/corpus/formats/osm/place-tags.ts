import { SOCIAL_NETWORKS, type SocialNetwork } from '#contract/leads/place-fields.ts'
import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import type { RawPlace } from '../place-format.ts'
import type { Tags } from './read-elements.ts'

/** Keys that say what kind of business a place is, the most telling first. */
const KINDS = ['shop', 'amenity', 'craft', 'office', 'tourism', 'healthcare', 'leisure']
/** These say that a place is out of use. What it was once is behind them (`disused:shop`) and is no kind of today. */
const GONE = ['disused', 'abandoned']

const first = (tags: Tags, ...keys: string[]): string => {
  for (const key of keys) if (tags[key]) return tags[key]
  return ''
}

/** Profiles: the tag of a network, which was called Twitter for long. */
const socialsOf = (tags: Tags): Partial<Record<SocialNetwork, string>> =>
  Object.fromEntries(
    SOCIAL_NETWORKS.map((network) => {
      const keys =
        network === 'x' ? ['contact:x', 'contact:twitter', 'twitter'] : [`contact:${network}`, network]
      return [network, first(tags, ...keys)] as const
    }).filter(([, text]) => text),
  )

/** The kinds that a place says it is, as `key=value`. */
function kindsOf(tags: Tags): string[] {
  return KINDS.flatMap((key) => {
    const value = tags[key]
    return value && value !== 'no' ? [`${key}=${value}`] : []
  })
}

/** The first kind that the vocabulary knows, else the first. */
const kindIn = (kinds: string[]): string | undefined =>
  kinds.find((kind) => resolveCategory(kind)) ?? kinds[0]

/** What the tags of an element say of a place; null when it has no name or is no kind of business. */
export function placeInTags(tags: Tags): RawPlace | null {
  if (!tags.name) return null
  const category = kindIn(kindsOf(tags))
  if (!category) return null
  const isGone = GONE.some((word) => tags[word] === 'yes')
  const street = first(tags, 'addr:street', 'addr:place')
  return {
    name: tags.name,
    category,
    street: [street && first(tags, 'addr:housenumber'), street].filter(Boolean).join(' '),
    city: first(tags, 'addr:city'),
    state: first(tags, 'addr:state', 'addr:province'),
    postal_code: first(tags, 'addr:postcode'),
    country: first(tags, 'addr:country'),
    phone: first(tags, 'phone', 'contact:phone', 'mobile', 'contact:mobile'),
    website: first(tags, 'website', 'contact:website', 'url'),
    email: first(tags, 'email', 'contact:email'),
    ...socialsOf(tags),
    ...(isGone && { status: 'closed' }),
  }
}
