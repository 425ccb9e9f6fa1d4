import type { Db } from '#server/platform/db/db.ts'
import type { SubscriptionFacts } from '#server/providers/payments/index.ts'
import type { AtVendor, PriceRow } from './payments-tables.ts'
import { addOnOfKey, pricesAt, versionOfKey } from './stripe-rows.ts'

type Item = SubscriptionFacts['items'][number]
export interface AddOnItem {
  item: Item
  name: string
  period: 'month' | 'year'
  ours: PriceRow
}

/**
 * What the items of a subscription are, by their prices: a vendor promises no order. The package is null where its
 * price was made elsewhere; it is then the one item that is no add-on.
 */
export async function readItems(db: Db, at: AtVendor, items: readonly Item[]) {
  const prices = await pricesAt(
    db,
    at,
    items.map(({ price }) => price),
  )
  const addOns = items.flatMap((item): AddOnItem[] => {
    const ours = prices.get(item.price)
    const known = ours && addOnOfKey(ours.key)
    return known ? [{ item, ...known, ours }] : []
  })
  const others = items.filter((item) => !addOns.some((addOn) => addOn.item === item))
  const findVersionId = ({ price }: Item) => versionOfKey(prices.get(price)?.key ?? '')
  const sold = others.find((item) => findVersionId(item) !== null)
  const item = sold ?? (others.length === 1 ? others[0] : undefined)
  return { item, versionId: sold ? findVersionId(sold) : null, addOns }
}
