import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import { createStore } from './store.ts'

type Prices = Partial<Record<ChargeKind, number>>

const store = createStore<Prices>({})

/** Stores the prices of the account's package; called by whatever loads its limits. */
export const setCreditPrices = store.set

/** Credits per result of a kind: the package's price, or else the standard one. */
export const creditPrice = (kind: ChargeKind): number => store.get()[kind] ?? CREDIT_COSTS[kind]
