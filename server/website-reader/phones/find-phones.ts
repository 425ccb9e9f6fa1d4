import type { PhoneFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { findForeignCards } from '../structured/item-owner.ts'
import { readStructured } from '../structured/read-structured.ts'
import { findLinkPhones } from './link-phones.ts'
import { findScriptPhones } from './script-phones.ts'
import { findStructuredPhones } from './structured-phones.ts'
import { findTextPhones } from './text-phones.ts'

/** Cards are small. */
const MAX_UP = 40
const FINDERS = [findStructuredPhones, findLinkPhones, findTextPhones, findScriptPhones]

/**
 * Everything on a page that reads like a phone or fax number, in every form pages use; valid or not is for later, when
 * the country is known. Never IBANs, tax and register numbers, dates, prices and the like. Never throws.
 */
export function findPhones(page: PageTree): PhoneFinding[] {
  const found = FINDERS.flatMap((find) => find(page))
  const cards = found.length > 0 ? findForeignCards(page, readStructured(page)) : new Map()
  if (cards.size === 0) return found
  // What stands in somebody else's card is read from its text and links, too.
  return found.map((finding) => {
    for (let at = finding.at, up = 0; at && up < MAX_UP; at = at.parent, up += 1) {
      const status = cards.get(at)
      if (status && finding.status !== 'foreign') return { ...finding, status }
    }
    return finding
  })
}
