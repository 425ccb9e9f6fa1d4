import type { PhoneFinding, SourceStatus } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { statusOf } from '../standing/standing.ts'
import { isOrganisation, isOthers } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { type StructuredItem, textOf, textsOf } from '../structured/structured-item.ts'
import { isForeignItem, manyParties, statusOfCard } from '../structured/whose-item.ts'
import { isDummy } from './not-phones.ts'
import { labelOf } from './phone-label.ts'

/** Numbers in data for machines. */
export function structuredPhones(page: PageTree): PhoneFinding[] {
  const items = readStructured(page)
  const crowd = manyParties(items)
  return items.flatMap((item) => {
    const numbers = [
      ...textsOf(item, 'telephone').map((raw) => ({ raw, fax: false })),
      ...textsOf(item, 'phone').map((raw) => ({ raw, fax: false })),
      ...textsOf(item, 'faxNumber').map((raw) => ({ raw, fax: true })),
    ]
    if (numbers.length === 0) return []
    const standing = statusOfCard(item, page, items) ?? statusOfItem(page, item, crowd)
    const type = textOf(item, 'contactType') ?? ''
    return numbers
      .filter(({ raw }) => raw.length < 120 && /\d{3}/.test(raw.replace(/\D/g, '')) && !isDummy(raw))
      .map(({ raw, fax }): PhoneFinding => {
        const named = labelOf(raw)?.kind
        const kind =
          fax || named === 'fax' || /^fax$/i.test(type) ? 'fax' : named === 'mobile' ? 'mobile' : 'phone'
        return { raw, method: item.method, at: item.at, kind, label: type.slice(0, 40), standing }
      })
  })
}

function statusOfItem(page: PageTree, item: StructuredItem, crowd: boolean): SourceStatus {
  if (isOthers(item) || isForeignItem(item, page)) return 'foreign'
  if (crowd) return 'doubtful'
  const place = item.at ? statusOf(page, item.at) : 'body'
  if (place === 'foreign' || place === 'doubtful') return place
  let above: StructuredItem | null = item
  for (let level = 0; above && level < 5; level += 1) {
    if (isOrganisation(above)) return 'own'
    if (above.types.includes('Person')) return 'body'
    above = above.parent
  }
  return place
}
