import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { OrganisationFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readElementStatus } from '../source-status/source-status.ts'
import { hasManyParties, isForeignItem } from '../structured/item-owner.ts'
import { isAboutOthers, isOrganisation } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getItems, getText, getTexts, type StructuredItem } from '../structured/structured-item.ts'
import { readTextAddress } from './text-address.ts'

/** The website's owner in data for machines. */
export function findStructuredOrganisations(page: PageTree): OrganisationFinding[] {
  const items = readStructured(page)
  if (hasManyParties(items)) return []
  return items.flatMap((item) => {
    if (!isOrganisation(item) || isAboutOthers(item) || isForeignItem(item, page)) return []
    // A department is a part: its address counts, its name is not the company's.
    const isPart = item.parent !== null && isOrganisation(item.parent)
    const status = item.at ? readElementStatus(page, item.at) : 'body'
    if (status === 'foreign') return []
    const names = isPart ? [] : [...getTexts(item, 'name'), ...getTexts(item, 'legalName')]
    const [name = null] = names.filter((text) => text.length <= 120)
    const addresses = readAddresses(item)
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

function readAddresses(item: StructuredItem): Address[] {
  const items = [
    ...getItems(item, 'address'),
    ...getItems(item, 'location').flatMap((place) => getItems(place, 'address')),
  ]
  const found = items.slice(0, 5).map((address): Address => {
    const country = getText(address, 'addressCountry')
    return {
      street: trimText(
        getTexts(address, 'streetAddress').join(', ') || getText(address, 'postOfficeBoxNumber'),
      ),
      postal_code: trimText(getText(address, 'postalCode')),
      city: trimText(getText(address, 'addressLocality')),
      region: trimText(getText(address, 'addressRegion')),
      country: country ? resolveCountry(country.slice(0, 60)) : null,
    }
  })
  if (found.length > 0) return found
  const text = (item.properties.address ?? []).find((value) => typeof value === 'string')
  return text ? readAddressText(text) : []
}

/** An address in one piece of text. */
function readAddressText(text: string): Address[] {
  const lines = text.split(/\n/)
  for (const index of lines.keys()) {
    const read = readTextAddress(lines, index)
    if (!read) continue
    const { above, name, ...address } = read
    return [address]
  }
  return []
}

const trimText = (text: string | null): string | null => text?.trim().slice(0, 160) || null
