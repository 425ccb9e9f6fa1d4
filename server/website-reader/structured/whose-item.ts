import type { PageTree } from '../page/page-tree.ts'
import { domainLabel, registrableDomain } from '../registrable-domain.ts'
import { isOrganisation } from './organisation-types.ts'
import { type StructuredItem, textOf, textsOf } from './structured-item.ts'

/** More organisations than this side by side are a list of others: members, dealers, a directory. */
const MANY = 3
const ABOUT_SAME = /^(?:department|subOrganization|branchOf|containsPlace|hasPart|contactPoint)$/i

/** Whether a page describes many organisations, so that none of them is its owner for certain. */
export function manyParties(items: readonly StructuredItem[]): boolean {
  const names = new Set<string>()
  for (const item of items) {
    if (!isOrganisation(item) || (item.property && (item.parent || ABOUT_SAME.test(item.property)))) continue
    const name = textOf(item, 'name')
    if (name) names.add(name.toLowerCase())
  }
  return names.size > MANY
}

/** Whether an item, or one above it, has an address of its own on another registrable domain, and none on the page's. */
export function isForeignItem(item: StructuredItem, page: PageTree): boolean {
  const own = domainOf(page.url)
  if (!own) return false
  for (
    let above: StructuredItem | null = item, level = 0;
    above && level < 5;
    above = above.parent, level += 1
  ) {
    if (!isOrganisation(above)) continue
    const domains = textsOf(above, 'url').map((url) => domainOf(url))
    const known = domains.filter((domain) => domain !== null)
    if (
      known.length > 0 &&
      !known.includes(own) &&
      !known.some((domain) => domainLabel(domain) === domainLabel(own))
    )
      return true
  }
  return false
}

const domainOf = (url: string): string | null => registrableDomain(URL.parse(url)?.hostname ?? '')
