import { type PageTree, walk } from '../page-tree.ts'
import { addValue, newItem, type StructuredItem } from './structured-item.ts'

/** Names of meta elements about the business that a page belongs to, and what they are in schema.org. */
const BUSINESS: Record<string, string> = {
  'business:contact_data:phone_number': 'telephone',
  'business:contact_data:fax_number': 'faxNumber',
  'business:contact_data:email': 'email',
  'business:contact_data:website': 'url',
  'og:phone_number': 'telephone',
  'og:fax_number': 'faxNumber',
  'og:email': 'email',
}
const ADDRESS: Record<string, string> = {
  'business:contact_data:street_address': 'streetAddress',
  'business:contact_data:locality': 'addressLocality',
  'business:contact_data:region': 'addressRegion',
  'business:contact_data:postal_code': 'postalCode',
  'business:contact_data:country_name': 'addressCountry',
  'og:street-address': 'streetAddress',
  'og:locality': 'addressLocality',
  'og:region': 'addressRegion',
  'og:postal-code': 'postalCode',
  'og:country-name': 'addressCountry',
}

/** What the page's meta elements say about its business, as one `LocalBusiness`; empty when they say nothing. */
export function readOpenGraph(page: PageTree): StructuredItem[] {
  const item = newItem(['LocalBusiness'], 'meta')
  const address = newItem(['PostalAddress'], 'meta', null, item, 'address')
  walk(page.root, ({ tag, attrs }) => {
    if (tag !== 'meta' || !attrs.content) return
    const name = (attrs.property ?? attrs.name ?? '').trim().toLowerCase()
    if (BUSINESS[name]) addValue(item, BUSINESS[name], attrs.content)
    if (ADDRESS[name]) addValue(address, ADDRESS[name], attrs.content)
  })
  if (Object.keys(address.properties).length > 0) addValue(item, 'address', address)
  return Object.keys(item.properties).length > 0 ? [item] : []
}

/** The content of the first meta element with one of `names` (`og:site_name`), or null. */
export function metaContent(page: PageTree, ...names: string[]): string | null {
  let found: string | null = null
  walk(page.root, ({ tag, attrs }) => {
    if (found || tag !== 'meta' || !attrs.content) return
    if (names.includes((attrs.property ?? attrs.name ?? '').trim().toLowerCase()))
      found = attrs.content.trim()
  })
  return found
}
