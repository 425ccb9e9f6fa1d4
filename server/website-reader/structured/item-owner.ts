import { foldText, foldToWord } from '#server/platform/text/fold-text.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { getDomainLabel, getRegistrableDomain } from '../registrable-domain.ts'
import { isNetworkHost } from '../socials/read-profile.ts'
import { isOrganisation } from './organisation-types.ts'
import { getText, getTexts, type StructuredItem } from './structured-item.ts'

/** More organisations than this side by side are a list of others: members, dealers, a directory. */
const MAX_OWN_PARTIES = 3
const SAME_OWNER_PROPERTY = /^(?:department|subOrganization|branchOf|containsPlace|hasPart|contactPoint)$/i

/** Whether a page describes many organisations, so that none of them is its owner for certain. */
export function hasManyParties(items: readonly StructuredItem[]): boolean {
  const names = new Set<string>()
  for (const item of items) {
    if (!isOrganisation(item) || (item.property && (item.parent || SAME_OWNER_PROPERTY.test(item.property))))
      continue
    const name = getText(item, 'name')
    if (name) names.add(name.toLowerCase())
  }
  return names.size > MAX_OWN_PARTIES
}

/** Whether an item, or one above it, has an address of its own on another registrable domain, and none on the page's. */
export function isForeignItem(item: StructuredItem, page: PageTree): boolean {
  const own = getUrlDomain(page.url)
  if (!own) return false
  for (
    let above: StructuredItem | null = item, level = 0;
    above && level < 5;
    above = above.parent, level += 1
  ) {
    if (!isOrganisation(above)) continue
    const domains = getTexts(above, 'url').map((url) => getUrlDomain(url))
    const known = domains.filter((domain) => domain !== null)
    if (known.length > 0 && !known.includes(own) && !known.some((domain) => isSameLabel(domain, own)))
      return true
  }
  return false
}

const isCard = ({ method }: StructuredItem): boolean => method === 'hcard' || method === 'vcard'

/** A card without a type that names a place: a hotel, a shop. */
const isPlaceCard = ({ types, properties }: StructuredItem): boolean =>
  types.length === 0 && properties.name !== undefined && properties.address !== undefined

const MIN_WORD_CHARS = 4

/** Whether a name has a word of the page's title, or of the website's domain. */
function mentionsSelf(name: string, page: PageTree): boolean {
  const own = getUrlDomain(page.url)
  const label = own ? foldToWord(getDomainLabel(own)) : ''
  const title = new Set(foldText(page.title).split(' '))
  const words = foldText(name).split(' ')
  return (
    (label !== '' && words.join('').includes(label)) ||
    words.some((word) => word.length >= MIN_WORD_CHARS && (title.has(word) || label.includes(word)))
  )
}

/**
 * Whose a card (hCard, vCard) is by what it says of itself: `foreign` when its own address is on another domain,
 * `doubtful` when the page has cards of several names and this one has nothing of the website's; else null.
 */
export function readCardStatus(
  item: StructuredItem,
  page: PageTree,
  items: readonly StructuredItem[],
): 'foreign' | 'doubtful' | null {
  if (!isCard(item)) return null
  if (isForeignItem(item, page)) return 'foreign'
  const place = isPlaceCard(item)
  // A card that says no more than a name is anybody's, and is judged by its address alone.
  const untyped = item.types.length === 0
  if (!untyped && !isOrganisation(item)) return null
  const hosts = getTexts(item, 'url').flatMap((url) => URL.parse(url)?.hostname ?? [])
  const others = hosts.filter((host) => !isNetworkHost(host)).map((host) => getRegistrableDomain(host))
  const own = getUrlDomain(page.url)
  const isElsewhere =
    own !== null && others.length > 0 && !others.some((domain) => domain && isSameLabel(domain, own))
  if (place && isElsewhere) return 'foreign'
  const name = getText(item, 'name')
  if (!name || mentionsSelf(name, page)) return null
  if (untyped && isElsewhere) return 'foreign'
  if (!place && untyped) return null
  const names = new Set(
    items
      .filter((other) => isCard(other) && (isPlaceCard(other) || isOrganisation(other)))
      .map((other) => getText(other, 'name')?.toLowerCase()),
  )
  return names.size > 1 ? 'doubtful' : null
}

/** The elements of cards that are others', with what is known of them. */
export function findForeignCards(
  page: PageTree,
  items: readonly StructuredItem[],
): Map<PageElement, 'foreign' | 'doubtful'> {
  const cards = new Map<PageElement, 'foreign' | 'doubtful'>()
  for (const item of items) {
    const status = item.at && readCardStatus(item, page, items)
    if (item.at && status) cards.set(item.at, status)
  }
  return cards
}

const isSameLabel = (domain: string, own: string): boolean => getDomainLabel(domain) === getDomainLabel(own)

const getUrlDomain = (url: string): string | null => getRegistrableDomain(URL.parse(url)?.hostname ?? '')
