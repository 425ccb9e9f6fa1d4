import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { OrganisationFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { statusOf } from '../standing/standing.ts'
import { isOrganisation, isOthers } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { itemsOf, type StructuredItem, textOf, textsOf } from '../structured/structured-item.ts'
import { isForeignItem, manyParties } from '../structured/whose-item.ts'
import { readTextAddress } from './text-address.ts'

/** The website's owner in data for machines. */
export function structuredOrganisations(page: PageTree): OrganisationFinding[] {
  const items = readStructured(page)
  if (manyParties(items)) return []
  return items.flatMap((item) => {
    if (!isOrganisation(item) || isOthers(item) || isForeignItem(item, page)) return []
    // A department is a part: its address counts, its name is not the company's.
    const isPart = item.parent !== null && isOrganisation(item.parent)
    const standing = item.at ? statusOf(page, item.at) : 'body'
    if (standing === 'foreign') return []
    const names = isPart ? [] : [...textsOf(item, 'name'), ...textsOf(item, 'legalName')]
    const [name = null] = names.filter((text) => text.length <= 120)
    const addresses = addressesOf(item)
    const found =
      addresses.length > 0
        ? addresses
        : [{ street: null, postal_code: null, city: null, region: null, country: null }]
    return found
      .map((address) => ({ name, ...address, method: item.method }))
      .filter(({ method, ...fields }) => Object.values(fields).some((value) => value !== null))
  })
}

type Address = Omit<OrganisationFinding, 'name' | 'method'>

function addressesOf(item: StructuredItem): Address[] {
  const items = [
    ...itemsOf(item, 'address'),
    ...itemsOf(item, 'location').flatMap((place) => itemsOf(place, 'address')),
  ]
  const found = items.slice(0, 5).map((address): Address => {
    const country = textOf(address, 'addressCountry')
    return {
      street: cut(textsOf(address, 'streetAddress').join(', ') || textOf(address, 'postOfficeBoxNumber')),
      postal_code: cut(textOf(address, 'postalCode')),
      city: cut(textOf(address, 'addressLocality')),
      region: cut(textOf(address, 'addressRegion')),
      country: country ? resolveCountry(country.slice(0, 60)) : null,
    }
  })
  if (found.length > 0) return found
  const text = (item.properties.address ?? []).find((value) => typeof value === 'string')
  return text ? fromText(text) : []
}

/** An address in one piece of text. */
function fromText(text: string): Address[] {
  const lines = text.split(/\n/)
  for (const index of lines.keys()) {
    const read = readTextAddress(lines, index)
    if (!read) continue
    const { above, name, ...address } = read
    return [address]
  }
  return []
}

const cut = (text: string | null): string | null => text?.trim().slice(0, 160) || null
