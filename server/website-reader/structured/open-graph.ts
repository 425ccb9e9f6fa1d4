import { memoizePerObject } from '#server/platform/text/memoize.ts'
import type { PageTree } from '../page/page-tree.ts'
import { addValue, createItem, type StructuredItem } from './structured-item.ts'

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
  const item = createItem(['LocalBusiness'], 'meta')
  const address = createItem(['PostalAddress'], 'meta', { parent: item, property: 'address' })
  for (const { name, content } of getMetas(page)) {
    if (BUSINESS[name]) addValue(item, BUSINESS[name], content)
    if (ADDRESS[name]) addValue(address, ADDRESS[name], content)
  }
  if (Object.keys(address.properties).length > 0) addValue(item, 'address', address)
  return Object.keys(item.properties).length > 0 ? [item] : []
}

/** The content of the first meta element with one of `names` (`og:site_name`), or null. */
export function getMetaContent(page: PageTree, ...names: string[]): string | null {
  for (const { name, content } of getMetas(page)) {
    const found = names.includes(name) ? content.trim() : ''
    if (found) return found
  }
  return null
}

interface Meta {
  /** Lower case. */
  name: string
  content: string
}
/** The meta elements that say something, read once per page. */
const getMetas = memoizePerObject((page: PageTree): Meta[] =>
  page.elements.flatMap(({ tag, attrs }) =>
    tag === 'meta' && attrs.content
      ? [{ name: (attrs.property ?? attrs.name ?? '').trim().toLowerCase(), content: attrs.content }]
      : [],
  ),
)
