import type { CreditPack } from '#contract/accounts/credits.ts'
import { countDecimals } from '#web/lib/format.ts'

/** A pack as it is typed: the price in whole units of its currency. */
export interface PackRow {
  name: string
  credits: number | string
  price: number | string
  currency: string
}

const scale = (currency: string) => (/^[A-Z]{3}$/.test(currency) ? 10 ** countDecimals(currency) : 100)

export const makeRow = ({ name, credits, price, currency }: CreditPack): PackRow => ({
  name,
  credits,
  price: price / scale(currency),
  currency,
})

/** The price in minor units; empty fields become what the schema refuses. */
export const toPack = ({ name, credits, price, currency }: PackRow): Omit<CreditPack, 'id'> => ({
  name,
  credits: credits === '' ? (undefined as never) : Number(credits),
  price: price === '' ? (undefined as never) : Math.round(Number(price) * scale(currency)),
  currency,
})
