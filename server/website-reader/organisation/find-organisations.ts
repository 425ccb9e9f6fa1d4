import type { OrganisationFinding } from '../findings.ts'
import { classifyPage } from '../page/page-kind.ts'
import type { PageTree } from '../page/page-tree.ts'
import { getMetaContent } from '../structured/open-graph.ts'
import { findStructuredOrganisations } from './structured-organisations.ts'
import { findTextOrganisations } from './text-organisations.ts'

/**
 * What a page says about the organisation behind it: name, address, country, each as far as it goes. What it says about
 * others is left out. Never throws.
 */
export function findOrganisations(page: PageTree): OrganisationFinding[] {
  const found = [...findStructuredOrganisations(page), ...findTextOrganisations(page)]
  const name = getMetaContent(page, 'og:site_name', 'application-name', 'apple-mobile-web-app-title')
  // On blog posts the name of the site is the same as on its first page; once is enough.
  if (name && name.length <= 80 && classifyPage(page.url, page.title) !== 'article')
    found.push({
      name,
      street: null,
      postal_code: null,
      city: null,
      region: null,
      country: null,
      method: 'meta',
    })
  return found
}
