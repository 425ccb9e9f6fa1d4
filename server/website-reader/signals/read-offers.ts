import type { PageTree } from '../page/page-tree.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getText, type StructuredItem } from '../structured/structured-item.ts'

/** The last day of an offer or an event, and the words that show it. */
export interface DatedOffer {
  value: string
  text: string
}

const MAX_OFFERS = 50

const isEvent = ({ types }: StructuredItem): boolean =>
  types.some((type) => /(?:Event|^Festival)$/.test(type))

/** Properties with the last day, the surest first. Shops make up until when a price is valid, so that is none. */
function lastDayOf(item: StructuredItem): readonly string[] {
  if (isEvent(item))
    return /Cancelled/.test(getText(item, 'eventStatus') ?? '') ? [] : ['endDate', 'startDate']
  // Tickets of an event end with it.
  const isOffer = item.types.includes('Offer') && !(item.parent && isEvent(item.parent))
  return isOffer ? ['validThrough', 'availabilityEnds'] : []
}

/** Offers and events of a page that say in structured data until when they are. Without names, which may be people’s. */
export function readOffers(page: PageTree): DatedOffer[] {
  const found = new Map<string, DatedOffer>()
  for (const item of readStructured(page)) {
    const property = lastDayOf(item).find((name) => getText(item, name) !== null)
    const value = property && /^\d{4}-\d\d-\d\d(?!\d)/.exec(getText(item, property) ?? '')?.[0]
    if (!value || Number.isNaN(Date.parse(value)) || found.size >= MAX_OFFERS) continue
    found.set(value, { value, text: `${item.types[0]}: ${property} ${value}` })
  }
  return [...found.values()]
}
