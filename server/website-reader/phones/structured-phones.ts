import type { PhoneFinding, SourceStatus } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readElementStatus } from '../source-status/source-status.ts'
import { hasManyParties, isForeignItem, readCardStatus } from '../structured/item-owner.ts'
import { isAboutOthers, isOrganisation } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getText, getTexts, type StructuredItem } from '../structured/structured-item.ts'
import { isDummyNumber } from './other-numbers.ts'
import { readPhoneLabel } from './phone-label.ts'

/** Numbers in data for machines. */
export function findStructuredPhones(page: PageTree): PhoneFinding[] {
  const items = readStructured(page)
  const crowd = hasManyParties(items)
  return items.flatMap((item) => {
    const numbers = [
      ...getTexts(item, 'telephone').map((raw) => ({ raw, fax: false })),
      ...getTexts(item, 'phone').map((raw) => ({ raw, fax: false })),
      ...getTexts(item, 'faxNumber').map((raw) => ({ raw, fax: true })),
    ]
    if (numbers.length === 0) return []
    const status = readCardStatus(item, page, items) ?? readItemStatus(page, item, crowd)
    const type = getText(item, 'contactType') ?? ''
    return numbers
      .filter(({ raw }) => raw.length < 120 && /\d{3}/.test(raw.replace(/\D/g, '')) && !isDummyNumber(raw))
      .map(({ raw, fax }): PhoneFinding => {
        const named = readPhoneLabel(raw)?.kind
        const kind =
          fax || named === 'fax' || /^fax$/i.test(type) ? 'fax' : named === 'mobile' ? 'mobile' : 'phone'
        return { raw, method: item.method, at: item.at, kind, label: type.slice(0, 40), status }
      })
  })
}

function readItemStatus(page: PageTree, item: StructuredItem, crowd: boolean): SourceStatus {
  if (isAboutOthers(item) || isForeignItem(item, page)) return 'foreign'
  if (crowd) return 'doubtful'
  const place = item.at ? readElementStatus(page, item.at) : 'body'
  if (place === 'foreign' || place === 'doubtful') return place
  let above: StructuredItem | null = item
  for (let level = 0; above && level < 5; level += 1) {
    if (isOrganisation(above)) return 'own'
    if (above.types.includes('Person')) return 'body'
    above = above.parent
  }
  return place
}
